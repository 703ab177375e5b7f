package dev.latchkey.lab.fault;

/** All of ZooKeeper stops and comes back empty. */
final class EnsembleWiped implements Fault {
    @Override
    public String name() {
        return "zookeeper-wiped";
    }

    @Override
    public String goal() {
        return "ZooKeeper comes back empty: members and latches are made again, and nobody owns a shard twice";
    }

    @Override
    public Part part() {
        return Part.ENSEMBLE;
    }

    @Override
    public Span span() {
        return Span.seconds(0, 10);
    }

    @Override
    public void strike(World world, Blow blow) {
        try {
            world.zooKeeper().wipe();
            World.letLast(blow.length());
        } finally {
            world.zooKeeper().start();
        }
    }
}
