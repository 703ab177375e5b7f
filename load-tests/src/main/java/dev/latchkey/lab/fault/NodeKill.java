package dev.latchkey.lab.fault;

import dev.latchkey.lab.cluster.NodeProcess;

/** kill -9 of a node, which is started again. */
final class NodeKill implements Fault {
    @Override
    public String name() {
        return "kill";
    }

    @Override
    public String goal() {
        return "a node dies by kill -9: others take its shards over, and what it left in doubt is neither lost nor sent twice";
    }

    @Override
    public Part part() {
        return Part.NODE;
    }

    @Override
    public Span span() {
        return Span.seconds(0, 8);
    }

    @Override
    public void strike(World world, Blow blow) {
        NodeProcess node = world.node(blow);
        try {
            node.kill9();
            World.letLast(blow.length());
        } finally {
            World.revive(node);
        }
    }
}
