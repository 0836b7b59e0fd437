package test.life;

public class Alone extends Base {
}
