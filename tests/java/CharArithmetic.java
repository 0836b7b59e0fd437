// char is an unsigned 16-bit number that promotes to int and prints as text.
public class CharArithmetic {
    static String kind(char c) {
        return "char";
    }

    static String kind(int i) {
        return "int";
    }

    public static void main(String[] args) {
        char c = 'A';
        System.out.println(c + 1);
        System.out.println((char) (c + 1));
        System.out.println("" + c + 1);
        System.out.println(c + c + "" + c + c);
        System.out.println(
                kind(c)
                        + " "
                        + kind(c++)
                        + " "
                        + kind(c + 0)
                        + " "
                        + kind('a' > 0 ? c : 'b')
                        + " "
                        + kind(true ? c : 0)
                        + " "
                        + kind(true ? c : 70000));
        c += 1.9;
        System.out.println(c);
        StringBuilder alphabet = new StringBuilder();
        for (char x = 'z'; x >= 'a'; x -= 3) alphabet.append(x);
        System.out.println(alphabet);
        char max = '\uffff';
        max++;
        System.out.println((int) max);
        System.out.println('a' + 'b' + "c" + 'd' + 1);
        System.out.println(
                (int) Character.MAX_VALUE
                        + " "
                        + ('a' ^ ' ')
                        + " "
                        + (char) ('a' ^ ' ')
                        + " "
                        + ('\u0041' == 65));
        int[] counts = new int[128];
        for (char x : "hello world".toCharArray()) counts[x]++;
        for (char x = 0; x < counts.length; x++)
            if (counts[x] > 1) System.out.print(x + "=" + counts[x] + " ");
        System.out.println();
        switch (c) {
            case 'C':
                System.out.println("C");
                break;
            case 'D':
                System.out.println("D");
                break;
            default:
                System.out.println("other " + c);
        }
        System.out.println("\t|\b|\\|\"|'|\101|\7".length() + " " + '\'' + '"' + '\u00e9');
    }
}
