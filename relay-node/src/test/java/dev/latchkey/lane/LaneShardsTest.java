package dev.latchkey.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.coordination.OwnershipTerm;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.lane.ShardOrders.Kind;
import dev.latchkey.outbox.EventRef;
import dev.latchkey.outbox.OwnershipFence;
import dev.latchkey.outbox.ProgressMark;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The coordinator's thread goes on while a lane is in the middle of a call to the fence: a shard that is won again meanwhile
 * must be served. Found by the simulation, as a shard that nobody served although its latch was held.
 */
class LaneShardsTest {
    private static final OwnershipTerm OLD = new OwnershipTerm(0, 1, Instant.EPOCH);
    private static final OwnershipTerm NEW = new OwnershipTerm(0, 2, Instant.EPOCH);

    private final LaneSettings settings =
            new LaneSettings("a", Duration.ofMillis(1), Duration.ofMillis(5), System::nanoTime, bound -> 0);
    private final FakeFence fence = new FakeFence();
    private final List<OwnershipTerm> released = new ArrayList<>();
    private final LaneShards shards = new LaneShards(settings, fence, new Events());

    @Test
    void aShardWonAgainDuringARefusedTakeOverIsTakenUnderTheNewTerm() throws Exception {
        fence.refuses = true;
        fence.meanwhile = () -> order(NEW, Kind.SERVE);
        order(OLD, Kind.SERVE);
        turn();

        fence.refuses = false;
        turn();
        assertThat(shards.active()).containsExactly(0);
    }

    @Test
    void aShardWonAgainDuringItsReleaseIsTakenUnderTheNewTerm() throws Exception {
        order(OLD, Kind.SERVE);
        turn();
        order(OLD, Kind.DRAIN);
        fence.meanwhile = () -> {
            shards.orders().forget(OLD);
            order(NEW, Kind.SERVE);
        };
        turn();
        assertThat(released).containsExactly(OLD);

        turn();
        assertThat(shards.active()).containsExactly(0);
    }

    @Test
    void aShardWonAgainWhileItsDrainWaitsIsTakenUnderTheNewTerm() throws Exception {
        order(OLD, Kind.SERVE);
        turn();
        order(OLD, Kind.DRAIN);
        shards.follow(false, 0);
        shards.orders().forget(OLD);
        order(NEW, Kind.SERVE);
        turn();
        assertThat(released).containsExactly(OLD);

        turn();
        assertThat(shards.active()).containsExactly(0);
    }

    private void order(OwnershipTerm term, Kind kind) {
        shards.orders().put(term, kind);
    }

    private void turn() throws RelayFailure {
        shards.follow(true, 0);
        shards.takeOver(new Incarnation("lane", null, null));
    }

    private final class Events implements LaneEvents {
        @Override
        public void released(OwnershipTerm term) {
            released.add(term);
        }

        @Override
        public void contested(OwnershipTerm term) {
            assertThat(term).isEqualTo(OLD);
        }
    }

    /** Grants or refuses everything; the next call lets something else happen in the middle of it. */
    private static final class FakeFence implements OwnershipFence {
        private boolean refuses;
        private Runnable meanwhile = () -> {};

        private void inTheMiddle() {
            Runnable once = meanwhile;
            meanwhile = () -> {};
            once.run();
        }

        @Override
        public void open(String lane, String node, ProgressMark start) {}

        @Override
        public TakeOver takeOver(String lane, Map<Integer, String> wanted) {
            inTheMiddle();
            if (refuses) {
                return new TakeOver(List.of(), new HashSet<>(wanted.keySet()));
            }
            List<Grant> granted = wanted.keySet().stream()
                    .map(shard -> new Grant(shard, 1, null))
                    .toList();
            return new TakeOver(granted, Set.of());
        }

        @Override
        public void resolveDoubt(String lane, String doubted, Set<Integer> shards, Collection<EventRef> published) {}

        @Override
        public void release(String lane, Set<Integer> shards) {
            inTheMiddle();
        }

        @Override
        public void report(String lane, List<ShardReport> reports) {}
    }
}
