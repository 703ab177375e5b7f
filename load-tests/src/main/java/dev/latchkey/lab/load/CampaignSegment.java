package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Verdict;
import dev.latchkey.lab.observe.KafkaObserver;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.workload.OrdersWorkload;
import dev.latchkey.lab.workload.Profile;
import dev.latchkey.lab.workload.WorkloadSettings;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Some rounds of a campaign under one workload, drawn at random, with a history that begins and ends with an empty outbox. */
final class CampaignSegment implements AutoCloseable {
    private static final Duration ASK = Duration.ofMillis(100);
    private static final Duration WARM_UP = Duration.ofSeconds(2);
    /** What was seen last may have a second copy shortly behind it. */
    private static final Duration DUPLICATES_LIMIT = Duration.ofSeconds(1);

    private static final int ANOMALIES_SHOWN = 20;
    private static final int MOST_EVENTS_PER_SECOND = 400;
    private static final int MOST_LARGE_PER_SECOND = 60;
    private static final int MOST_WRITERS = 6;
    private static final List<Named> WORKLOADS = List.of(
            new Named("steady", Profile.usual()),
            new Named("burst", Profile.burst()),
            new Named("hot-key", Profile.hotKey()),
            new Named("overlap", Profile.overlap()),
            new Named("long-transaction", Profile.longTransaction(3, Duration.ofSeconds(8))),
            new Named("mixed-sizes", Profile.mixedSizes()));

    private final LoadCluster cluster;
    private final KafkaObserver observer;
    private final HistoryRecorder history = new HistoryRecorder();
    private final String workloadName;
    private final WorkloadSettings settings;
    private final OrdersWorkload workload;

    CampaignSegment(LoadCluster cluster, KafkaObserver observer, SplittableRandom random) {
        this.cluster = cluster;
        this.observer = observer;
        Named named = WORKLOADS.get(random.nextInt(WORKLOADS.size()));
        this.workloadName = named.name;
        this.settings = draw(named, random.split());
        this.workload = new OrdersWorkload(settings, cluster::connect, history);
    }

    private static WorkloadSettings draw(Named workload, SplittableRandom random) {
        int most = workload.profile.largestPayload() == 0 ? MOST_EVENTS_PER_SECOND : MOST_LARGE_PER_SECOND;
        return new WorkloadSettings(
                random.nextInt(most / 4, most),
                random.nextInt(2, MOST_WRITERS + 1),
                OptionRules.mostEvents(),
                random.nextLong(),
                workload.profile);
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "             workload %s: %d events/s by %d writers",
                workloadName,
                settings.eventsPerSecond(),
                settings.writers());
    }

    void start() {
        observer.recordInto(history);
        workload.start();
        Waiting.within(WARM_UP, () -> false);
    }

    /** How the relay got over a round. */
    record Recovery(boolean flowing, List<String> unready, double seconds) {
        boolean complete() {
            return flowing && unready.isEmpty();
        }

        String line() {
            String flow = String.format(
                    Locale.ROOT, flowing ? "all arrived after %.1f s" : "events STILL MISSING after %.1f s", seconds);
            return unready.isEmpty() ? flow : flow + ", NOT READY: " + String.join(", ", unready);
        }
    }

    /** Waits until what was committed so far has arrived, none of it standing still for the limit, and nodes are ready. */
    Recovery awaitRecovery(Duration limit) {
        if (workload.isOver()) {
            throw new IllegalStateException("the writers stopped: their events fill the heap");
        }
        long from = System.nanoTime();
        boolean flowing = history.awaitDeliveredSoFar(limit);
        double seconds = (System.nanoTime() - from) / 1e9;
        // Nodes recover while a backlog drains; what has passed counts for them too.
        Duration rest = limit.minusNanos(System.nanoTime() - from);
        List<NodeProcess> nodes = cluster.nodes();
        Waiting.within(rest, ASK, () -> nodes.stream().allMatch(NodeProcess::isReady));
        List<String> unready = nodes.stream()
                .filter(node -> !node.isReady())
                .map(NodeProcess::id)
                .toList();
        return new Recovery(flowing, unready, seconds);
    }

    /** Stops the writers, waits until the outbox is empty, and judges. Returns whether every promise was kept. */
    boolean judge(Duration limit, PrintStream out, Consumer<Verdict> told) throws SQLException {
        workload.stop();
        history.awaitDeliveredSoFar(limit);
        boolean empty = awaitEmptyOutbox(limit);
        Waiting.within(DUPLICATES_LIMIT, () -> false);
        Verdict verdict = Checker.check(history.history());
        told.accept(verdict);
        out.printf("             %s%n", verdict.summary());
        verdict.anomalies().stream().limit(ANOMALIES_SHOWN).forEach(out::println);
        if (!empty) {
            out.printf("the outbox still holds rows %d s after the last commit%n", limit.toSeconds());
        }
        if (verdict.committed() == 0) {
            out.println("nothing was committed, so nothing is proven");
        }
        return verdict.isClean() && empty && verdict.committed() > 0;
    }

    /** Also a commit whose answer was lost has been published then. */
    private boolean awaitEmptyOutbox(Duration limit) throws SQLException {
        try (Connection connection = cluster.connect();
                Statement statement = connection.createStatement()) {
            long deadline = System.nanoTime() + limit.toNanos();
            boolean empty = false;
            while (!empty && deadline - System.nanoTime() > 0) {
                try (ResultSet row = statement.executeQuery("select not exists (select from public.outbox)")) {
                    row.next();
                    empty = row.getBoolean(1);
                }
                Waiting.within(empty ? Duration.ZERO : ASK, () -> false);
            }
            return empty;
        }
    }

    HistoryRecorder history() {
        return history;
    }

    long backlog() {
        return history.backlog();
    }

    long delivered() {
        return history.delivered();
    }

    private record Named(String name, Profile profile) {}

    @Override
    public void close() {
        workload.close();
    }
}
