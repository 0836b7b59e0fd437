// Regular expressions: groups, quantifiers, look-around, flags, boundaries, replacement.
import java.util.*;
import java.util.regex.*;

public class RegexBasics {
    static void all(String regex, String text) {
        Matcher m = Pattern.compile(regex).matcher(text);
        StringBuilder out = new StringBuilder(regex).append(" :");
        while (m.find()) {
            out.append(" [")
                    .append(m.group())
                    .append('@')
                    .append(m.start())
                    .append('-')
                    .append(m.end());
            for (int i = 1; i <= m.groupCount(); i++) out.append('|').append(m.group(i));
            out.append(']');
        }
        System.out.println(out);
    }

    public static void main(String[] args) {
        all("a+", "aa b aaa");
        all("a+?", "aaa");
        all("a*", "ba");
        all("(a)(b)?", "ab a");
        all("(\\w+)@(\\w+)\\.com", "x@y.com, foo@bar.com");
        all("\\bfoo\\b", "foo food foo");
        all("(?i)abc", "aBc ABC");
        all("(?m)^\\w+$", "one\ntwo\nthree 3");
        all("(?s)a.b", "a\nb");
        all("a.b", "a\nb");
        all("(?=\\d)\\w", "a1b2");
        all("(?<=\\$)\\d+", "$15 20 $7");
        all("(?<!\\$)\\b\\d+", "$15 20 $7");
        all("q(?!u)", "qu qa q");
        all("(a|ab)(c|bcd)(d*)", "abcd");
        all("(\\w)\\1", "hello book");
        all("[^a-c]+", "abcdefabc");
        all("[a-z&&[^aeiou]]+", "hello");
        all("x{2,3}", "xxxxx");
        all("a++b", "aaab");
        all("(?>a+)b", "aab");
        all("\\p{Lu}\\p{Ll}*", "Hello World ÄPFEL");
        all("\\d+(?:\\.\\d+)?", "1 2.5 3.");
        all("\\Q.*\\E", "a.*b");
        all("[\\w.]+", "a.b c");
        all("\\u0041|\\x42|\\t", "AB\t");
        all("(?x) a b # comment", "ab");
        all("^|$", "ab");
        all("[\\[\\]]", "a[b]");
        all("\\S+\\s*", "the  end");
        all("(?:(a)|b)+", "ab");
        Matcher m = Pattern.compile("(\\d+)-(\\d+)").matcher("10-20 and 30-40");
        StringBuffer sb = new StringBuffer();
        while (m.find()) m.appendReplacement(sb, "$2-$1");
        m.appendTail(sb);
        System.out.println(sb);
        System.out.println(
                "a.b$c".replaceAll("[.$]", "\\\\")
                        + " "
                        + "x".replaceAll("x", Matcher.quoteReplacement("$1\\"))
                        + " "
                        + Pattern.quote("a.b").length()
                        + " "
                        + "aXbX".replaceFirst("X", "-"));
        m = Pattern.compile("(a)(b)?").matcher("a");
        System.out.println(
                m.matches() + " " + m.group(1) + m.group(2) + m.start(2) + m.groupCount());
        System.out.println(m.reset("ab").matches() + m.group(2) + m.lookingAt());
        m = Pattern.compile("b").matcher("abcb");
        m.region(2, 4);
        System.out.println(
                m.find() + " " + m.start() + " " + m.find() + " " + m.find(0) + m.start());
        try {
            m.reset().group();
        } catch (IllegalStateException e) {
            System.out.println("IllegalStateException");
        }
        try {
            m.find();
            m.group(3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("IndexOutOfBoundsException");
        }
        for (String bad : new String[] {"(", "[a", "*a", "a{2,1}", "\\"})
            try {
                Pattern.compile(bad);
                System.out.println("accepted " + bad);
            } catch (PatternSyntaxException e) {
                System.out.println("refused " + e.getPattern());
            }
        System.out.println(
                Arrays.toString(Pattern.compile("\\s*[,;]\\s*").split("a , b;c ;d"))
                        + Pattern.matches("[0-9a-f]+", "cafe1")
                        + Pattern.compile("x", Pattern.CASE_INSENSITIVE).flags()
                        + Pattern.compile("a b").pattern()
                        + Pattern.compile("q"));
        System.out.println(
                Pattern.compile("ÄÖ", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
                                .matcher("äö")
                                .matches()
                        + " "
                        + Pattern.compile("a.c", Pattern.LITERAL).matcher("a.c").matches()
                        + Pattern.compile("^b", Pattern.MULTILINE).matcher("a\nb").find());
        m = Pattern.compile("(x)(y)").matcher("-xy");
        m.find();
        MatchResult r = m.toMatchResult();
        m.find();
        System.out.println(r.group(2) + r.start() + r.end(2));
        StringBuilder longText = new StringBuilder();
        for (int i = 0; i < 2000; i++) longText.append("word").append(i).append(' ');
        m = Pattern.compile("\\w*9\\b").matcher(longText);
        int n = 0;
        while (m.find()) n++;
        System.out.println(n);
    }
}
