package dev.latchkey.outbox.postgres;

import dev.latchkey.outbox.postgres.TableFacts.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What the columns of the outbox table must be. */
final class ColumnRules {
    private static final String TIMESTAMPTZ = "timestamp with time zone";
    private static final Set<String> PAYLOAD_TYPES = Set.of("jsonb", "json", "text", "character varying", "bytea");

    private final OutboxDdl ddl;
    private final TableFacts facts;
    private final OutboxTable.Columns names;
    private final String alterTable;

    ColumnRules(OutboxDdl ddl, TableFacts facts) {
        this.ddl = ddl;
        this.facts = facts;
        this.names = ddl.table().columns();
        this.alterTable = "alter table " + ddl.table().quoted() + " ";
    }

    /** In an order in which the remedies can be applied one after the other. */
    List<SchemaProblem> problems() {
        List<SchemaProblem> problems = new ArrayList<>();
        missingWriterColumns(problems);
        // Before the relay's columns, since it takes the slot away, which those bring back.
        type(names.id(), "uuid", dropSlotFirst(), problems);
        missingRelayColumns(problems);
        types(problems);
        primaryKey(problems);
        defaults(problems);
        numbering(problems);
        slot(problems);
        return problems;
    }

    /** The relay's columns that the table lacks; not empty means that it was not adopted yet. */
    List<String> missingRelayNames() {
        Stream<String> stamped = ddl.settle() == SettleMode.MARK ? Stream.of(names.publishedAt()) : Stream.empty();
        return Stream.concat(
                        Stream.of(names.headers(), names.xactAt(), names.xid(), names.seq(), names.slot()), stamped)
                .filter(name -> facts.column(name).isEmpty())
                .toList();
    }

    private void missingWriterColumns(List<SchemaProblem> problems) {
        Map<String, String> types = new LinkedHashMap<>();
        types.put(names.id(), "uuid not null default gen_random_uuid()");
        types.put(names.aggregateType(), "text");
        types.put(names.aggregateId(), "text");
        types.put(names.type(), "text");
        types.put(names.payload(), "jsonb");
        types.forEach((name, type) -> {
            if (facts.column(name).isEmpty()) {
                problems.add(new SchemaProblem(
                        "column " + quoted(name) + " is missing",
                        alterTable + "add column " + quoted(name) + " " + type + ";"));
            }
        });
    }

    private void missingRelayColumns(List<SchemaProblem> problems) {
        List<String> missing = missingRelayNames();
        if (!missing.isEmpty()) {
            String list =
                    String.join(", ", missing.stream().map(ColumnRules::quoted).toList());
            String columns = missing.size() == 1 ? "column " + list + " is" : "columns " + list + " are";
            problems.add(new SchemaProblem(columns + " missing", OutboxDdl.transaction(ddl.adoption())));
        }
    }

    private void types(List<SchemaProblem> problems) {
        facts.column(names.payload())
                .filter(column -> !PAYLOAD_TYPES.contains(column.type()))
                .ifPresent(column -> problems.add(wrongType(names.payload(), column, "text", "")));
        type(names.headers(), "jsonb", "", problems);
        type(names.xactAt(), TIMESTAMPTZ, dropDefaultFirst(names.xactAt()), problems);
        type(names.xid(), "xid8", dropDefaultFirst(names.xid()), problems);
        type(names.seq(), "bigint", "", problems);
        if (ddl.settle() == SettleMode.MARK) {
            type(names.publishedAt(), TIMESTAMPTZ, "", problems);
        }
    }

    private void type(String name, String type, String first, List<SchemaProblem> problems) {
        facts.column(name)
                .filter(column -> !column.type().equals(type))
                .ifPresent(column -> problems.add(wrongType(name, column, type, first)));
    }

    private SchemaProblem wrongType(String name, Column column, String type, String first) {
        String q = quoted(name);
        return new SchemaProblem(
                "column " + q + " is of type " + column.type() + "; must be " + type,
                alterTable + first + "alter column " + q + " type " + type + " using " + q + "::text::" + type + ";");
    }

    /** PostgreSQL refuses another type for a column that a generated one is made of. */
    private String dropSlotFirst() {
        return "drop column if exists " + quoted(names.slot()) + ";\n" + alterTable;
    }

    private static String dropDefaultFirst(String name) {
        return "alter column " + quoted(name) + " drop default, ";
    }

    private void primaryKey(List<SchemaProblem> problems) {
        int id = facts.column(names.id()).map(Column::number).orElse(0);
        if (facts.primaryKey().filter(key -> key.keys().equals(List.of(id))).isEmpty()) {
            String drop = facts.primaryKey()
                    .map(key -> "drop constraint " + quoted(key.constraint()) + ", ")
                    .orElse("");
            problems.add(new SchemaProblem(
                    "the primary key is not " + quoted(names.id()),
                    alterTable + drop + "add primary key (" + quoted(names.id()) + ");"));
        }
    }

    private void defaults(List<SchemaProblem> problems) {
        // PostgreSQL shows transaction_timestamp() as written, and now() is the same function by another name.
        defaultOf(names.xactAt(), "transaction_timestamp()", Set.of("transaction_timestamp()", "now()"), problems);
        defaultOf(names.xid(), "pg_current_xact_id()", Set.of("pg_current_xact_id()"), problems);
    }

    private void defaultOf(String name, String expression, Set<String> accepted, List<SchemaProblem> problems) {
        facts.column(name)
                .filter(column -> !accepted.contains(column.expression()))
                .ifPresent(column -> problems.add(new SchemaProblem(
                        "column " + quoted(name) + " does not have the default " + expression,
                        alterTable + "alter column " + quoted(name) + " set default " + expression + ";")));
    }

    private void numbering(List<SchemaProblem> problems) {
        Column seq = facts.columns().get(names.seq());
        if (seq == null) {
            return;
        }
        int xid = facts.column(names.xid()).map(Column::number).orElse(Integer.MAX_VALUE);
        if (seq.identity().isEmpty()) {
            problems.add(renumber("column " + quoted(names.seq()) + " is not an identity column"));
        } else if (xid > seq.number()) {
            problems.add(renumber("column " + quoted(names.xid()) + " must stand before " + quoted(names.seq())
                    + ": a transaction must have its xid before it draws a number"));
        } else if (seq.identity().equals("d")) {
            problems.add(new SchemaProblem(
                    "column " + quoted(names.seq())
                            + " is generated by default, so that a writer could give its own numbers",
                    alterTable + "alter column " + quoted(names.seq()) + " set generated always;"));
        }
        facts.sequence().ifPresent(sequence -> sequence(sequence, problems));
    }

    private void sequence(TableFacts.Sequence sequence, List<SchemaProblem> problems) {
        if (sequence.cache() != 1 || sequence.increment() != 1 || sequence.cycles()) {
            problems.add(new SchemaProblem(
                    "sequence " + sequence.name() + " has cache " + sequence.cache() + ", increment "
                            + sequence.increment() + (sequence.cycles() ? " and cycles" : "")
                            + "; must have cache 1, increment 1 and no cycle, or numbers are not drawn in time order",
                    "alter sequence " + sequence.name() + " cache 1 increment by 1 no cycle;"));
        }
    }

    private SchemaProblem renumber(String what) {
        return new SchemaProblem(what, OutboxDdl.transaction(ddl.renumbering()));
    }

    private void slot(List<SchemaProblem> problems) {
        Column slot = facts.columns().get(names.slot());
        if (slot == null) {
            return;
        }
        String expected = "get_byte(decode(md5(COALESCE(" + identifier(names.aggregateId()) + ","
                + identifier(names.id()) + ")),'hex'),0)";
        boolean asExpected = slot.type().equals("smallint")
                && slot.generated().equals("s")
                && withoutCasts(slot.expression()).equals(withoutCasts(expected));
        if (!asExpected) {
            problems.add(new SchemaProblem(
                    "column " + quoted(names.slot()) + " is not the stored first byte of the key's MD5",
                    OutboxDdl.transaction(
                            alterTable + "drop column " + quoted(names.slot()) + ";\n" + ddl.adoption())));
        }
    }

    private String identifier(String name) {
        return facts.column(name).map(Column::identifier).orElse(name);
    }

    /** PostgreSQL writes casts and parentheses by the column's type; without them the expression is one for all. */
    private static String withoutCasts(String expression) {
        return expression.replace("::text", "").replace("::smallint", "").replaceAll("[()\\s]", "");
    }

    private static String quoted(String name) {
        return OutboxTable.quote(name);
    }
}
