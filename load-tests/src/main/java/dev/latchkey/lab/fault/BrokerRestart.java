package dev.latchkey.lab.fault;

/** The broker stops in order and starts. */
final class BrokerRestart implements Fault {
    @Override
    public String name() {
        return "broker-restart";
    }

    @Override
    public String goal() {
        return "the broker is restarted: lanes back off and go on";
    }

    @Override
    public Part part() {
        return Part.BROKER;
    }

    @Override
    public Span span() {
        return Span.seconds(0, 4);
    }

    @Override
    public void strike(World world, Blow blow) {
        try {
            world.broker().stop();
            World.letLast(blow.length());
        } finally {
            world.broker().start();
        }
    }
}
