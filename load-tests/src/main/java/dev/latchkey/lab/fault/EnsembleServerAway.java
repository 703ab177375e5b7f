package dev.latchkey.lab.fault;

/** One server of ZooKeeper stops and comes back. */
final class EnsembleServerAway implements Fault {
    @Override
    public String name() {
        return "zookeeper-server-away";
    }

    @Override
    public String goal() {
        return "one server of ZooKeeper is away: nodes go to another one and nobody loses a session";
    }

    @Override
    public Part part() {
        return Part.ENSEMBLE;
    }

    @Override
    public Span span() {
        return Span.seconds(1, 15);
    }

    @Override
    public void strike(World world, Blow blow) {
        int member = blow.node() % world.zooKeeper().members();
        try {
            world.zooKeeper().stopMember(member);
            World.letLast(blow.length());
        } finally {
            world.zooKeeper().startMember(member);
        }
    }
}
