// A JSON parser and printer written by hand: recursion, strings, numbers, errors with positions.
import java.util.*;

public class JsonByHand {
    static class Failure extends RuntimeException {
        Failure(String m, int at) {
            super(m + " at " + at);
        }
    }

    private final String s;
    private int i;

    JsonByHand(String s) {
        this.s = s;
    }

    static Object parse(String s) {
        JsonByHand p = new JsonByHand(s);
        Object v = p.value();
        p.space();
        if (p.i < s.length()) throw new Failure("trailing text", p.i);
        return v;
    }

    private void space() {
        while (i < s.length() && " \t\r\n".indexOf(s.charAt(i)) >= 0) i++;
    }

    private char peek() {
        space();
        if (i >= s.length()) throw new Failure("unexpected end", i);
        return s.charAt(i);
    }

    private void expect(char c) {
        if (peek() != c) throw new Failure("expected " + c, i);
        i++;
    }

    private Object value() {
        switch (peek()) {
            case '{':
                {
                    Map<String, Object> m = new LinkedHashMap<String, Object>();
                    i++;
                    if (peek() == '}') {
                        i++;
                        return m;
                    }
                    do {
                        String k = string();
                        expect(':');
                        m.put(k, value());
                    } while (next('}'));
                    return m;
                }
            case '[':
                {
                    List<Object> l = new ArrayList<Object>();
                    i++;
                    if (peek() == ']') {
                        i++;
                        return l;
                    }
                    do l.add(value());
                    while (next(']'));
                    return l;
                }
            case '"':
                return string();
            case 't':
                return word("true", true);
            case 'f':
                return word("false", false);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private boolean next(char end) {
        char c = peek();
        if (c == ',') {
            i++;
            return true;
        }
        if (c == end) {
            i++;
            return false;
        }
        throw new Failure("expected , or " + end, i);
    }

    private Object word(String w, Object v) {
        if (!s.startsWith(w, i)) throw new Failure("bad word", i);
        i += w.length();
        return v;
    }

    private String string() {
        expect('"');
        StringBuilder sb = new StringBuilder();
        while (true) {
            if (i >= s.length()) throw new Failure("open string", i);
            char c = s.charAt(i++);
            if (c == '"') return sb.toString();
            if (c != '\\') {
                sb.append(c);
                continue;
            }
            c = s.charAt(i++);
            switch (c) {
                case 'n':
                    sb.append('\n');
                    break;
                case 't':
                    sb.append('\t');
                    break;
                case 'u':
                    sb.append((char) Integer.parseInt(s.substring(i, i + 4), 16));
                    i += 4;
                    break;
                default:
                    sb.append(c);
            }
        }
    }

    private Object number() {
        int from = i;
        while (i < s.length() && "+-.eE0123456789".indexOf(s.charAt(i)) >= 0) i++;
        if (from == i) throw new Failure("unexpected " + s.charAt(i), i);
        String n = s.substring(from, i);
        if (n.matches("-?\\d+")) return Long.valueOf(n);
        return Double.valueOf(n);
    }

    static void print(Object o, StringBuilder out) {
        if (o instanceof Map) {
            String sep = "{";
            for (Map.Entry<?, ?> e : ((Map<?, ?>) o).entrySet()) {
                out.append(sep);
                print(e.getKey(), out);
                out.append(':');
                print(e.getValue(), out);
                sep = ",";
            }
            out.append(((Map<?, ?>) o).isEmpty() ? "{}" : "}");
        } else if (o instanceof List) {
            String sep = "[";
            for (Object x : (List<?>) o) {
                out.append(sep);
                print(x, out);
                sep = ",";
            }
            out.append(((List<?>) o).isEmpty() ? "[]" : "]");
        } else if (o instanceof String) {
            out.append('"');
            for (char c : ((String) o).toCharArray()) {
                if (c == '"' || c == '\\') out.append('\\').append(c);
                else if (c < ' ') out.append(String.format("\\u%04x", (int) c));
                else out.append(c);
            }
            out.append('"');
        } else out.append(o);
    }

    public static void main(String[] args) {
        for (String t :
                new String[] {
                    "{}",
                    "[]",
                    " [1, -2.5e3, true, null, \"a\\n\\u20ac\\\"\"] ",
                    "{\"k\":{\"n\":[{\"x\":[]}]},\"b\":false}",
                    "[1,]",
                    "{\"a\"}",
                    "[1 2]",
                    "tru",
                    "\"open",
                    "[[[[1]]]]x",
                    "",
                    "{\"a\":1,\"a\":2}"
                })
            try {
                StringBuilder sb = new StringBuilder();
                Object o = parse(t);
                print(o, sb);
                System.out.println(sb + " " + parse(sb.toString()).equals(o));
            } catch (Failure e) {
                System.out.println(e.getMessage());
            }
        StringBuilder big = new StringBuilder("[");
        for (int i = 0; i < 2000; i++)
            big.append(i == 0 ? "" : ",")
                    .append("{\"id\":")
                    .append(i)
                    .append(",\"name\":\"item ")
                    .append(i)
                    .append("\",\"tags\":[\"a\",\"b\"]}");
        StringBuilder back = new StringBuilder();
        print(parse(big.append(']').toString()), back);
        System.out.println(back.length() + " " + back.toString().equals(big.toString()));
    }
}
