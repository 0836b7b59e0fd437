// Strings: building, searching, splitting by hand, comparing, hashing, conversion of numbers.
public class StringWork {
    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            StringBuilder sb = new StringBuilder();
            for (int i = 0; i < 40; i++)
                sb.append("item").append(i).append(',').append(round & 7).append(';');
            String s = sb.toString();
            for (int at = 0, next; (next = s.indexOf(';', at)) >= 0; at = next + 1) {
                String part = s.substring(at, next);
                int comma = part.indexOf(',');
                sum += Integer.parseInt(part.substring(4, comma));
                if (part.startsWith("item1") && part.endsWith("3")) sum += part.length();
            }
            sum += s.hashCode() + s.replace(';', ' ').toUpperCase().charAt(round % 50);
            for (int i = 0; i < s.length(); i += 3) if (s.charAt(i) == 'm') sum++;
            sum += ("key" + round).equals("key" + (round ^ 1)) ? 1 : s.compareTo("items");
        }
        System.out.println(sum);
    }
}
