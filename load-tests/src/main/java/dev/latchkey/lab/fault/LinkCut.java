package dev.latchkey.lab.fault;

import dev.latchkey.lab.link.Far;
import dev.latchkey.lab.link.Link;
import java.util.List;

/** One node hears nothing any more from one kind of server, and its connections stay open. */
record LinkCut(Far far) implements Fault {
    @Override
    public String name() {
        return "cut-" + far;
    }

    @Override
    public String goal() {
        return "a node is cut off from the %s, in silence: it waits no longer than its limits, and does no harm when it is heard again"
                .formatted(far);
    }

    @Override
    public Part part() {
        return Part.LINK;
    }

    @Override
    public Span span() {
        return Span.seconds(1, 15);
    }

    @Override
    public void strike(World world, Blow blow) {
        List<Link> links = world.links(blow).to(far);
        try {
            links.forEach(Link::cut);
            World.letLast(blow.length());
        } finally {
            links.forEach(Link::heal);
        }
    }
}
