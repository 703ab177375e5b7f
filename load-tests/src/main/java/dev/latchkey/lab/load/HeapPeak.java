package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.NodeProcess;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The most heap, garbage included, that any of some nodes was seen to hold. For one thread. */
final class HeapPeak {
    private static final long EVERY_NANOS = Duration.ofMillis(500).toNanos();
    private static final double MEGABYTE = 1024 * 1024;

    private final List<NodeProcess> nodes;
    private long lastLook = System.nanoTime();
    private long peakBytes;

    HeapPeak(List<NodeProcess> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /** Asks the nodes twice a second at the most. */
    void look() {
        long now = System.nanoTime();
        if (now - lastLook < EVERY_NANOS) {
            return;
        }
        lastLook = now;
        for (NodeProcess node : nodes) {
            NodeHeap.of(node).usedBytes().ifPresent(used -> peakBytes = Math.max(peakBytes, used));
        }
    }

    /** For a person. */
    String megabytes() {
        return peakBytes == 0 ? "unknown" : String.format(Locale.ROOT, "%.0f", peakBytes / MEGABYTE);
    }
}
