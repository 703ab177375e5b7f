package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.ServerFailure;
import java.sql.SQLException;
import java.time.Duration;

/** Starts nodes on a backlog and watches it go, by looks at the table. For one thread. */
final class BacklogDrain {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration BEGIN_LIMIT = Duration.ofSeconds(90);
    /** Without progress for this long the drain has failed, however long a drain may take. */
    private static final Duration STALL_LIMIT = Duration.ofSeconds(60);

    private static final int TAIL_LINES = 10;

    private final LoadCluster cluster;

    BacklogDrain(LoadCluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Starts the nodes and returns when the backlog is gone.
     *
     * @param onLook called at every look, so it has to be quick
     */
    DrainCurve run(Backlog backlog, int rows, Runnable onLook) throws SQLException {
        cluster.nodes().forEach(NodeProcess::start);
        DrainCurve curve = new DrainCurve(rows);
        long least = rows;
        long progressed = System.nanoTime();
        while (!curve.isOver()) {
            Waiting.within(LOOK, () -> false);
            long unsent = backlog.unsent();
            long now = System.nanoTime();
            curve.add(now, unsent);
            onLook.run();
            progressed = unsent < least ? now : progressed;
            least = Math.min(least, unsent);
            Duration limit = curve.hasBegun() ? STALL_LIMIT : BEGIN_LIMIT;
            if (now - progressed > limit.toNanos() || nobodyLives()) {
                throw stalled(unsent, Duration.ofNanos(now - progressed));
            }
        }
        return curve;
    }

    private boolean nobodyLives() {
        return cluster.nodes().stream().noneMatch(NodeProcess::isAlive);
    }

    private ServerFailure stalled(long unsent, Duration since) {
        NodeProcess first = cluster.nodes().get(0);
        return new ServerFailure("%s without progress for %d s, about %,d rows unsent; the log of %s ends:%n%s"
                .formatted(
                        nobodyLives() ? "every node ended," : "nodes run",
                        since.toSeconds(),
                        unsent,
                        first.id(),
                        first.logTail(TAIL_LINES)));
    }
}
