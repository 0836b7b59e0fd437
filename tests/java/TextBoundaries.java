// BreakIterator finds characters, words, sentences and lines; CharacterIterator, Normalizer and Bidi.
import java.text.*;
import java.util.*;

public class TextBoundaries {
    static String all(BreakIterator b, String text) {
        b.setText(text);
        StringBuilder sb = new StringBuilder();
        for (int i = b.first(); i != BreakIterator.DONE; i = b.next()) sb.append(i).append(' ');
        return sb.toString();
    }

    static String hex(String s) {
        StringBuilder sb = new StringBuilder();
        for (char c : s.toCharArray()) sb.append(Integer.toHexString(c)).append('.');
        return sb.toString();
    }

    public static void main(String[] args) {
        System.out.println(
                all(BreakIterator.getWordInstance(Locale.US), "Hello, brave new world")
                        + "| "
                        + all(
                                BreakIterator.getSentenceInstance(Locale.US),
                                "One is here. Two is there! Is three? Yes.")
                        + "| "
                        + all(BreakIterator.getCharacterInstance(Locale.US), "ae\u0301b")
                        + "| "
                        + all(
                                BreakIterator.getLineInstance(Locale.US),
                                "break this long-ish line"));
        BreakIterator w = BreakIterator.getWordInstance(Locale.US);
        w.setText("one two three");
        System.out.println(
                w.last()
                        + " "
                        + w.previous()
                        + " "
                        + w.following(4)
                        + " "
                        + w.preceding(4)
                        + " "
                        + w.isBoundary(3)
                        + w.isBoundary(5)
                        + " "
                        + w.current()
                        + " "
                        + w.next(2)
                        + " "
                        + w.first());
        CharacterIterator it = new StringCharacterIterator("abc");
        StringBuilder sb = new StringBuilder();
        for (char c = it.first(); c != CharacterIterator.DONE; c = it.next())
            sb.append(c).append(it.getIndex());
        for (char c = it.last(); c != CharacterIterator.DONE; c = it.previous()) sb.append(c);
        System.out.println(sb + " " + it.getEndIndex());
        String s = "Å\u0041\u030a\ufb01²é";
        for (Normalizer.Form f : Normalizer.Form.values())
            System.out.println(
                    f
                            + " "
                            + hex(Normalizer.normalize(s, f))
                            + " "
                            + Normalizer.isNormalized(s, f));
        System.out.println(
                hex(Normalizer.normalize("가힣", Normalizer.Form.NFD))
                        + " "
                        + Normalizer.normalize("déjà vu", Normalizer.Form.NFD)
                                .replaceAll("\\p{M}", ""));
        Bidi bidi = new Bidi("abc \u05d0\u05d1\u05d2 123 def", Bidi.DIRECTION_LEFT_TO_RIGHT);
        System.out.println(
                bidi.isMixed()
                        + " "
                        + bidi.isLeftToRight()
                        + " "
                        + bidi.getRunCount()
                        + " "
                        + bidi.baseIsLeftToRight()
                        + " "
                        + bidi.getLength());
        for (int i = 0; i < bidi.getRunCount(); i++)
            System.out.print(
                    bidi.getRunStart(i)
                            + "-"
                            + bidi.getRunLimit(i)
                            + ":"
                            + bidi.getRunLevel(i)
                            + " ");
        System.out.println(
                bidi.getLevelAt(5)
                        + " "
                        + Bidi.requiresBidi("abc".toCharArray(), 0, 3)
                        + " "
                        + new Bidi("\u05d0", Bidi.DIRECTION_DEFAULT_LEFT_TO_RIGHT).isRightToLeft());
        AttributedString as = new AttributedString("styled text");
        as.addAttribute(java.text.AttributedCharacterIterator.Attribute.LANGUAGE, Locale.US, 0, 6);
        AttributedCharacterIterator ai = as.getIterator();
        System.out.println(
                ai.getRunLimit()
                        + " "
                        + ai.getAttribute(AttributedCharacterIterator.Attribute.LANGUAGE)
                        + " "
                        + ai.getAttributes().size());
    }
}
