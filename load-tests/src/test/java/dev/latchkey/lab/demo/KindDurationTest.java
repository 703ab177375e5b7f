package dev.latchkey.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

class KindDurationTest {
    @ParameterizedTest
    @CsvSource({"60s,PT1M", "2m,PT2M", "500 ms,PT0.5S", "1h,PT1H", "15,PT15S", "3MIN,PT3M", "' 4 s ',PT4S"})
    void readsWhatPeopleWrite(String text, Duration expected) {
        assertThat(new KindDuration().convert(text)).isEqualTo(expected);
    }

    @Test
    void saysWhatItWants() {
        assertThatThrownBy(() -> new KindDuration().convert("soon"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("'soon' is no duration; write 60s, 2m or 500ms");
    }
}
