// Locale: parts, tags, display names, defaults, candidate resource bundles.
import java.util.*;

public class Locales {
    public static class Texts extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {
                {"hello", "Hello"}, {"only.root", "root"}, {"list", new String[] {"a", "b"}}
            };
        }
    }

    public static class Texts_de extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "Hallo"}};
        }
    }

    public static class Texts_de_AT extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "Servus"}};
        }
    }

    public static void main(String[] args) {
        Locale.setDefault(Locale.US);
        Locale[] all = {
            Locale.US,
            Locale.GERMANY,
            Locale.FRENCH,
            new Locale("es", "MX"),
            Locale.CHINA,
            new Locale(""),
            Locale.JAPAN
        };
        for (Locale l : all)
            System.out.println(
                    l
                            + "|"
                            + l.getLanguage()
                            + "|"
                            + l.getCountry()
                            + "|"
                            + l.getVariant()
                            + "|"
                            + l.toLanguageTag()
                            + "|"
                            + l.getDisplayLanguage(Locale.US)
                            + "|"
                            + l.getDisplayCountry(Locale.US));
        System.out.println(
                Locale.GERMANY.getDisplayLanguage(Locale.GERMANY)
                        + " "
                        + Locale.US.getDisplayCountry(Locale.FRANCE)
                        + " "
                        + Locale.GERMANY.getDisplayName(Locale.US)
                        + " "
                        + Locale.FRANCE.getISO3Language()
                        + Locale.FRANCE.getISO3Country()
                        + " "
                        + new Locale("DE", "de")
                        + " "
                        + Locale.forLanguageTag("zh-Hant-TW")
                        + " "
                        + Locale.forLanguageTag("zh-Hant-TW").getScript()
                        + " "
                        + new Locale.Builder()
                                .setLanguage("sr")
                                .setScript("Latn")
                                .setRegion("RS")
                                .build()
                                .toLanguageTag());
        System.out.println(
                Locale.getDefault()
                        + " "
                        + Locale.US.equals(new Locale("en", "US"))
                        + " "
                        + (Locale.getISOCountries().length > 200)
                        + (Locale.getISOLanguages().length > 150)
                        + (Locale.getAvailableLocales().length > 50));
        for (Locale l :
                new Locale[] {
                    Locale.US, Locale.GERMAN, new Locale("de", "AT"), Locale.GERMANY, Locale.ITALY
                }) {
            ResourceBundle b = ResourceBundle.getBundle("Locales$Texts", l);
            System.out.println(
                    l
                            + " "
                            + b.getString("hello")
                            + " "
                            + b.getString("only.root")
                            + " "
                            + b.getLocale()
                            + " "
                            + b.getStringArray("list").length
                            + " "
                            + new TreeSet<String>(Collections.list(b.getKeys())));
        }
        try {
            ResourceBundle.getBundle("nothing.here");
        } catch (MissingResourceException e) {
            System.out.println("MissingResourceException");
        }
        try {
            ResourceBundle.getBundle("Locales$Texts").getString("none");
        } catch (MissingResourceException e) {
            System.out.println(e.getKey());
        }
        ResourceBundle p = ResourceBundle.getBundle("messages", new Locale("fr"));
        System.out.println(p.getString("greeting") + " " + p.getString("fallback"));
        Currency c = Currency.getInstance("EUR");
        System.out.println(
                c
                        + " "
                        + c.getDefaultFractionDigits()
                        + " "
                        + Currency.getInstance(Locale.JAPAN)
                        + Currency.getInstance("JPY").getDefaultFractionDigits()
                        + " "
                        + Currency.getInstance(Locale.US).getSymbol(Locale.US)
                        + " "
                        + Currency.getInstance("KWD").getDefaultFractionDigits());
    }
}
