package dev.latchkey.lab.fault;

/** SIGSTOP of the broker, then SIGCONT. */
final class BrokerPause implements Fault {
    @Override
    public String name() {
        return "broker-pause";
    }

    @Override
    public String goal() {
        return "the broker hangs: sends and commits time out at the most, and none is taken for failed that went through";
    }

    @Override
    public Part part() {
        return Part.BROKER;
    }

    @Override
    public Span span() {
        return Span.seconds(1, 15);
    }

    @Override
    public void strike(World world, Blow blow) {
        try {
            world.broker().pause();
            World.letLast(blow.length());
        } finally {
            world.broker().resume();
        }
    }
}
