package dev.latchkey.lab.fault;

import dev.latchkey.lab.link.Far;
import dev.latchkey.lab.link.Link;
import java.time.Duration;
import java.util.List;

/** One node's way to one kind of server gets long. */
record LinkSlow(Far far) implements Fault {
    private static final Duration DELAY = Duration.ofMillis(120);

    @Override
    public String name() {
        return "slow-" + far;
    }

    @Override
    public String goal() {
        return "a node's way to the %s takes 120 ms more each way: it gets slower, and nothing else".formatted(far);
    }

    @Override
    public Part part() {
        return Part.LINK;
    }

    @Override
    public Span span() {
        return Span.seconds(3, 15);
    }

    @Override
    public void strike(World world, Blow blow) {
        List<Link> links = world.links(blow).to(far);
        try {
            links.forEach(link -> link.slow(DELAY));
            World.letLast(blow.length());
        } finally {
            links.forEach(Link::heal);
        }
    }
}
