package dev.latchkey.admin;

import dev.latchkey.coordination.Coordinator.Connection;
import dev.latchkey.coordination.Member;
import dev.latchkey.failure.RelayFailure;
import dev.latchkey.lane.ShardState;
import dev.latchkey.lane.ShardStatus;
import dev.latchkey.outbox.ClusterStatus;
import dev.latchkey.outbox.ClusterStatus.Backlog;
import dev.latchkey.outbox.ClusterStatus.ShardLine;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The whole cluster as this node sees it: the database's record, ZooKeeper's members and its own lanes in one. Thread-safe. */
final class ClusterView {
    private static final Duration REMEMBERED = Duration.ofSeconds(1);

    private final NodeView view;
    private final Clock clock;
    private final RecentAnswer<List<ShardLine>> recorded;
    private final RecentAnswer<Map<Integer, Backlog>> backlog;

    ClusterView(NodeView view, ClusterStatus status, Clock clock, LongSupplier nanoTime) {
        this.view = view;
        this.clock = clock;
        this.recorded = new RecentAnswer<>(status::shards, REMEMBERED, nanoTime);
        this.backlog = new RecentAnswer<>(status::backlog, REMEMBERED, nanoTime);
    }

    ShardsPage shards() {
        Errors errors = new Errors();
        Map<Integer, Holding> holdings = holdings(errors);
        Map<Integer, Backlog> unsent = errors.orElse(backlog, Map.of());
        List<ShardsPage.Line> lines = IntStream.range(0, view.shardMap().shards())
                .mapToObj(shard -> line(shard, holdings.get(shard), unsent.get(shard)))
                .toList();
        return new ShardsPage(view.identity().cluster(), view.identity().node(), lines, errors.text());
    }

    NodesPage nodes() {
        Errors errors = new Errors();
        Map<Integer, Holding> holdings = holdings(errors);
        Map<String, Member> members = members();
        Set<String> ids = new LinkedHashSet<>(members.keySet());
        holdings.values().stream()
                .map(Holding::owner)
                .filter(Objects::nonNull)
                .sorted()
                .forEach(ids::add);
        List<NodesPage.Node> nodes = ids.stream()
                .map(id -> node(id, members.get(id), shardsOf(id, holdings)))
                .toList();
        return new NodesPage(nodes, coordination(), errors.text());
    }

    KeyPage key(String key) {
        Errors errors = new Errors();
        int slot = KeySlots.slotOf(key);
        int shard = view.shardMap().shardOf(slot);
        Holding holding = holdings(errors).get(shard);
        return new KeyPage(
                key,
                slot,
                shard,
                holding.owner(),
                alive(holding.owner()),
                holding.epoch(),
                holding.state(),
                errors.text());
    }

    private ShardsPage.Line line(int shard, Holding holding, Backlog unsent) {
        Double age = unsent == null ? ownAge(holding) : unsent.oldestAgeSeconds();
        return new ShardsPage.Line(
                shard,
                view.shardMap().range(shard).toString(),
                holding.owner(),
                alive(holding.owner()),
                holding.epoch(),
                holding.state(),
                unsent == null ? null : unsent.unsent(),
                unsent != null && unsent.capped(),
                age == null ? null : rounded(age),
                holding.published(),
                holding.lastError(),
                holding.reportedSecondsAgo() == null ? null : rounded(holding.reportedSecondsAgo()));
    }

    /** What the lane's last read saw, where the database can't be asked. */
    private Double ownAge(Holding holding) {
        if (!holding.own()) {
            return null;
        }
        double age = view.lanes().oldest().ageSeconds(holding.shard()).orElse(0);
        return age > 0 ? age : null;
    }

    private static double rounded(double seconds) {
        return Math.round(seconds * 1000) / 1000.0;
    }

    private NodesPage.Node node(String id, Member member, List<Integer> shards) {
        boolean known = member != null;
        return new NodesPage.Node(
                id,
                known || id.equals(view.identity().node()),
                known ? member.adminAddress() : null,
                known ? member.version() : null,
                known ? member.startedAt().toString() : null,
                shards);
    }

    private static List<Integer> shardsOf(String node, Map<Integer, Holding> holdings) {
        return holdings.values().stream()
                .filter(holding -> node.equals(holding.owner()))
                .map(Holding::shard)
                .toList();
    }

    private NodesPage.Coordination coordination() {
        Connection connection = view.coordinator().connection();
        long seconds = Math.max(
                0, Duration.between(connection.since(), clock.instant()).toSeconds());
        return new NodesPage.Coordination(connection.state().name().toLowerCase(Locale.ROOT), seconds);
    }

    /** This node is alive whatever ZooKeeper says; of others nothing is known before the first contact. */
    private Boolean alive(String owner) {
        if (owner == null) {
            return null;
        }
        if (owner.equals(view.identity().node())) {
            return true;
        }
        Set<String> members = members().keySet();
        return members.isEmpty() ? null : members.contains(owner);
    }

    private Map<String, Member> members() {
        return view.coordinator().members().stream()
                .collect(Collectors.toMap(Member::id, Function.identity(), (a, b) -> b, TreeMap::new));
    }

    private Map<Integer, Holding> holdings(Errors errors) {
        List<ShardLine> lines = errors.orElse(recorded, List.of());
        Map<Integer, ShardLine> byShard = lines.stream().collect(Collectors.toMap(ShardLine::shard, line -> line));
        Map<Integer, ShardStatus> own = view.lanes().shards().get().stream()
                .collect(Collectors.toMap(ShardStatus::shard, status -> status, (a, b) -> b));
        Map<Integer, Holding> holdings = new TreeMap<>();
        for (int shard = 0; shard < view.shardMap().shards(); shard++) {
            holdings.put(
                    shard,
                    Holding.of(
                            shard,
                            byShard.get(shard),
                            own.get(shard),
                            view.identity().node()));
        }
        return holdings;
    }

    /** Who holds a shard and how it goes there. */
    private record Holding(
            int shard,
            String owner,
            boolean own,
            long epoch,
            String state,
            Long published,
            String lastError,
            Double reportedSecondsAgo) {

        /**
         * This node's own word counts where it holds the shard at the fence: it is newer than its report. The higher epoch
         * tells: had another node taken the shard since, the record would show a higher one.
         */
        static Holding of(int shard, ShardLine recorded, ShardStatus own, String node) {
            long epoch = recorded == null ? 0 : recorded.epoch();
            Long published = recorded == null ? null : recorded.published();
            boolean heldByOther = recorded != null
                    && recorded.owner() != null
                    && !recorded.owner().equals(node);
            if (own != null && own.epoch() >= epoch && own.epoch() > 0 && !(heldByOther && own.epoch() == epoch)) {
                return new Holding(
                        shard, node, true, own.epoch(), own.state().toString(), published, own.lastError(), null);
            }
            if (recorded == null) {
                String state = own == null ? null : ShardState.TAKING_OVER.toString();
                return new Holding(shard, null, false, 0, state, null, null, null);
            }
            return new Holding(
                    shard,
                    recorded.owner(),
                    false,
                    epoch,
                    recorded.state(),
                    published,
                    recorded.lastError(),
                    recorded.reportedSecondsAgo());
        }
    }

    /** Why parts of an answer are missing: each cause once. */
    private static final class Errors {
        private final Set<String> causes = new LinkedHashSet<>();

        <T> T orElse(RecentAnswer<T> answer, T otherwise) {
            try {
                return answer.get();
            } catch (RelayFailure e) {
                causes.add(e.getMessage());
                return otherwise;
            }
        }

        String text() {
            return causes.isEmpty() ? null : String.join("; ", causes);
        }
    }
}
