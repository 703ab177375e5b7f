package dev.latchkey.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final int NODES = 3;
    private static final List<Fault> FAULTS = Faults.all();

    @Test
    void theSeedReproducesTheSchedule() {
        assertThat(rounds(7, 200)).isEqualTo(rounds(7, 200)).isNotEqualTo(rounds(8, 200));
    }

    @Test
    void everyFaultComesOnEveryNodeWithinItsSpan() {
        List<Strike> strikes = rounds(1, 2_000).stream()
                .flatMap(round -> round.strikes().stream())
                .toList();

        assertThat(strikes)
                .allSatisfy(strike -> assertThat(strike.blow().length())
                        .isBetween(
                                strike.fault().span().least(),
                                strike.fault().span().most()));
        Set<String> seen = strikes.stream()
                .map(strike -> strike.fault().name() + strike.blow().node())
                .collect(Collectors.toSet());
        assertThat(seen).hasSize(FAULTS.size() * NODES);
    }

    @Test
    void pairsBreakDifferentParts() {
        List<Round> pairs = rounds(2, 500).stream()
                .filter(round -> round.strikes().size() == 2)
                .toList();

        assertThat(pairs)
                .hasSizeGreaterThan(50)
                .allSatisfy(pair -> assertThat(pair.strikes().get(0).fault().part())
                        .isNotEqualTo(pair.strikes().get(1).fault().part()));
    }

    @Test
    void oneFaultIsAskedForAndOneComes() {
        Schedule schedule = new Schedule(3, FAULTS, NODES);

        assertThat(IntStream.range(0, 200).mapToObj(i -> schedule.next(1)))
                .allSatisfy(round -> assertThat(round.strikes()).hasSize(1));
    }

    @Test
    void withoutFaultsThereIsNoSchedule() {
        assertThatThrownBy(() -> new Schedule(1, List.of(), NODES)).hasMessageContaining("needs faults and nodes");
    }

    @Test
    void whatIsPossibleIsFoundByItsNameAndNothingElse() {
        assertThat(Faults.possible())
                .isNotEmpty()
                .allSatisfy(fault -> assertThat(Faults.named(fault.name())).isSameAs(fault));
        assertThatThrownBy(() -> Faults.named("earthquake")).hasMessageContaining("there are kill, pause, stop");
    }

    private static List<Round> rounds(long seed, int count) {
        Schedule schedule = new Schedule(seed, FAULTS, NODES);
        return IntStream.range(0, count).mapToObj(i -> schedule.next(2)).toList();
    }
}
