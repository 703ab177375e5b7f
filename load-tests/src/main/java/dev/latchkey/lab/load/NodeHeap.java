package dev.latchkey.lab.load;

import com.fasterxml.jackson.databind.JsonNode;
import dev.latchkey.lab.cluster.AdminClient;
import dev.latchkey.lab.cluster.NodeProcess;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What a node's heap holds, garbage included, as its metrics say, and the limit it was started with. */
record NodeHeap(String node, OptionalLong usedBytes, Optional<String> limit) {
    private static final String LIMIT_OPTION = "-Xmx";
    private static final double MEGABYTE = 1024 * 1024;

    static NodeHeap of(NodeProcess node) {
        return new NodeHeap(
                node.id(),
                AdminClient.json(node.adminUrl().resolve("/metrics"))
                        .map(NodeHeap::used)
                        .orElse(OptionalLong.empty()),
                limit(node.pid()));
    }

    static OptionalLong used(JsonNode metrics) {
        JsonNode value = metrics.path("gauges").path("jvm.memory.heap.used").path("value");
        return value.isNumber() ? OptionalLong.of(value.asLong()) : OptionalLong.empty();
    }

    private static Optional<String> limit(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().arguments())
                .flatMap(arguments -> Stream.of(arguments)
                        .filter(a -> a.startsWith(LIMIT_OPTION))
                        .findFirst());
    }

    String line() {
        String used = usedBytes.isPresent()
                ? String.format(Locale.ROOT, "%.0f MB", usedBytes.getAsLong() / MEGABYTE)
                : "unknown";
        return "heap used by %s: %s (%s)".formatted(node, used, limit.orElse("no " + LIMIT_OPTION));
    }
}
