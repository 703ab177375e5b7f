package dev.latchkey.lab.load;

import dev.latchkey.lab.cluster.ServerAddresses;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a load command runs: the options that all of them share. */
final class ClusterOptions {
    private static final String URL_START = "http";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--nodes",
            paramLabel = "N|URL",
            split = ",",
            arity = "1..*",
            description = "Relay nodes to start (default: 3); or the admin URLs of nodes that run already, such as"
                    + " http://127.0.0.1:8081: then none is started, and --database and --bootstrap say what they use.")
    private List<String> nodes = List.of();

    @Option(names = "--lanes", paramLabel = "N", description = "Lanes of a node (default: 2).")
    private Integer lanes;

    @Option(names = "--shards", paramLabel = "N", description = "Shards of the outbox (default: 16).")
    private Integer shards;

    @Option(
            names = "--sink",
            paramLabel = "BROKER",
            description =
                    "What own nodes publish to, kafka or rabbitmq (default: kafka). Into RabbitMQ events arrive at least"
                            + " once; it must be installed.")
    private Sink sink;

    @Option(
            names = "--database",
            paramLabel = "URL",
            description =
                    "JDBC URL of a PostgreSQL database to use instead of an own server. The lab creates its tables in"
                            + " the schema public, needs the outbox to itself, and leaves what it created.")
    private String database;

    @Option(
            names = "--database-user",
            paramLabel = "NAME",
            defaultValue = "${env:PGUSER}",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
            description = "User for --database (default: the environment's PGUSER).")
    private String user;

    @Option(
            names = "--database-password",
            paramLabel = "WORD",
            defaultValue = "${env:PGPASSWORD}",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
            description = "Its password (default: the environment's PGPASSWORD, where other users can't see it).")
    private String password;

    @Option(names = "--bootstrap", paramLabel = "HOST:PORT", description = "Kafka brokers to use, with commas between.")
    private String bootstrap;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOST:PORT",
            description = "ZooKeeper servers for the nodes that are started, with commas between.")
    private String zooKeeper;

    /** Checks the options; what comes back makes the stage, and nothing is started before. */
    Supplier<Stage> stage(Supplier<Path> relayJar, StageNeeds needs) {
        OptionRules rules = new OptionRules(spec);
        if (sink != null && !isOwn()) {
            throw rules.wrong("--sink chooses a broker to start: given nodes and servers have theirs");
        }
        if (isDeployed()) {
            ServerAddresses servers = given(rules);
            List<URI> admins = adminUrls(rules);
            return () -> new DeployedStage(servers, admins);
        }
        ClusterShape shape = shape();
        Path jar = relayJar.get();
        if (isGiven()) {
            ServerAddresses servers = given(rules);
            return () -> new GivenStage(servers, shape, needs, jar);
        }
        StageNeeds wanted = sink == null ? needs : needs.sink(sink);
        return () -> new LoadCluster(shape, wanted, jar);
    }

    /** The nodes to start; checked. */
    ClusterShape shape() {
        OptionRules rules = new OptionRules(spec);
        ClusterShape d = ClusterShape.DEFAULT;
        int count = nodes.isEmpty() ? d.nodes() : count(rules);
        int laneCount = lanes == null ? d.lanes() : lanes;
        int shardCount = shards == null ? d.shards() : shards;
        rules.between("--nodes", count, 1, OptionRules.MOST_NODES);
        rules.between("--lanes", laneCount, 1, OptionRules.MOST_LANES);
        rules.between("--shards", shardCount, 1, OptionRules.MOST_SHARDS);
        return new ClusterShape(count, laneCount, shardCount);
    }

    /** Whether a sink was asked for by name. */
    boolean choosesSink() {
        return sink != null;
    }

    /** Whether servers and nodes are the lab's own, so that they may be hit. */
    boolean isOwn() {
        return !isDeployed() && !isGiven();
    }

    private boolean isDeployed() {
        return nodes.stream().anyMatch(node -> node.startsWith(URL_START));
    }

    private boolean isGiven() {
        return Stream.of(database, bootstrap, zooKeeper).anyMatch(address -> address != null);
    }

    private int count(OptionRules rules) {
        try {
            return Integer.parseInt(String.join(",", nodes));
        } catch (NumberFormatException e) {
            throw rules.wrong(
                    "--nodes must be a number, or admin URLs that begin with http, not " + String.join(",", nodes));
        }
    }

    private ServerAddresses given(OptionRules rules) {
        boolean starts = !isDeployed();
        if (database == null || bootstrap == null || starts && zooKeeper == null) {
            throw rules.wrong(
                    starts
                            ? "given servers are given together: --database, --bootstrap and --zookeeper"
                            : "--nodes with URLs needs --database and --bootstrap: what those nodes use");
        }
        if (!database.startsWith("jdbc:postgresql:")) {
            throw rules.wrong("--database must be a URL that begins with jdbc:postgresql:, not " + database);
        }
        return new ServerAddresses(
                database,
                user,
                password,
                bootstrap,
                Optional.ofNullable(zooKeeper).orElse(""));
    }

    private List<URI> adminUrls(OptionRules rules) {
        if (lanes != null || shards != null || zooKeeper != null) {
            throw rules.wrong("--lanes, --shards and --zookeeper are for nodes that are started here, and --nodes names"
                    + " nodes that run already");
        }
        return nodes.stream().map(node -> adminUrl(node, rules)).toList();
    }

    private static URI adminUrl(String node, OptionRules rules) {
        try {
            URI url = URI.create(node.endsWith("/") ? node : node + "/");
            if (url.getHost() != null && url.getScheme().matches("https?")) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // Told below, as for a URL without a host.
        }
        throw rules.wrong("--nodes: '" + node + "' is no URL such as http://127.0.0.1:8081");
    }
}
