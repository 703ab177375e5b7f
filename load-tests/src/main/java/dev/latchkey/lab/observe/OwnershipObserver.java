package dev.latchkey.lab.observe;

import com.fasterxml.jackson.databind.JsonNode;
import dev.latchkey.lab.cluster.AdminClient;
import dev.latchkey.lab.history.Ownership;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Asks the nodes in turn who owns which shard, some four times a second: each node remembers its answer for a second.
 *
 * <p>It owns one thread. Thread-safe.
 */
public final class OwnershipObserver implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(250);
    /** An answer counts the backlog: asking may take this share of the time at most. */
    private static final int PAUSE_PER_ANSWER = 10;

    private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);
    private static final long UNKNOWN_EPOCH = -1;

    private final Supplier<List<URI>> admins;
    private final Consumer<Ownership> sink;
    private final Thread thread = new Thread(this::observe, "lab-ownership");
    private volatile boolean stopping;
    private int next;

    /**
     * @param admins admin URLs of the nodes, asked anew each time
     * @param sink gets each shard's owner at each answer; on this object's thread
     */
    public OwnershipObserver(Supplier<List<URI>> admins, Consumer<Ownership> sink) {
        this.admins = admins;
        this.sink = sink;
    }

    public OwnershipObserver start() {
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    private void observe() {
        while (!stopping && !Thread.currentThread().isInterrupted()) {
            long asked = System.nanoTime();
            ask();
            long pause = Math.max(PAUSE.toNanos(), (System.nanoTime() - asked) * PAUSE_PER_ANSWER);
            LockSupport.parkNanos(this, pause);
        }
    }

    private void ask() {
        List<URI> urls = admins.get();
        if (urls.isEmpty()) {
            return;
        }
        URI admin = urls.get(next++ % urls.size());
        AdminClient.json(admin.resolve("/shards"))
                .ifPresent(answer -> read(answer, System.nanoTime()).forEach(sink));
    }

    /** Takes an array of shards, or an object that holds it under {@code shards}. */
    static List<Ownership> read(JsonNode answer, long nanos) {
        List<Ownership> owners = new ArrayList<>();
        for (JsonNode shard : answer.isArray() ? answer : answer.path("shards")) {
            JsonNode owner = shard.path("owner");
            owners.add(new Ownership(
                    shard.path("shard").asInt(),
                    nanos,
                    owner.isTextual() ? owner.asText() : "",
                    shard.path("epoch").asLong(UNKNOWN_EPOCH)));
        }
        return owners;
    }

    @Override
    public void close() {
        stopping = true;
        LockSupport.unpark(thread);
        try {
            thread.join(JOIN_LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
