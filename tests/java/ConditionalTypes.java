// The conditional operator, short circuits and compound assignments box, unbox and evaluate as specified.
public class ConditionalTypes {
    static StringBuilder log = new StringBuilder();

    static boolean t(String s) {
        log.append(s);
        return true;
    }

    static boolean f(String s) {
        log.append(s);
        return false;
    }

    static Integer none() {
        return null;
    }

    static int at(int i) {
        log.append(i);
        return i;
    }

    public static void main(String[] args) {
        boolean b = t("a") && f("b") && t("c") || t("d") | f("e") & t("f");
        System.out.println(b + " " + log);
        log.setLength(0);
        b = f("a") & t("b") ^ t("c");
        b |= t("d");
        b &= !f("e");
        b ^= true;
        System.out.println(b + " " + log);
        log.setLength(0);
        Object o = true ? 1 : "s";
        System.out.println(o.getClass().getSimpleName());
        o = true ? 1 : 2.0;
        System.out.println(o + " " + o.getClass().getSimpleName());
        o = true ? (Object) 1 : 2.0;
        System.out.println(o.getClass().getSimpleName());
        o = true ? 'a' : 0;
        System.out.println(o + " " + o.getClass().getSimpleName());
        int i = 0;
        o = true ? 'a' : i;
        System.out.println(o + " " + o.getClass().getSimpleName());
        o = false ? 1L : 'x';
        System.out.println(o + " " + o.getClass().getSimpleName());
        Integer boxed = null;
        try {
            int x = true ? boxed : 0;
            System.out.println(x);
        } catch (NullPointerException e) {
            System.out.println("unboxing null: NullPointerException");
        }
        try {
            if (none() == 1) System.out.println("?");
        } catch (NullPointerException e) {
            System.out.println("comparing null: NullPointerException");
        }
        Integer count = 5;
        count++;
        count += 2;
        ++count;
        System.out.println(count);
        Character c = 'a';
        c++;
        System.out.println(c);
        Long l = 5L;
        l <<= 3;
        System.out.println(l + " " + l.equals(40L) + " " + l.equals(40));
        int[] a = new int[5];
        a[at(1)] = at(2) + at(3) * at(4);
        System.out.println(log + " " + a[1]);
        log.setLength(0);
        a[at(2)] += a[at(1)]++;
        System.out.println(log + " " + a[1] + " " + a[2]);
        try {
            int[] none = null;
            none[at(3)] = at(4);
        } catch (NullPointerException e) {
            System.out.println("index and value come first: " + log);
        }
        int x = 1;
        x = x++ * 2 + x;
        System.out.println(x);
        int y = 10;
        y -= y++ - --y;
        System.out.println(y);
        String s = i > 0 ? "p" : i < 0 ? "n" : "z";
        System.out.println(s);
        Boolean bb = Boolean.TRUE;
        System.out.println(bb ? !bb : bb);
        byte by = 10;
        by *= 30;
        System.out.println(by);
        short sh = 1;
        sh += 1e9;
        System.out.println(sh);
        assert i == 1 : "assertions are off";
        System.out.println("done");
    }
}
