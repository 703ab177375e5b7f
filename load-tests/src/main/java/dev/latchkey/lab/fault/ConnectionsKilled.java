package dev.latchkey.lab.fault;

import java.time.Duration;

/** pg_terminate_backend of every connection of the relay, again and again for a while. */
final class ConnectionsKilled implements Fault {
    private static final Duration PAUSE = Duration.ofMillis(700);

    @Override
    public String name() {
        return "connections-killed";
    }

    @Override
    public String goal() {
        return "the relay's connections are killed: a batch between publish and settle is settled by the next connection";
    }

    @Override
    public Part part() {
        return Part.DATABASE;
    }

    @Override
    public Span span() {
        return Span.seconds(0, 5);
    }

    @Override
    public void strike(World world, Blow blow) {
        long end = System.nanoTime() + blow.length().toNanos();
        do {
            Superuser.run(world, """
                    select pg_terminate_backend(pid) from pg_stat_activity
                    where application_name = 'latchkey' and pid <> pg_backend_pid()""");
            World.letLast(PAUSE);
        } while (end - System.nanoTime() > 0);
    }
}
