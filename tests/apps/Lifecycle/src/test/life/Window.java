package test.life;

public class Window extends Base {
}
