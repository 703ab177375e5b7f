package dev.latchkey.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.latchkey.lab.cluster.AdminClient;
import java.net.URI;
import java.util.Map;

/** Used heap of a node, garbage included, as its metrics tell; nothing while it doesn't answer. */
final class HeapProbe implements Probe {
    private static final double MEGABYTE = 1024 * 1024;

    private final String node;
    private final URI metrics;

    HeapProbe(String node, URI adminUrl) {
        this.node = node;
        this.metrics = adminUrl.resolve("/metrics");
    }

    @Override
    public void read(Map<Column, Double> sample) {
        AdminClient.json(metrics)
                .map(answer ->
                        answer.path("gauges").path("jvm.memory.heap.used").path("value"))
                .filter(JsonNode::isNumber)
                .ifPresent(used -> sample.put(new Column(node, "heapUsedMegabytes"), used.asLong() / MEGABYTE));
    }
}
