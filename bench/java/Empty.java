// An empty main: what it costs to start.
public class Empty {
    public static void main(String[] args) {}
}
