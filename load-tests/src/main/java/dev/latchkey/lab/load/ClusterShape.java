package dev.latchkey.lab.load;

/** How many nodes, how many lanes in each, and how many shards for all of them. */
record ClusterShape(int nodes, int lanes, int shards) {
    /** Three nodes with two lanes each, 16 shards. */
    static final ClusterShape DEFAULT = new ClusterShape(3, 2, 16);

    String line() {
        return "%d node(s) with %d lane(s), %d shards".formatted(nodes, lanes, shards);
    }
}
