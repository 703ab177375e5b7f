package dev.latchkey.lab.fault;

import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.server.ServerFailure;
import java.time.Duration;

/** SIGTERM of a node, which is started again. */
final class NodeStop implements Fault {
    private static final Duration EXIT_LIMIT = Duration.ofSeconds(30);

    @Override
    public String name() {
        return "stop";
    }

    @Override
    public String goal() {
        return "a node is told to stop: it finishes what it has in hand, gives its shards up and ends with status 0";
    }

    @Override
    public Part part() {
        return Part.NODE;
    }

    @Override
    public Span span() {
        return Span.seconds(0, 5);
    }

    @Override
    public void strike(World world, Blow blow) {
        NodeProcess node = world.node(blow);
        try {
            node.terminate();
            if (!node.awaitExit(EXIT_LIMIT) || node.exitCode().orElse(-1) != 0) {
                throw new ServerFailure("%s did not end in order within %d s of SIGTERM; exit status %s"
                        .formatted(node.id(), EXIT_LIMIT.toSeconds(), node.exitCode()));
            }
            World.letLast(blow.length());
        } finally {
            World.revive(node);
        }
    }
}
