// BigInteger: arithmetic, division rules, shifts and bits of negative numbers, modular arithmetic, primes, radices.
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;

public class BigIntegers {
    static BigInteger b(String s) {
        return new BigInteger(s);
    }

    public static void main(String[] args) {
        BigInteger x = b("123456789012345678901234567890"),
                y = b("-987654321098765432109876543210");
        System.out.println(
                x.add(y)
                        + " "
                        + x.subtract(y)
                        + " "
                        + x.multiply(y)
                        + " "
                        + y.divide(x)
                        + " "
                        + y.remainder(x)
                        + " "
                        + y.mod(x)
                        + " "
                        + Arrays.toString(y.divideAndRemainder(b("97"))));
        System.out.println(
                x.pow(5)
                        + " "
                        + x.negate()
                        + " "
                        + y.abs()
                        + " "
                        + y.signum()
                        + " "
                        + x.compareTo(y)
                        + " "
                        + x.equals(b("123456789012345678901234567890"))
                        + " "
                        + x.max(y).equals(x)
                        + " "
                        + x.min(y).equals(y));
        System.out.println(
                x.gcd(b("30"))
                        + " "
                        + b("3").modPow(b("1000"), b("1000007"))
                        + " "
                        + b("3").modInverse(b("11"))
                        + " "
                        + b("65537").isProbablePrime(50)
                        + b("65539").isProbablePrime(50)
                        + b("2").pow(127).subtract(BigInteger.ONE).isProbablePrime(20)
                        + b("65541").isProbablePrime(20)
                        + " "
                        + b("100").nextProbablePrime());
        System.out.println(
                x.shiftLeft(70)
                        + " "
                        + y.shiftRight(65)
                        + " "
                        + b("-1").shiftRight(100)
                        + " "
                        + x.and(y)
                        + " "
                        + x.or(y)
                        + " "
                        + x.xor(y)
                        + " "
                        + y.not()
                        + " "
                        + x.andNot(y)
                        + " "
                        + x.bitLength()
                        + y.bitLength()
                        + " "
                        + x.bitCount()
                        + " "
                        + y.bitCount()
                        + " "
                        + x.testBit(3)
                        + y.testBit(200)
                        + " "
                        + x.setBit(200).bitLength()
                        + x.clearBit(1)
                        + x.flipBit(0)
                        + " "
                        + x.getLowestSetBit()
                        + " "
                        + BigInteger.ZERO.getLowestSetBit());
        System.out.println(
                x.toString(2)
                        + " "
                        + x.toString(16)
                        + " "
                        + y.toString(36)
                        + " "
                        + new BigInteger("zz", 36)
                        + " "
                        + new BigInteger("-ff", 16)
                        + " "
                        + Arrays.toString(y.toByteArray())
                        + " "
                        + new BigInteger(new byte[] {-1, 0})
                        + " "
                        + new BigInteger(1, new byte[] {-1, 0})
                        + " "
                        + new BigInteger(-1, new byte[] {1, 0})
                        + Arrays.toString(BigInteger.ZERO.toByteArray())
                        + Arrays.toString(b("128").toByteArray()));
        System.out.println(
                x.intValue()
                        + " "
                        + x.longValue()
                        + " "
                        + y.doubleValue()
                        + " "
                        + x.floatValue()
                        + " "
                        + b("10").pow(400).doubleValue()
                        + " "
                        + BigInteger.valueOf(Long.MIN_VALUE).negate()
                        + " "
                        + BigInteger.TEN.byteValue());
        int ex = 0;
        try {
            x.divide(BigInteger.ZERO);
        } catch (ArithmeticException e) {
            ex++;
        }
        try {
            x.mod(y);
        } catch (ArithmeticException e) {
            ex++;
        }
        try {
            b("12a");
        } catch (NumberFormatException e) {
            ex++;
        }
        try {
            b("");
        } catch (NumberFormatException e) {
            ex++;
        }
        try {
            x.pow(-1);
        } catch (ArithmeticException e) {
            ex++;
        }
        try {
            b("2").modInverse(b("4"));
        } catch (ArithmeticException e) {
            ex++;
        }
        System.out.println(ex);
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 200; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f);
        BigInteger a = BigInteger.ZERO, c = BigInteger.ONE;
        for (int i = 0; i < 500; i++) {
            BigInteger t = a.add(c);
            a = c;
            c = t;
        }
        System.out.println(a);
        Random r = new Random(9);
        boolean ok = true;
        for (int i = 0; i < 200; i++) {
            byte[] p = new byte[1 + r.nextInt(60)], q = new byte[1 + r.nextInt(30)];
            r.nextBytes(p);
            r.nextBytes(q);
            BigInteger m = new BigInteger(p), n = new BigInteger(q);
            if (n.signum() == 0) continue;
            BigInteger[] qr = m.divideAndRemainder(n);
            ok &=
                    qr[0].multiply(n).add(qr[1]).equals(m)
                            && qr[1].abs().compareTo(n.abs()) < 0
                            && new BigInteger(m.toString()).equals(m)
                            && new BigInteger(m.toByteArray()).equals(m)
                            && m.xor(n).xor(n).equals(m)
                            && m.multiply(n).divide(n).equals(m);
        }
        System.out.println(ok);
    }
}
