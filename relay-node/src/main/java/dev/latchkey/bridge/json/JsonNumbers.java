package dev.latchkey.bridge.json;

import com.fasterxml.jackson.core.io.schubfach.DoubleToDecimal;
import java.math.BigDecimal;

/** Doubles as ECMA-262's {@code Number::toString} writes them, within JSON. */
final class JsonNumbers {
    /** Every whole number below it is written with its digits alone, however it is computed. */
    private static final double EXACT = 1L << 53;

    private JsonNumbers() {}

    /** What no double can hold is infinite, and that JSON has no word for but null. */
    static String write(double value) {
        if (Double.isInfinite(value)) {
            return "null";
        }
        if (value == Math.rint(value) && Math.abs(value) < EXACT) {
            return Long.toString((long) value);
        }
        return (value < 0 ? "-" : "") + positive(Math.abs(value));
    }

    private static String positive(double value) {
        BigDecimal shortest = shortest(value);
        String digits = shortest.unscaledValue().toString();
        // The value is 0.digits times ten to the power of this.
        int point = digits.length() - shortest.scale();
        if (point > 21 || point < -5) {
            int exponent = point - 1;
            return digits.charAt(0)
                    + (digits.length() > 1 ? "." + digits.substring(1) : "")
                    + (exponent < 0 ? "e-" : "e+")
                    + Math.abs(exponent);
        }
        if (point <= 0) {
            return "0." + "0".repeat(-point) + digits;
        }
        return point >= digits.length()
                ? digits + "0".repeat(point - digits.length())
                : digits.substring(0, point) + "." + digits.substring(point);
    }

    /**
     * The decimal of the fewest digits that is read as this double, the closest one of them. Java's rule differs in one
     * thing: it prefers two digits to one where they are closer, 4.9E-324 to 5e-324.
     */
    private static BigDecimal shortest(double value) {
        BigDecimal javas = new BigDecimal(DoubleToDecimal.toString(value)).stripTrailingZeros();
        if (javas.precision() != 2) {
            return javas;
        }
        int tens = javas.unscaledValue().intValue() / 10;
        boolean up = javas.unscaledValue().intValue() % 10 >= 5;
        BigDecimal one = BigDecimal.valueOf(up ? tens + 1 : tens, javas.scale() - 1);
        return one.doubleValue() == value ? one.stripTrailingZeros() : javas;
    }
}
