// Calls through interfaces with one, two and many receivers.
public class InterfaceCalls {
    interface Shape {
        int area(int scale);
    }

    interface Named {
        int code();
    }

    static class Square implements Shape, Named {
        final int a;

        Square(int a) {
            this.a = a;
        }

        public int area(int s) {
            return a * a * s;
        }

        public int code() {
            return 1;
        }
    }

    static class Circle implements Shape, Named {
        final int r;

        Circle(int r) {
            this.r = r;
        }

        public int area(int s) {
            return 3 * r * r * s;
        }

        public int code() {
            return 2;
        }
    }

    static class Line implements Shape, Named {
        public int area(int s) {
            return 0;
        }

        public int code() {
            return 3;
        }
    }

    static class Cube extends Square {
        Cube(int a) {
            super(a);
        }

        @Override
        public int area(int s) {
            return 6 * super.area(s);
        }

        @Override
        public int code() {
            return 4;
        }
    }

    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        Shape[] many = {new Square(2), new Circle(3), new Line(), new Cube(1)};
        Shape one = new Square(5);
        long sum = 0;
        for (int round = 0; round < rounds; round++)
            for (int i = 0; i < 400; i++) {
                Shape s = many[i & 3];
                sum += s.area(i) + ((Named) s).code();
                sum += one.area(round) + many[i & 1].area(2);
            }
        System.out.println(sum);
    }
}
