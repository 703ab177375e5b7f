package dev.latchkey.metrics;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import dev.latchkey.outbox.Batch;
import dev.latchkey.outbox.OutboxEvent;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The figures of one lane, added up for the node where that tells something. Written by the lane's thread; read by any. */
public final class LaneMetrics {
    private final Meter published;
    private final Meter nodePublished;
    private final Meter nodeFenced;
    private final Meter batches;
    private final Histogram batchSize;
    private final Timer readTime;
    private final Timer publishTime;
    private final Timer settleTime;
    private final Timer latency;
    private final Meter fenced;
    private final Meter backoffs;
    private final Meter unexpected;
    private final OldestUnsent oldest;

    public LaneMetrics(MetricRegistry registry, int lane, OldestUnsent oldest) {
        String prefix = MetricRegistry.name("latchkey", "lane", String.valueOf(lane));
        published = registry.meter(prefix + ".published");
        nodePublished = registry.meter("latchkey.node.published");
        nodeFenced = registry.meter("latchkey.node.fenced");
        batches = registry.meter(prefix + ".batches");
        batchSize = registry.histogram(prefix + ".batchSize");
        readTime = registry.timer(prefix + ".read");
        publishTime = registry.timer(prefix + ".publish");
        settleTime = registry.timer(prefix + ".settle");
        latency = registry.timer(prefix + ".commitToAck");
        fenced = registry.meter(prefix + ".fenced");
        backoffs = registry.meter(prefix + ".backoffs");
        unexpected = registry.meter(prefix + ".unexpectedFailures");
        this.oldest = oldest;
    }

    /** Times in nanoseconds of the same monotonic clock. */
    public void read(long begun, long ended, Batch batch, Set<Integer> shards) {
        readTime.update(ended - begun, TimeUnit.NANOSECONDS);
        oldest.read(batch, shards, ended);
    }

    public void published(long begun, long acknowledged, List<OutboxEvent> events) {
        publishTime.update(acknowledged - begun, TimeUnit.NANOSECONDS);
        published.mark(events.size());
        nodePublished.mark(events.size());
        batches.mark();
        batchSize.update(events.size());
        latency(events, oldest.databaseTime(acknowledged));
    }

    /** One sample a transaction: its events lie together and waited alike, and a sample costs more than a row. */
    private void latency(List<OutboxEvent> events, long acknowledged) {
        long last = OutboxEvent.COMMIT_TIME_UNKNOWN;
        for (OutboxEvent event : events) {
            // Events without a commit time are the oldest, and so the first.
            if (event.committed() != last) {
                last = event.committed();
                latency.update(Math.max(0, acknowledged - last), TimeUnit.MICROSECONDS);
            }
        }
    }

    public void settled(long begun, long ended) {
        settleTime.update(ended - begun, TimeUnit.NANOSECONDS);
    }

    public void fenced() {
        fenced.mark();
        nodeFenced.mark();
    }

    public void backedOff() {
        backoffs.mark();
    }

    public void unexpected() {
        unexpected.mark();
    }
}
