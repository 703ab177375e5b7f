package dev.latchkey.lab.load;

import dev.latchkey.lab.peer.Contender;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** {@code load drain --vs}: the relay and a peer take the same backlog to the same broker, in turn. */
final class DrainComparison implements Scenario {
    private final DrainOptions options;
    private final int warmUpRows;
    private final RivalOptions rival;

    DrainComparison(DrainOptions options, int warmUpRows, RivalOptions rival) {
        this.options = options;
        this.warmUpRows = warmUpRows;
        this.rival = rival;
    }

    @Override
    public int run(PrintStream out) throws SQLException {
        try (LoadCluster cluster = LoadCluster.forComparison(
                new ClusterShape(options.nodes(), options.lanes(), LoadCluster.SHARDS),
                options.relayJar(),
                options::configure)) {
            cluster.startServers();
            cluster.migrate();
            try (Connection connection = cluster.connect();
                    Contender ours = new LatchkeyContender(cluster, options.line());
                    Contender theirs = rival.on(cluster.peerTarget());
                    VisibleOffsets visible = new VisibleOffsets(
                            cluster.bootstrapServers(), Set.of(RecordedBacklog.TOPIC), LoadCluster.PEER_PARTITIONS)) {
                visible.createTopics();
                Duel duel = new Duel(ours, theirs, out);
                duel.introduce();
                DrainCourse course = new DrainCourse(
                        connection,
                        visible,
                        new PublishedRange(cluster.bootstrapServers()),
                        warmUpRows,
                        options.rows(),
                        options.transaction());
                duel.warmUp(course.of(0, Math.max(1, warmUpRows)));
                duel.run(options.rounds(), course);
                return duel.conclude();
            }
        }
    }
}
