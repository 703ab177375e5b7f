package dev.latchkey.lab.fault;

/** kill -9 of the broker, which is started again. */
final class BrokerKill implements Fault {
    @Override
    public String name() {
        return "broker-kill";
    }

    @Override
    public String goal() {
        return "the broker dies by kill -9: no event is blamed, and a commit whose answer was lost is found out about";
    }

    @Override
    public Part part() {
        return Part.BROKER;
    }

    @Override
    public Span span() {
        return Span.seconds(0, 6);
    }

    @Override
    public void strike(World world, Blow blow) {
        try {
            world.broker().kill9();
            World.letLast(blow.length());
        } finally {
            world.broker().start();
        }
    }
}
