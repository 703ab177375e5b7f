package dev.latchkey.lab.demo;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a duration as people write it: {@code 60s}, {@code 2m}, {@code 500 ms}, {@code 1h}; a bare number is seconds. */
public final class KindDuration implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*(ms|s|sec|m|min|h)?");

    @Override
    public Duration convert(String value) {
        Matcher form = FORM.matcher(value.strip().toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            throw new TypeConversionException("'" + value + "' is no duration; write 60s, 2m or 500ms");
        }
        long amount = Long.parseLong(form.group(1));
        String unit = form.group(2) == null ? "s" : form.group(2);
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "m", "min" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofSeconds(amount);
        };
    }
}
