package test.life;

public class Once extends Base {
}
