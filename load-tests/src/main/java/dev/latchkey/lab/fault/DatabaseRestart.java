package dev.latchkey.lab.fault;

/** PostgreSQL stops in order and starts. */
final class DatabaseRestart implements Fault {
    @Override
    public String name() {
        return "database-restart";
    }

    @Override
    public String goal() {
        return "the database is restarted: the relay backs off and resumes by itself";
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
            world.postgres().stop();
            World.letLast(blow.length());
        } finally {
            world.postgres().start();
        }
    }
}
