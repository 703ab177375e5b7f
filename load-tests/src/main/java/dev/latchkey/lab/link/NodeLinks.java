package dev.latchkey.lab.link;

import java.util.List;
import java.util.stream.Stream;

/** The links by which one node reaches the servers, and nobody else does: it can be cut off alone. Thread-safe. */
public final class NodeLinks implements AutoCloseable {
    private final Link database;
    private final Link broker;
    private final List<Link> ensemble;

    private NodeLinks(Link database, Link broker, List<Link> ensemble) {
        this.database = database;
        this.broker = broker;
        this.ensemble = List.copyOf(ensemble);
    }

    /** @param brokerPort a door of the broker that advertises {@link #brokerPort()}; so these links come before the broker */
    public static NodeLinks open(int databasePort, int brokerPort, List<Integer> ensemblePorts) {
        return new NodeLinks(
                Link.to(databasePort),
                Link.to(brokerPort),
                ensemblePorts.stream().map(Link::to).toList());
    }

    public List<Link> to(Far far) {
        return switch (far) {
            case DATABASE -> List.of(database);
            case BROKER -> List.of(broker);
            case ENSEMBLE -> ensemble;
        };
    }

    public int databasePort() {
        return database.port();
    }

    public int brokerPort() {
        return broker.port();
    }

    public List<Integer> ensemblePorts() {
        return ensemble.stream().map(Link::port).toList();
    }

    @Override
    public void close() {
        Stream.of(Far.values()).flatMap(far -> to(far).stream()).forEach(Link::close);
    }
}
