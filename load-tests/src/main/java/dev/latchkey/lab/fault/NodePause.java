package dev.latchkey.lab.fault;

import dev.latchkey.lab.cluster.NodeProcess;

/** SIGSTOP of a node past its session timeout, then SIGCONT. */
final class NodePause implements Fault {
    @Override
    public String name() {
        return "pause";
    }

    @Override
    public String goal() {
        return "a node sleeps longer than its session lasts: when it wakes up, its late sends and settles have no effect";
    }

    @Override
    public Part part() {
        return Part.NODE;
    }

    @Override
    public Span span() {
        return Span.seconds(5, 12);
    }

    @Override
    public void strike(World world, Blow blow) {
        NodeProcess node = world.node(blow);
        try {
            node.pause();
            World.letLast(blow.length());
        } finally {
            node.resume();
        }
    }
}
