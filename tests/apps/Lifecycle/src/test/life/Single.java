package test.life;

public class Single extends Base {
}
