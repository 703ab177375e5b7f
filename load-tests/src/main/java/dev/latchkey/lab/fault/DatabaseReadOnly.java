package dev.latchkey.lab.fault;

/** Every transaction of the database is read-only for a while, from new connections on. */
final class DatabaseReadOnly implements Fault {
    @Override
    public String name() {
        return "database-read-only";
    }

    @Override
    public String goal() {
        return "the database takes no writes, as amid a failover: at most the batch at hand is published, and it waits to be settled";
    }

    @Override
    public Part part() {
        return Part.DATABASE;
    }

    @Override
    public Span span() {
        return Span.seconds(1, 10);
    }

    @Override
    public void strike(World world, Blow blow) {
        try {
            Superuser.run(world, "alter system set default_transaction_read_only = on", "select pg_reload_conf()", """
                    select pg_terminate_backend(pid) from pg_stat_activity
                    where backend_type = 'client backend' and pid <> pg_backend_pid()""");
            World.letLast(blow.length());
        } finally {
            Superuser.run(world, "alter system reset default_transaction_read_only", "select pg_reload_conf()");
        }
    }
}
