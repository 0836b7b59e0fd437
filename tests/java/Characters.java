// Character: classes, cases, digits, names, surrogates, blocks for well-established code points.
public class Characters {
    public static void main(String[] args) {
        int[] cps = {
            'a', 'Z', '5', ' ', '\n', '_', '$', 0xdf, 0xe9, 0x130, 0x131, 0x3a3, 0x3c2, 0x416,
            0x5d0, 0x660, 0x4e2d, 0xac00, 0x20ac, 0x1f600, 0x10400, 0xd800, 0xffff, 0x1c5, 0xa0,
            0x2028, 0x200b, 0x301, 0x7f
        };
        for (int c : cps)
            System.out.println(
                    Integer.toHexString(c)
                            + " "
                            + Character.getType(c)
                            + (Character.isLetter(c) ? " letter" : "")
                            + (Character.isDigit(c) ? " digit" : "")
                            + (Character.isLetterOrDigit(c) ? " alnum" : "")
                            + (Character.isUpperCase(c) ? " upper" : "")
                            + (Character.isLowerCase(c) ? " lower" : "")
                            + (Character.isTitleCase(c) ? " title" : "")
                            + (Character.isWhitespace(c) ? " white" : "")
                            + (Character.isSpaceChar(c) ? " space" : "")
                            + (Character.isJavaIdentifierStart(c) ? " start" : "")
                            + (Character.isJavaIdentifierPart(c) ? " part" : "")
                            + (Character.isISOControl(c) ? " control" : "")
                            + (Character.isDefined(c) ? " defined" : "")
                            + (Character.isMirrored(c) ? " mirrored" : "")
                            + " "
                            + Integer.toHexString(Character.toUpperCase(c))
                            + " "
                            + Integer.toHexString(Character.toLowerCase(c))
                            + " "
                            + Integer.toHexString(Character.toTitleCase(c))
                            + " "
                            + Character.digit(c, 10)
                            + " "
                            + Character.getNumericValue(c)
                            + " "
                            + Character.charCount(c)
                            + " "
                            + Character.isSupplementaryCodePoint(c)
                            + Character.isIdentifierIgnorable(c));
        for (char c : "a5\u05d0\u0660\u20ac ".toCharArray())
            System.out.print(Character.getDirectionality(c) + " ");
        System.out.println(
                Character.getName('a')
                        + ", "
                        + Character.getName(0x20ac)
                        + ", "
                        + Character.isValidCodePoint(0x110000)
                        + Character.isBmpCodePoint(0x10000)
                        + " "
                        + (int) Character.highSurrogate(0x1f600)
                        + " "
                        + (int) Character.lowSurrogate(0x1f600)
                        + " "
                        + Character.toCodePoint('\ud83d', '\ude00')
                        + " "
                        + Character.isHighSurrogate('\ud83d')
                        + Character.isLowSurrogate('a')
                        + Character.toChars(0x1f600).length
                        + " "
                        + Character.UnicodeBlock.of('a')
                        + " "
                        + Character.UnicodeBlock.of(0x4e2d)
                        + " "
                        + Character.isIdeographic(0x4e2d)
                        + Character.isAlphabetic('x'));
        int upper = 0, letters = 0, digits = 0;
        for (int c = 0; c < 0x250; c++) {
            if (Character.isUpperCase(c)) upper++;
            if (Character.isLetter(c)) letters++;
            if (Character.isDigit(c)) digits++;
        }
        System.out.println(upper + " " + letters + " " + digits);
        System.out.println(Character.reverseBytes('\u1234') == '\u3412');
        char[] cs = {'a', '\ud83d', '\ude00'};
        System.out.println(
                Character.codePointAt(cs, 1)
                        + " "
                        + Character.codePointCount(cs, 0, 3)
                        + " "
                        + Character.offsetByCodePoints("a😀b", 0, 2)
                        + " "
                        + Character.codePointBefore("a😀b", 3)
                        + " "
                        + Character.compare('a', 'b')
                        + Character.valueOf('x').compareTo('x')
                        + Character.toString('q'));
        try {
            Character.toChars(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("IllegalArgumentException");
        }
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 36; i++) sb.append(Character.forDigit(i, 36));
        System.out.println(
                sb
                        + " "
                        + (int) Character.forDigit(36, 36)
                        + " "
                        + Character.digit('z', 36)
                        + Character.digit('z', 35)
                        + " "
                        + Character.digit('٣', 10)
                        + " "
                        + Character.isSpace(' '));
    }
}
