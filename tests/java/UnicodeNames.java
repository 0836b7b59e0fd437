// Identifiers, literals and escapes outside ASCII work in code, strings and reflection.
public class UnicodeNames {
    static int größe = 3; static String \u00fcber() { return "über"; } static class Ärger extends RuntimeException { }
    static final char EURO = '€';

    public static void main(String[] args) throws Exception {
        System.out.println(größe + über() + EURO + " " + "日本語".length() + " " + "😀".length() + " " + "😀".codePointCount(0, 2));
        try { throw new Ärger(); } catch (Ärger e) { System.out.println(e.getClass().getName()); }
        System.out.println(UnicodeNames.class.getDeclaredField("größe").getInt(null) + " " + UnicodeNames.class.getDeclaredMethod("über").invoke(null));
        System.out.println("\u0041\u00e9\u4e2d\ud83d\ude00" + "\0".length() + " " + (int) "\u0000x".charAt(0));
        StringBuilder sb = new StringBuilder();
        for (int cp : new int[] { 0x24, 0xa2, 0x20ac, 0x10348 }) sb.appendCodePoint(cp).append(' ');
        byte[] utf8 = sb.toString().getBytes("UTF-8");
        StringBuilder hex = new StringBuilder();
        for (byte b : utf8) hex.append(Integer.toHexString(b & 0xff)).append(' ');
        System.out.println(sb + "| " + hex);
        System.out.println(sb.reverse() + "|" + "a😀b".indexOf(0x1F600) + " " + "a😀b".indexOf('b') + " " + "a😀b".offsetByCodePoints(0, 2) + " " + Character.isSurrogatePair("😀".charAt(0), "😀".charAt(1)));
    }
}
