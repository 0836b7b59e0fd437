package test.life;

public class Wide extends Base {
}
