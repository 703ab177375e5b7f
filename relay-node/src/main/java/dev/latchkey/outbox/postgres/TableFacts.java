package dev.latchkey.outbox.postgres;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the catalog says about the outbox table.
 *
 * @param oid the table
 * @param persistent false for an unlogged or temporary table
 * @param columns by name
 * @param indexes all, valid or not
 * @param primaryKey empty where the table has none
 * @param sequence the sequence behind the seq column; empty where that column is missing or has none
 */
record TableFacts(
        long oid,
        boolean persistent,
        Map<String, Column> columns,
        List<Index> indexes,
        Optional<PrimaryKey> primaryKey,
        Optional<Sequence> sequence) {

    /**
     * @param identifier the name as PostgreSQL writes it in expressions, quoted only where need be
     * @param expression default or generation expression, as PostgreSQL writes it; empty for none
     * @param identity 'a' for always, 'd' for by default, blank for none
     * @param generated 's' for stored, 'v' for virtual, blank for none
     */
    record Column(int number, String identifier, String type, String expression, String identity, String generated) {}

    /**
     * @param name schema-qualified and quoted
     * @param keys the column numbers of its keys, in order
     * @param predicate as PostgreSQL writes it; empty for none
     */
    record Index(String name, String method, boolean valid, List<Integer> keys, String predicate) {}

    record PrimaryKey(String constraint, List<Integer> keys) {}

    /** @param name schema-qualified and quoted */
    record Sequence(String name, long cache, long increment, boolean cycles, boolean readable) {}

    Optional<Column> column(String name) {
        return Optional.ofNullable(columns.get(name));
    }
}
