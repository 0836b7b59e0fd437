// What a weak map held is free after a collection: neither a value taken off the stack nor the library's own variables keep it.
// class files only
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;

public class WeakMapValues {
    static WeakReference<Object> key, value;

    static Map<Object, Object> build() {
        Object k = new Object(), v = new Object();
        key = new WeakReference<Object>(k);
        value = new WeakReference<Object>(v);
        Map<Object, Object> map = new WeakHashMap<Object, Object>();
        map.put(k, v);
        System.out.println("in the map: " + (map.get(k) == v));
        return map;
    }

    public static void main(String[] args) throws Exception {
        Map<Object, Object> map = build();
        for (int i = 0; i < 50 && (key.get() != null || value.get() != null); i++) {
            System.gc();
            Thread.sleep(1);
            map.isEmpty();
        }
        System.out.println("cleared: " + (key.get() == null) + " " + (value.get() == null) + ", left: " + map.size());
    }
}
