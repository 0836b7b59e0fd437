// A switch on strings distinguishes strings with equal hash codes and falls through where no break stands.
public class StringSwitch {
    static String of(String s) {
        StringBuilder out = new StringBuilder();
        switch (s) {
            case "Aa":
                out.append("Aa ");
                break;
            case "BB":
                out.append("BB ");
                break;
            case "AaAa":
            case "BBBB":
                out.append("double ");
                break;
            case "AaBB":
                out.append("mixed ");
            case "fall":
                out.append("fallen ");
                break;
            case "":
                out.append("empty ");
                break;
            default:
                out.append("other ");
        }
        return out.toString();
    }

    public static void main(String[] args) {
        System.out.println("Aa".hashCode() == "BB".hashCode());
        for (String s :
                new String[] {
                    "Aa", "BB", "AaAa", "BBBB", "AaBB", "BBAa", "fall", "", "x", new String("Aa")
                }) System.out.println(s + ": " + of(s));
        try {
            of(null);
        } catch (NullPointerException e) {
            System.out.println("null: NullPointerException");
        }
        switch ("in" + "ner") {
            default:
                switch ("b".toUpperCase()) {
                    case "B":
                        System.out.println("nested");
                }
                break;
            case "outer":
                System.out.println("never");
        }
    }
}
