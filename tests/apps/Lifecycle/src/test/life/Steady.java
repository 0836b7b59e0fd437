package test.life;

public class Steady extends Base {
}
