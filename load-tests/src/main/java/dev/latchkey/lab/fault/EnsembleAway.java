package dev.latchkey.lab.fault;

/** All of ZooKeeper stops and comes back with its memory. */
final class EnsembleAway implements Fault {
    @Override
    public String name() {
        return "zookeeper-away";
    }

    @Override
    public String goal() {
        return "all of ZooKeeper is away: owners go on under their fences, and its return moves no shard without need";
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
        try {
            world.zooKeeper().stop();
            World.letLast(blow.length());
        } finally {
            world.zooKeeper().start();
        }
    }
}
