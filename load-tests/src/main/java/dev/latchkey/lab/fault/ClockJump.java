package dev.latchkey.lab.fault;

import java.time.Duration;

/** The wall clock of a node jumps, and back after a while. */
record ClockJump(String name, Duration jump) implements Fault {
    @Override
    public String goal() {
        return "a node's wall clock jumps by %+d s and back: neither order nor exactly once hangs on it"
                .formatted(jump.toSeconds());
    }

    @Override
    public Part part() {
        return Part.CLOCK;
    }

    @Override
    public Span span() {
        return Span.seconds(2, 15);
    }

    @Override
    public void strike(World world, Blow blow) {
        NodeClocks clocks = world.clocks()
                .orElseThrow(() -> new IllegalStateException(name + " needs nodes whose clocks can be set"));
        try {
            clocks.shift(blow.node(), jump);
            World.letLast(blow.length());
        } finally {
            clocks.shift(blow.node(), Duration.ZERO);
        }
    }
}
