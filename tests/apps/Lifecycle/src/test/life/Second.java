package test.life;

public class Second extends Base {
}
