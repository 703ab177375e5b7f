package dev.latchkey.lab.load;

import dev.latchkey.lab.history.Checker;
import dev.latchkey.lab.history.HistoryRecorder;
import dev.latchkey.lab.history.Sighting;
import dev.latchkey.lab.load.Lap.Course;
import dev.latchkey.lab.load.Lap.Figure;
import dev.latchkey.lab.peer.Contender;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.ServerFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * A backlog that is written while the contender is down; then it starts. What counts is when its events can be read from the
 * broker, for both alike. For one thread.
 */
final class DrainCourse implements Course {
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration FAILURE_LOOK = Duration.ofSeconds(2);
    /** So long without progress may mean that all is there: worth a read of it. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    private static final Duration BEGIN_LIMIT = Duration.ofMinutes(3);
    /** So long without progress, once there was some, is the end. What is missing then is lost. */
    private static final Duration STALL_LIMIT = Duration.ofSeconds(60);

    private final Connection connection;
    private final VisibleOffsets visible;
    private final PublishedRange published;
    private final int warmUpRows;
    private final int rows;
    private final int transaction;

    /**
     * @param warmUpRows the first to be published, which a young JVM does slowly
     * @param rows that are published after them: the measured ones
     * @param transaction rows that are committed at a time
     */
    DrainCourse(
            Connection connection,
            VisibleOffsets visible,
            PublishedRange published,
            int warmUpRows,
            int rows,
            int transaction) {
        this.connection = connection;
        this.visible = visible;
        this.published = published;
        this.warmUpRows = warmUpRows;
        this.rows = rows;
        this.transaction = transaction;
    }

    /** The same with other numbers of rows. */
    DrainCourse of(int otherWarmUpRows, int otherRows) {
        return new DrainCourse(connection, visible, published, otherWarmUpRows, otherRows, transaction);
    }

    @Override
    public Lap run(Contender contender) throws SQLException {
        contender.prepare(connection);
        HistoryRecorder history = new RecordedBacklog(connection).fill(warmUpRows + rows, transaction);
        Visibility visibility = new Visibility();
        visibility.add(System.nanoTime(), visible.now());
        contender.start();
        List<Sighting> sightings = watch(contender, visibility);
        contender.stop();
        contender.cleanUp(connection);
        sightings.forEach(history::saw);
        return lap(sightings, history);
    }

    private List<Sighting> watch(Contender contender, Visibility visibility) {
        long total = (long) warmUpRows + rows;
        long moved = System.nanoTime();
        long asked = moved;
        boolean read = true;
        while (true) {
            Waiting.within(LOOK, () -> false);
            long now = System.nanoTime();
            if (visibility.add(now, visible.now())) {
                moved = now;
                read = false;
            }
            Duration still = Duration.ofNanos(now - moved);
            if (!read && visibility.offsets() >= total && still.compareTo(QUIET) > 0) {
                read = true;
                List<Sighting> sightings = published.read(visibility);
                if (distinct(sightings) >= total) {
                    return sightings;
                }
            }
            if (isOver(contender, visibility, still)) {
                return published.read(visibility);
            }
            if (now - asked > FAILURE_LOOK.toNanos() && still.compareTo(QUIET) > 0) {
                asked = now;
                contender.failure().ifPresent(why -> {
                    throw new ServerFailure(why);
                });
            }
        }
    }

    private static boolean isOver(Contender contender, Visibility visibility, Duration still) {
        if (visibility.offsets() == 0 && still.compareTo(BEGIN_LIMIT) > 0) {
            throw new ServerFailure(
                    "%s published nothing within %d s".formatted(contender.name(), BEGIN_LIMIT.toSeconds()));
        }
        return visibility.offsets() > 0 && still.compareTo(STALL_LIMIT) > 0;
    }

    private static long distinct(List<Sighting> sightings) {
        Set<UUID> ids = new HashSet<>();
        sightings.forEach(sighting -> ids.add(sighting.id()));
        return ids.size();
    }

    private Lap lap(List<Sighting> sightings, HistoryRecorder history) {
        DrainCurve first = new DrainCurve(warmUpRows);
        DrainCurve then = new DrainCurve(rows);
        Set<UUID> seen = new HashSet<>();
        List<Sighting> inTime = sightings.stream()
                .sorted(Comparator.comparingLong(Sighting::nanos))
                .toList();
        for (int i = 0; i < inTime.size(); i++) {
            seen.add(inTime.get(i).id());
            long nanos = inTime.get(i).nanos();
            if (i + 1 == inTime.size() || inTime.get(i + 1).nanos() != nanos) {
                first.add(nanos, Math.max(0, warmUpRows - seen.size()));
                then.add(nanos, (long) warmUpRows + rows - seen.size());
            }
        }
        return new Lap(figures(first, then), Checker.check(history.history()));
    }

    private List<Figure> figures(DrainCurve first, DrainCurve then) {
        Figure rate = new Figure("drain", then.perSecond(), "%,.0f events/s");
        Figure cold = new Figure("the first %,d".formatted(warmUpRows), first.perSecond(), "%,.0f events/s");
        return warmUpRows > 0 ? List.of(rate, cold) : List.of(rate);
    }
}
