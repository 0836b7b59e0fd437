// Dense, sparse and negative switch tables pick the right case.
public class LargeSwitch {
    static int dense(int x) {
        switch (x) {
            case 0:
                return 10;
            case 1:
                return 11;
            case 2:
                return 12;
            case 3:
                return 13;
            case 4:
                return 14;
            case 5:
                return 15;
            case 6:
                return 16;
            case 7:
                return 17;
            case 8:
                return 18;
            case 9:
                return 19;
            case 10:
                return 20;
            case 12:
                return 22;
            default:
                return -1;
        }
    }

    static int sparse(int x) {
        switch (x) {
            case Integer.MIN_VALUE:
                return 1;
            case -1000000:
                return 2;
            case -1:
                return 3;
            case 0:
                return 4;
            case 17:
                return 5;
            case 1000:
                return 6;
            case 65536:
                return 7;
            case 123456789:
                return 8;
            case Integer.MAX_VALUE:
                return 9;
            default:
                return 0;
        }
    }

    static String negative(int x) {
        switch (x) {
            case -3:
            case -2:
                return "a";
            case -1:
                return "b";
            case 0:
                return "c";
            case 1:
                return "d";
        }
        return "-";
    }

    static int edges(int x) {
        switch (x) {
            case Integer.MAX_VALUE - 1:
                return 1;
            case Integer.MAX_VALUE:
                return 2;
            default:
                return 3;
        }
    }

    static int chars(char c) {
        switch (c) {
            case 'a':
            case 'e':
            case 'i':
            case 'o':
            case 'u':
                return 1;
            case '\uffff':
                return 2;
            default:
                return 0;
        }
    }

    static int bytes(byte b) {
        switch (b) {
            case -128:
                return 1;
            case 127:
                return 2;
            case 0:
                return 3;
        }
        return 4;
    }

    static int boxed(Integer i) {
        switch (i) {
            case 1:
                return 100;
            default:
                return 200;
        }
    }

    static String machine(String input) {
        int state = 0;
        StringBuilder out = new StringBuilder();
        for (char c : input.toCharArray())
            switch (state) {
                case 0:
                    switch (c) {
                        case '"':
                            state = 1;
                            break;
                        case '/':
                            state = 2;
                            break;
                        default:
                            out.append(c);
                    }
                    break;
                case 1:
                    if (c == '"') state = 0;
                    else out.append(Character.toUpperCase(c));
                    break;
                case 2:
                    if (c == '\n') state = 0;
                    break;
            }
        return out.toString() + state;
    }

    public static void main(String[] args) {
        StringBuilder line = new StringBuilder();
        for (int i = -2; i < 15; i++) line.append(dense(i)).append(' ');
        System.out.println(line);
        for (int x :
                new int[] {
                    Integer.MIN_VALUE,
                    Integer.MIN_VALUE + 1,
                    -1000000,
                    -1,
                    0,
                    17,
                    18,
                    1000,
                    65536,
                    123456789,
                    Integer.MAX_VALUE
                }) System.out.print(sparse(x) + " ");
        System.out.println();
        for (int i = -5; i < 4; i++) System.out.print(negative(i));
        System.out.println(
                " "
                        + edges(Integer.MAX_VALUE)
                        + edges(Integer.MAX_VALUE - 1)
                        + edges(Integer.MIN_VALUE)
                        + edges(0));
        System.out.println(
                chars('e')
                        + " "
                        + chars('\uffff')
                        + " "
                        + chars('x')
                        + " "
                        + bytes((byte) 128)
                        + bytes((byte) 127)
                        + bytes((byte) 0)
                        + bytes((byte) 5)
                        + " "
                        + boxed(1)
                        + boxed(2));
        try {
            boxed(null);
        } catch (NullPointerException e) {
            System.out.println("NullPointerException");
        }
        System.out.println(machine("a\"bc\"d/comment\ne\"f"));
    }
}
