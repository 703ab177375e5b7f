package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.demo.ShardOwners;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.PostgresSettings;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** How long events of an owner's shards wait when it goes. */
final class Failover implements Scenario {
    static final int RATE = 300;
    private static final int LANES = 2;
    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final Duration AFTERWARDS = Duration.ofSeconds(5);
    private static final Duration ASK = Duration.ofMillis(250);
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private final FailoverOptions options;

    Failover(FailoverOptions options) {
        this.options = options;
    }

    @Override
    public int run(PrintStream out) throws SQLException {
        out.printf(
                "%d events/s; %d nodes, session timeout %d ms; %s one owner, %d time(s)%n",
                RATE, options.nodes(), options.sessionTimeout().toMillis(), options.signal(), options.times());
        try (LoadCluster cluster = cluster()) {
            cluster.start();
            try (EventFlow flow = new EventFlow(cluster, EventFlow.settings(RATE))) {
                flow.start();
                flow.letRun(WARM_UP);
                repeat(cluster, flow, out);
                return flow.judge(out);
            }
        }
    }

    private LoadCluster cluster() {
        String timeout = options.sessionTimeout().toMillis() + "ms";
        return new LoadCluster(
                PostgresSettings.defaults(),
                options.relayJar(),
                options.nodes(),
                LANES,
                config -> config.set("/zookeeper/sessionTimeout", timeout));
    }

    private void repeat(LoadCluster cluster, EventFlow flow, PrintStream out) {
        for (int time = 0; time < options.times(); time++) {
            ShardOwners before = awaitBalanced(cluster.nodes());
            NodeProcess victim = cluster.nodes().get(time % options.nodes());
            Set<Integer> shards = before.ownerOfShard().keySet().stream()
                    .filter(shard -> before.ownerOfShard().get(shard).equals(victim.id()))
                    .collect(Collectors.toSet());
            Duration wait = strike(cluster, flow, victim, shards);
            out.printf(
                    Locale.ROOT,
                    "%s, %d shards: longest wait of an event %.2f s%n",
                    victim.id(),
                    shards.size(),
                    wait.toMillis() / 1_000.0);
            Waiting.until(victim.id() + " has ended", LIMIT, () -> !victim.isAlive());
            cluster.startAgain(victim);
        }
        awaitBalanced(cluster.nodes());
    }

    private Duration strike(LoadCluster cluster, EventFlow flow, NodeProcess victim, Set<Integer> shards) {
        long from = System.nanoTime();
        if (options.signal() == FailoverOptions.Signal.kill) {
            victim.kill9();
        } else {
            victim.terminate();
        }
        awaitTakeover(cluster.nodes(), victim, shards);
        flow.letRun(AFTERWARDS);
        Outage outage = new Outage(shards, from, System.nanoTime());
        await(
                "every event since the signal had arrived",
                () -> outage.longestWait(flow.history().history()).isPresent());
        return outage.longestWait(flow.history().history()).orElseThrow();
    }

    private static void awaitTakeover(List<NodeProcess> nodes, NodeProcess victim, Set<Integer> shards) {
        List<NodeProcess> heirs = nodes.stream().filter(node -> node != victim).toList();
        List<String> ids = heirs.stream().map(NodeProcess::id).toList();
        await("the shards of " + victim.id() + " had new owners", () -> {
            SortedMap<Integer, String> owners = ShardOwners.ask(heirs).ownerOfShard();
            return shards.stream().allMatch(shard -> ids.contains(owners.getOrDefault(shard, "")));
        });
    }

    /** Every node has its share, which differs from another's by one shard at the most. */
    private static ShardOwners awaitBalanced(List<NodeProcess> nodes) {
        List<ShardOwners> last = new ArrayList<>();
        await("the shards were balanced", () -> {
            last.clear();
            last.add(ShardOwners.ask(nodes));
            Collection<String> owners = last.get(0).ownerOfShard().values();
            return owners.size() == LoadCluster.SHARDS
                    && nodes.stream()
                            .mapToInt(node -> Collections.frequency(owners, node.id()))
                            .allMatch(share -> share == LoadCluster.SHARDS / nodes.size()
                                    || share == LoadCluster.SHARDS / nodes.size() + 1)
                    && nodes.stream().map(NodeProcess::id).toList().containsAll(owners);
        });
        return last.get(0);
    }

    private static void await(String what, BooleanSupplier condition) {
        if (!Waiting.within(LIMIT, ASK, condition)) {
            throw new IllegalStateException("waited " + LIMIT.toSeconds() + " s in vain until " + what);
        }
    }
}
