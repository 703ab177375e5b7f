package dev.latchkey.lab.load;

import dev.latchkey.lab.peer.Contender;
import dev.latchkey.lab.workload.OrdersSchema;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** {@code load steady --vs}: the relay and a peer under the same steady workload, in turn. */
final class SteadyComparison implements Scenario {
    private final TrialPlan plan;
    private final ClusterShape shape;
    private final Path relayJar;
    private final int rounds;
    private final RivalOptions rival;

    SteadyComparison(TrialPlan plan, ClusterShape shape, Path relayJar, int rounds, RivalOptions rival) {
        this.plan = plan;
        this.shape = shape;
        this.relayJar = relayJar;
        this.rounds = rounds;
        this.rival = rival;
    }

    @Override
    public int run(PrintStream out) throws SQLException {
        out.println(plan.line());
        try (LoadCluster cluster = LoadCluster.forComparison(shape, relayJar, config -> {})) {
            cluster.startServers();
            try (Connection connection = cluster.connect()) {
                OrdersSchema.create(connection);
                cluster.migrate();
                return compare(cluster, connection, out);
            }
        }
    }

    private int compare(LoadCluster cluster, Connection connection, PrintStream out) throws SQLException {
        try (Contender ours = new LatchkeyContender(cluster, cluster.line());
                Contender theirs = rival.on(cluster.peerTarget());
                VisibleOffsets visible = SteadyCourse.visible(cluster)) {
            visible.createTopics();
            SteadyCourse course = new SteadyCourse(cluster, connection, visible, plan);
            Duel duel = new Duel(ours, theirs, out);
            duel.introduce();
            duel.warmUp(course.of(plan.runFor().dividedBy(4)));
            duel.run(rounds, course);
            return duel.conclude();
        }
    }
}
