package dev.latchkey.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SampleTableTest {
    private static final int LIMIT = 40;
    private static final Column SPIKE = Column.ofEvents("spike");
    private static final Column DIP = Column.ofEvents("dip");

    private final SampleTable table = new SampleTable(LIMIT);

    @Property(tries = 300)
    void aSpikeAndADipOfOneSampleOutliveEveryThinning(
            @ForAll @IntRange(min = 1, max = 3_000) int samples, @ForAll @IntRange(max = 2_999) int position) {
        SampleTable filled = new SampleTable(LIMIT);
        int at = position % samples;
        for (int n = 0; n < samples; n++) {
            filled.add(n, Map.of(SPIKE, n == at ? 99.0 : 1.0, DIP, n == at ? 0.0 : 50.0));
        }

        assertThat(Arrays.stream(filled.values().get(SPIKE)).max()).hasValue(99);
        assertThat(Arrays.stream(filled.values().get(DIP)).min()).hasValue(0);
        assertThat(filled.times()).hasSizeLessThan(LIMIT + 2).isSorted();
        int spike = indexOf(filled.values().get(SPIKE), 99);
        assertThat(filled.times().get(spike)).isCloseTo(at, within(4.0 * samples / LIMIT + 2));
    }

    @Test
    void fewSamplesStayAsTheyCame() {
        for (int n = 0; n < LIMIT - 1; n++) {
            table.add(n, Map.of(SPIKE, (double) n));
        }

        assertThat(table.times()).hasSize(LIMIT - 1).startsWith(0.0, 1.0, 2.0);
        assertThat(table.values().get(SPIKE)).startsWith(0, 1, 2);
    }

    @Test
    void aColumnThatComesLateHasNothingBefore() {
        table.add(0, Map.of(SPIKE, 1.0));
        table.add(1, Map.of(SPIKE, 2.0, DIP, 3.0));
        table.add(2, Map.of(DIP, 4.0));

        assertThat(table.values().get(DIP)).containsExactly(Double.NaN, 3, 4);
        assertThat(table.values().get(SPIKE)).containsExactly(1, 2, Double.NaN);
    }

    @Test
    void aTimeWithoutValuesStaysAGap() {
        for (int n = 0; n < 10 * LIMIT; n++) {
            boolean away = n >= 4 * LIMIT && n < 6 * LIMIT;
            table.add(n, away ? Map.of(DIP, 1.0) : Map.of(SPIKE, 1.0, DIP, 1.0));
        }

        int middle = indexOfTime(5 * LIMIT);
        assertThat(table.values().get(SPIKE)[middle]).isNaN();
        assertThat(table.values().get(DIP)[middle]).isEqualTo(1);
    }

    @Test
    void aLimitThatGroupsCanNotFillIsRefused() {
        assertThatThrownBy(() -> new SampleTable(10)).hasMessageContaining("multiple of 4, not 10");
    }

    private int indexOfTime(double atSeconds) {
        return (int) table.times().stream().filter(time -> time < atSeconds).count();
    }

    private static int indexOf(double[] values, double wanted) {
        for (int n = 0; n < values.length; n++) {
            if (values[n] == wanted) {
                return n;
            }
        }
        throw new AssertionError(wanted + " is not there");
    }
}
