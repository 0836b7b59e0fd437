// BigDecimal: scale, every rounding mode, division, contexts, printing in plain, scientific and engineering form.
import java.math.*;

public class BigDecimals {
    static BigDecimal d(String s) {
        return new BigDecimal(s);
    }

    public static void main(String[] args) {
        System.out.println(
                d("1.10").add(d("2.205"))
                        + " "
                        + d("1.10").subtract(d("1.1"))
                        + " "
                        + d("1.10").multiply(d("-2.20"))
                        + " "
                        + d("10").divide(d("4"))
                        + " "
                        + d("10").divide(d("3"), 5, RoundingMode.HALF_UP)
                        + " "
                        + d("1").divide(d("7"), MathContext.DECIMAL64)
                        + " "
                        + d("7.5").remainder(d("2"))
                        + " "
                        + d("-7.5").divideToIntegralValue(d("2")).intValue()
                        + " "
                        + d("2.5").pow(3)
                        + " "
                        + d("-1.5").abs()
                        + d("1.5").negate()
                        + d("0.00").signum());
        for (String s :
                new String[] {
                    "5.5", "2.5", "1.6", "1.1", "1.0", "-1.0", "-1.1", "-1.6", "-2.5", "-5.5"
                }) {
            StringBuilder sb = new StringBuilder(s).append(':');
            for (RoundingMode m : RoundingMode.values())
                if (m != RoundingMode.UNNECESSARY) sb.append(' ').append(d(s).setScale(0, m));
            System.out.println(sb);
        }
        for (String s :
                new String[] {
                    "0",
                    "0.000",
                    "123.4500",
                    "1E+3",
                    "1E-10",
                    "-1.5E+20",
                    "0E-7",
                    "0E+3",
                    "123456789E-20",
                    "12345E10"
                }) {
            BigDecimal x = d(s);
            System.out.println(
                    s
                            + ": "
                            + x
                            + " "
                            + x.toPlainString()
                            + " "
                            + x.scale()
                            + " "
                            + x.unscaledValue()
                            + (x.signum() == 0
                                    ? ""
                                    : " "
                                            + x.toEngineeringString()
                                            + " "
                                            + x.precision()
                                            + " "
                                            + x.stripTrailingZeros()));
        }
        System.out.println(
                d("2.0").equals(d("2.00"))
                        + " "
                        + d("2.0").compareTo(d("2.00"))
                        + " "
                        + new BigDecimal(0.1)
                        + " "
                        + BigDecimal.valueOf(0.1)
                        + " "
                        + BigDecimal.valueOf(100, 2)
                        + " "
                        + new BigDecimal(new BigInteger("12345"), -2)
                        + " "
                        + new BigDecimal("12345.678", new MathContext(3))
                        + " "
                        + new BigDecimal(1e-5).round(new MathContext(4))
                        + " "
                        + d("999.99").round(new MathContext(2)));
        System.out.println(
                d("123.456").movePointLeft(4)
                        + " "
                        + d("123.456").movePointRight(5)
                        + " "
                        + d("123.456").scaleByPowerOfTen(10)
                        + " "
                        + d("123.456").ulp()
                        + " "
                        + d("123.999").intValue()
                        + " "
                        + d("1e20").longValue()
                        + " "
                        + d("1.5").doubleValue()
                        + " "
                        + d("1e400").doubleValue()
                        + " "
                        + d("123.456").toBigInteger()
                        + " "
                        + d("7").max(d("8"))
                        + d("7.0").min(d("7.00"))
                        + d("3").plus(new MathContext(1)));
        int ex = 0;
        try {
            d("1").divide(d("3"));
        } catch (ArithmeticException e) {
            ex++;
        }
        try {
            d("1").divide(d("0"));
        } catch (ArithmeticException e) {
            ex++;
        }
        try {
            d("1.25").setScale(1, RoundingMode.UNNECESSARY);
        } catch (ArithmeticException e) {
            ex++;
        }
        try {
            d("abc");
        } catch (NumberFormatException e) {
            ex++;
        }
        try {
            new BigDecimal(Double.NaN);
        } catch (NumberFormatException e) {
            ex++;
        }
        try {
            d("1.5").toBigIntegerExact();
        } catch (ArithmeticException e) {
            ex++;
        }
        try {
            d("300").byteValueExact();
        } catch (ArithmeticException e) {
            ex++;
        }
        System.out.println(ex + " " + d("42").intValueExact());
        BigDecimal x = d("2"), guess = d("1");
        for (int i = 0; i < 8; i++)
            guess =
                    guess.add(x.divide(guess, 50, RoundingMode.HALF_EVEN))
                            .divide(d("2"), 50, RoundingMode.HALF_EVEN);
        System.out.println(guess.setScale(45, RoundingMode.DOWN));
        BigDecimal[] qr = d("100.5").divideAndRemainder(d("7"));
        System.out.println(
                qr[0].intValue()
                        + " "
                        + qr[1].doubleValue()
                        + " "
                        + MathContext.DECIMAL32
                        + " "
                        + new MathContext("precision=5 roundingMode=FLOOR").getPrecision()
                        + " "
                        + BigDecimal.TEN.precision());
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 1; i <= 100; i++)
            sum = sum.add(BigDecimal.ONE.divide(BigDecimal.valueOf(i), 30, RoundingMode.HALF_UP));
        System.out.println(sum);
    }
}
