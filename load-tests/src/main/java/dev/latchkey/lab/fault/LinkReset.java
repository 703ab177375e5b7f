package dev.latchkey.lab.fault;

import dev.latchkey.lab.link.Far;
import dev.latchkey.lab.link.Link;
import java.time.Duration;
import java.util.List;

/** One node's connections to one kind of server are broken off, again and again for a while. */
record LinkReset(Far far) implements Fault {
    private static final Duration PAUSE = Duration.ofMillis(700);

    @Override
    public String name() {
        return "reset-" + far;
    }

    @Override
    public String goal() {
        return "a node's connections to the %s break: it connects again and finds out what became of its last request"
                .formatted(far);
    }

    @Override
    public Part part() {
        return Part.LINK;
    }

    @Override
    public Span span() {
        return Span.seconds(0, 5);
    }

    @Override
    public void strike(World world, Blow blow) {
        List<Link> links = world.links(blow).to(far);
        long end = System.nanoTime() + blow.length().toNanos();
        do {
            links.forEach(Link::reset);
            World.letLast(PAUSE);
        } while (end - System.nanoTime() > 0);
    }
}
