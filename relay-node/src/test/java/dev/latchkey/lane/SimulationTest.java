package dev.latchkey.lane;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.latchkey.lane.Simulation.Result;
import dev.latchkey.outbox.postgres.PlantedBug;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.slf4j.LoggerFactory;

/**
 * Lanes on simulated servers, through thousands of schedules of crashes, pauses, lost answers and lost sessions.
 *
 * <p>{@code -Dlatchkey.simulation.schedules=N} runs N schedules, {@code -Dlatchkey.simulation.first=SEED} begins elsewhere,
 * {@code -Dlatchkey.simulation.seed=SEED} runs one schedule and prints what happens in it.
 */
class SimulationTest {
    private static final long SCHEDULES = Long.getLong("latchkey.simulation.schedules", 6_000);
    private static final long FIRST = Long.getLong("latchkey.simulation.first", 1);
    private static final Long ONE = Long.getLong("latchkey.simulation.seed");

    /** A planted bug must be found within so many schedules. */
    private static final long BUG_LIMIT = 2_000;

    private static final Logger LOG = (Logger) LoggerFactory.getLogger("dev.latchkey");

    /** Faults make lanes talk: only a schedule that is looked at alone may. */
    @BeforeAll
    static void setLog() {
        LOG.setLevel(ONE == null ? Level.OFF : Level.DEBUG);
    }

    @AfterAll
    static void resetLog() {
        LOG.setLevel(null);
    }

    @Test
    void everyScheduleEndsWithEachCommittedEventSeenOnceAndInOrder() {
        LongStream seeds = ONE == null ? LongStream.range(FIRST, FIRST + SCHEDULES) : LongStream.of(ONE);
        seeds.forEach(seed -> {
            Result result = Simulation.run(seed, PlantedBug.NONE);
            assertThat(result.isClean())
                    .as(
                            "schedule of seed %d (-Dlatchkey.simulation.seed=%d shows it): %d rows left, %d alarms, %s",
                            seed, seed, result.left(), result.alarms(), result.verdict())
                    .isTrue();
        });
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void aPlantedBugIsFound(PlantedBug bug) {
        OptionalLong found = LongStream.range(FIRST, FIRST + BUG_LIMIT)
                .filter(seed -> !Simulation.run(seed, bug).verdict().isClean())
                .findFirst();
        assertThat(found).as("seed that finds %s", bug).isPresent();
    }
}
