package dev.latchkey.lab.fault;

/** PostgreSQL goes down without a checkpoint and recovers from its log. */
final class DatabaseCrash implements Fault {
    @Override
    public String name() {
        return "database-crash";
    }

    @Override
    public String goal() {
        return "the database crashes: what is published and not settled is settled first, and not published again";
    }

    @Override
    public Part part() {
        return Part.DATABASE;
    }

    @Override
    public Span span() {
        return Span.seconds(0, 6);
    }

    @Override
    public void strike(World world, Blow blow) {
        try {
            world.postgres().crash();
            World.letLast(blow.length());
        } finally {
            world.postgres().start();
        }
    }
}
