package dev.latchkey.coordination;

import dev.latchkey.coordination.Coordinator.Connection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ZooKeeper ensemble as this node reaches it: the client, the state of the connection, our sessions, and when we were
 * last in contact.
 *
 * <p>{@link #connection} is thread-safe; the rest belongs to the coordinator's thread.
 */
final class Ensemble implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Ensemble.class);

    /** Sessions older than these have expired long ago, however fast the connection flaps. */
    private static final int SESSIONS_REMEMBERED = 16;

    /** One request, sent and answered. */
    @FunctionalInterface
    interface Request<T> {
        T send(CuratorFramework client) throws Exception;
    }

    private final String node;
    private final String path;
    private final Duration sessionTimeout;
    private final Clock clock;
    private final Consumer<Connection.State> changed;
    private final CuratorFramework client;
    private final Deque<Long> sessions = new ArrayDeque<>();
    private volatile Connection connection;

    /** Start of the last request that was answered, by the monotonic clock: wall clocks jump. */
    private volatile long contactNanos;

    private volatile boolean contacted;

    // Guarded by this. The thread that waits for an answer, and whether the loss of the connection has interrupted it.
    private Thread waiting;
    private boolean stopped;

    /** @param changed told of each change of state, on Curator's thread: it may only take a note */
    Ensemble(CoordinationSettings settings, Clock clock, Consumer<Connection.State> changed) {
        this.node = settings.self().id();
        this.path = settings.path();
        this.sessionTimeout = settings.sessionTimeout();
        this.clock = clock;
        this.changed = changed;
        this.connection = new Connection(Connection.State.CONNECTING, clock.instant(), Instant.EPOCH);
        AtomicInteger threads = new AtomicInteger();
        // No retries: a request that met a lost connection is repeated by the next pass, and a blocking retry would
        // keep
        // the coordinator's thread from telling the listener that ownership is uncertain.
        this.client = CuratorFrameworkFactory.builder()
                .connectString(settings.connectString())
                // The addresses that the servers have for each other need not be reachable from here: an operator who
                // names a proxy, a service or a forwarded port means it.
                .ensembleTracker(false)
                .sessionTimeoutMs((int) settings.sessionTimeout().toMillis())
                .connectionTimeoutMs((int) settings.connectionTimeout().toMillis())
                .retryPolicy(new RetryNTimes(0, 0))
                .threadFactory(runnable -> daemon(runnable, threads.incrementAndGet()))
                .build();
        client.getConnectionStateListenable().addListener((ignored, state) -> became(state));
    }

    private Thread daemon(Runnable runnable, int number) {
        Thread thread = new Thread(runnable, "latchkey-coordination-" + node + "-curator-" + number);
        thread.setDaemon(true);
        return thread;
    }

    /** Begins to connect; returns at once. */
    void open() {
        client.start();
    }

    CuratorFramework client() {
        return client;
    }

    Connection connection() {
        return connection;
    }

    /** In contact, and a request that was answered was sent within the last two thirds of the session timeout. */
    boolean isCertain() {
        return connected() && contacted && System.nanoTime() - contactNanos < sessionTimeout.toNanos() / 3 * 2;
    }

    boolean connected() {
        return connection.state() == Connection.State.CONNECTED;
    }

    /**
     * Sends a request and waits for the answer until the connection is lost. ZooKeeper's client would wait on, for a
     * session timeout and more, and the listener would learn only then that ownership is uncertain.
     *
     * @throws KeeperException.ConnectionLossException also when the request may have been carried out
     */
    <T> T ask(Request<T> request) throws Exception {
        beginToWait();
        Instant start = clock.instant();
        long nanos = System.nanoTime();
        try {
            T answer = request.send(client);
            contact(start, nanos);
            return answer;
        } catch (KeeperException e) {
            if (!isLossOfContact(e)) {
                contact(start, nanos);
            }
            throw e;
        } finally {
            endWaiting();
        }
    }

    private synchronized void beginToWait() throws KeeperException {
        if (!connected()) {
            throw new KeeperException.ConnectionLossException();
        }
        waiting = Thread.currentThread();
    }

    private synchronized void endWaiting() throws KeeperException {
        waiting = null;
        if (stopped) {
            stopped = false;
            Thread.interrupted();
            throw new KeeperException.ConnectionLossException();
        }
    }

    static boolean isLossOfContact(Exception e) {
        return e instanceof KeeperException.ConnectionLossException
                || e instanceof KeeperException.SessionExpiredException
                || e instanceof KeeperException.OperationTimeoutException;
    }

    /**
     * Refreshes the time of the last contact without waiting. A sync goes through the leader, so a server that is cut off
     * from its peers can't answer it alone.
     */
    void heartbeat() throws Exception {
        if (connected()) {
            Instant start = clock.instant();
            long nanos = System.nanoTime();
            client.sync()
                    .inBackground((ignored, event) -> {
                        if (event.getResultCode() == KeeperException.Code.OK.intValue()) {
                            contact(start, nanos);
                        }
                    })
                    .forPath(path);
        }
    }

    /**
     * Remembers the session now in use.
     *
     * @return true when it is a new one
     */
    boolean noteSession() throws Exception {
        long current = session();
        // A client that has just replaced an expired session has none for a moment.
        if (current == 0 || (!sessions.isEmpty() && sessions.getLast() == current)) {
            return false;
        }
        sessions.addLast(current);
        checkTimeout();
        if (sessions.size() > SESSIONS_REMEMBERED) {
            sessions.removeFirst();
        }
        return true;
    }

    /** Whoever stops in time, before the session can end, counts on the timeout that was asked for. */
    private void checkTimeout() {
        int granted = client.getZookeeperClient().getLastNegotiatedSessionTimeoutMs();
        if (granted < sessionTimeout.toMillis()) {
            log.warn(
                    "{} ZooKeeper grants a session timeout of {} ms, shorter than the {} ms asked for:"
                            + " raise maxSessionTimeout there or lower sessionTimeout here",
                    node,
                    granted,
                    sessionTimeout.toMillis());
        }
    }

    long session() throws Exception {
        return client.getZookeeperClient().getZooKeeper().getSessionId();
    }

    /** Whether an ephemeral node's owner is this process, in this session or an earlier one. */
    boolean isOurs(long ephemeralOwner) throws Exception {
        return ephemeralOwner == session() || sessions.contains(ephemeralOwner);
    }

    private void became(ConnectionState state) {
        Connection.State next = switch (state) {
            case CONNECTED, RECONNECTED -> Connection.State.CONNECTED;
            case SUSPENDED, READ_ONLY -> Connection.State.SUSPENDED;
            case LOST -> Connection.State.LOST;
        };
        Connection.State previous = connection.state();
        if (previous == Connection.State.CONNECTED && next != previous) {
            log.warn("{} ZooKeeper: out of contact ({})", node, next);
        } else if (next == Connection.State.CONNECTED) {
            log.info("{} ZooKeeper: in contact (was {})", node, previous);
        }
        enter(next);
        changed.accept(next);
    }

    private synchronized void enter(Connection.State next) {
        connection = new Connection(next, clock.instant(), connection.lastContact());
        if (next != Connection.State.CONNECTED && waiting != null) {
            stopped = true;
            waiting.interrupt();
        }
    }

    private synchronized void contact(Instant start, long nanos) {
        contactNanos = !contacted || nanos - contactNanos > 0 ? nanos : contactNanos;
        contacted = true;
        if (start.isAfter(connection.lastContact())) {
            connection = new Connection(connection.state(), connection.since(), start);
        }
    }

    /** Ends the session: the ensemble drops our member node and latches at once. */
    @Override
    public void close() {
        client.close();
    }
}
