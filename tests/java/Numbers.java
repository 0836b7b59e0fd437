// Parsing and printing of integers in every radix, bit tricks, and wrapper limits.
public class Numbers {
    static String parse(String s, int radix) {
        try {
            return "" + Integer.parseInt(s, radix);
        } catch (NumberFormatException e) {
            return "NFE";
        }
    }

    static String parseLong(String s, int radix) {
        try {
            return "" + Long.parseLong(s, radix);
        } catch (NumberFormatException e) {
            return "NFE";
        }
    }

    static String decode(String s) {
        try {
            return "" + Integer.decode(s);
        } catch (NumberFormatException e) {
            return "NFE";
        }
    }

    public static void main(String[] args) {
        for (String s :
                new String[] {
                    "0",
                    "-0",
                    "+7",
                    "7f",
                    "-7F",
                    "2147483647",
                    "2147483648",
                    "-2147483648",
                    "-2147483649",
                    "",
                    "-",
                    "+",
                    "12 ",
                    "zz",
                    "१२"
                })
            System.out.println(
                    "'"
                            + s
                            + "' "
                            + parse(s, 10)
                            + " "
                            + parse(s, 16)
                            + " "
                            + parse(s, 36)
                            + " "
                            + parseLong(s, 10)
                            + " "
                            + decode(s));
        System.out.println(
                parse("1", 1)
                        + parse("1", 37)
                        + " "
                        + parse("-101", 2)
                        + " "
                        + parseLong("-8000000000000000", 16)
                        + " "
                        + parseLong("8000000000000000", 16)
                        + " "
                        + decode("0x1F")
                        + decode("-#ff")
                        + decode("017")
                        + decode("08"));
        for (int i :
                new int[] {0, 1, -1, 255, -256, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x00F0F000})
            System.out.println(
                    i
                            + " "
                            + Integer.toHexString(i)
                            + " "
                            + Integer.toOctalString(i)
                            + " "
                            + Integer.toBinaryString(i)
                            + " "
                            + Integer.toString(i, 36)
                            + " "
                            + Integer.bitCount(i)
                            + " "
                            + Integer.numberOfLeadingZeros(i)
                            + " "
                            + Integer.numberOfTrailingZeros(i)
                            + " "
                            + Integer.highestOneBit(i)
                            + " "
                            + Integer.lowestOneBit(i)
                            + " "
                            + Integer.reverse(i)
                            + " "
                            + Integer.reverseBytes(i)
                            + " "
                            + Integer.rotateLeft(i, 5)
                            + " "
                            + Integer.rotateRight(i, 5)
                            + " "
                            + Integer.signum(i));
        for (long i :
                new long[] {0, 1, -1, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, 0x0F0F00000000L})
            System.out.println(
                    i
                            + " "
                            + Long.toHexString(i)
                            + " "
                            + Long.toOctalString(i)
                            + " "
                            + Long.toBinaryString(i)
                            + " "
                            + Long.toString(i, 36)
                            + " "
                            + Long.toString(i, 7)
                            + " "
                            + Long.bitCount(i)
                            + " "
                            + Long.numberOfLeadingZeros(i)
                            + " "
                            + Long.numberOfTrailingZeros(i)
                            + " "
                            + Long.highestOneBit(i)
                            + " "
                            + Long.lowestOneBit(i)
                            + " "
                            + Long.reverse(i)
                            + " "
                            + Long.reverseBytes(i)
                            + " "
                            + Long.rotateLeft(i, 9)
                            + " "
                            + Long.signum(i));
        System.out.println(
                Byte.MIN_VALUE
                        + " "
                        + Byte.parseByte("-128")
                        + " "
                        + Short.parseShort("7fff", 16)
                        + " "
                        + Short.reverseBytes((short) 0x1234)
                        + " "
                        + Byte.decode("0x7f")
                        + " "
                        + Integer.valueOf("12").byteValue()
                        + " "
                        + Integer.SIZE
                        + Long.SIZE
                        + Character.SIZE
                        + Double.SIZE);
        int bad = 0;
        try {
            Byte.parseByte("128");
        } catch (NumberFormatException e) {
            bad++;
        }
        try {
            Short.parseShort("40000");
        } catch (NumberFormatException e) {
            bad++;
        }
        try {
            Long.valueOf("1L");
        } catch (NumberFormatException e) {
            bad++;
        }
        System.out.println(bad);
        System.out.println(
                Integer.compare(3, 5)
                        + " "
                        + Long.compare(5, 3)
                        + " "
                        + Integer.valueOf(3).compareTo(3)
                        + " "
                        + Boolean.compare(true, false)
                        + " "
                        + Boolean.parseBoolean("TRUE")
                        + Boolean.valueOf("yes")
                        + " "
                        + Character.getNumericValue('z')
                        + Character.digit('F', 16)
                        + Character.forDigit(11, 16)
                        + " "
                        + Integer.getInteger("no.such.property", 9)
                        + Long.valueOf(300).intValue()
                        + Double.valueOf(3.99).intValue()
                        + Float.valueOf(-1.5f).longValue());
        System.setProperty("a.number", "0x20");
        System.out.println(
                Integer.getInteger("a.number")
                        + " "
                        + Boolean.getBoolean("a.number")
                        + " "
                        + (Integer.valueOf(100) == Integer.valueOf(100))
                        + (Character.valueOf('a') == Character.valueOf('a'))
                        + (Long.valueOf(-128) == Long.valueOf(-128)));
    }
}
