// Collator orders by letters, accents and case at its three strengths; keys agree with compare.
import java.text.*;
import java.util.*;

public class Collation {
    public static void main(String[] args) {
        Collator c = Collator.getInstance(Locale.US);
        String[][] pairs = {
            {"a", "b"},
            {"a", "A"},
            {"a", "á"},
            {"a", "a"},
            {"abc", "abd"},
            {"cote", "côte"},
            {"e", "z"},
            {"A", "b"}
        };
        for (int strength : new int[] {Collator.PRIMARY, Collator.SECONDARY, Collator.TERTIARY}) {
            c.setStrength(strength);
            StringBuilder sb = new StringBuilder().append(strength).append(':');
            for (String[] p : pairs)
                sb.append(' ')
                        .append(Integer.signum(c.compare(p[0], p[1])))
                        .append(c.equals(p[0], p[1]) ? '=' : '!')
                        .append(
                                Integer.signum(
                                        c.getCollationKey(p[0])
                                                .compareTo(c.getCollationKey(p[1]))));
            System.out.println(sb);
        }
        List<String> words =
                new ArrayList<String>(
                        Arrays.asList(
                                "zebra", "Apple", "apple", "éclair", "eclair", "banana", "Zebra",
                                "Äpfel", "Apfel"));
        Collections.sort(words, Collator.getInstance(Locale.US));
        System.out.println(words);
        List<String> keyed = new ArrayList<String>();
        List<CollationKey> keys = new ArrayList<CollationKey>();
        for (String w : new String[] {"delta", "Alpha", "charlie", "bravo"})
            keys.add(Collator.getInstance(Locale.US).getCollationKey(w));
        Collections.sort(keys);
        for (CollationKey k : keys) keyed.add(k.getSourceString());
        System.out.println(keyed);
        Collator german = Collator.getInstance(Locale.GERMANY);
        german.setStrength(Collator.PRIMARY);
        System.out.println(german.equals("ä", "a") + " " + (german.compare("z", "ä") > 0));
        Collator d = Collator.getInstance(Locale.US);
        d.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
        System.out.println(d.compare("\u00e9", "e\u0301") == 0);
    }
}
