package dev.latchkey.lab.fault;

import dev.latchkey.lab.cluster.NodeProcess;
import dev.latchkey.lab.link.NodeLinks;
import dev.latchkey.lab.process.Waiting;
import dev.latchkey.lab.server.BrokerProcess;
import dev.latchkey.lab.server.PostgresServer;
import dev.latchkey.lab.server.ZooKeeperEnsemble;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What faults strike: servers and nodes that stand until somebody else closes them.
 *
 * @param links of each node, in the order of the nodes
 * @param clocks of the nodes, where the library is at hand
 */
public record World(
        List<NodeProcess> nodes,
        List<NodeLinks> links,
        Optional<NodeClocks> clocks,
        PostgresServer postgres,
        BrokerProcess broker,
        ZooKeeperEnsemble zooKeeper) {

    private static final Duration READY_LIMIT = Duration.ofSeconds(180);

    public World {
        nodes = List.copyOf(nodes);
        links = List.copyOf(links);
    }

    NodeProcess node(Blow blow) {
        return nodes.get(blow.node());
    }

    NodeLinks links(Blow blow) {
        return links.get(blow.node());
    }

    /** Lets the fault last. */
    static void letLast(Duration length) {
        Waiting.within(length, () -> false);
    }

    /** Starts a node that is down, and again when it ends before it is ready, as an orchestrator would. */
    static void revive(NodeProcess node) {
        Waiting.until(node.id() + " is ready again", READY_LIMIT, () -> {
            node.start();
            return node.isReady();
        });
    }
}
