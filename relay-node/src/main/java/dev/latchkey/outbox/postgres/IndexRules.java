package dev.latchkey.outbox.postgres;

import dev.latchkey.outbox.postgres.TableFacts.Column;
import dev.latchkey.outbox.postgres.TableFacts.Index;
import java.util.List;
import java.util.Optional;

/** The index that serves each poll must be there, for the pending rows, and valid. */
final class IndexRules {
    private final OutboxDdl ddl;
    private final TableFacts facts;

    IndexRules(OutboxDdl ddl, TableFacts facts) {
        this.ddl = ddl;
        this.facts = facts;
    }

    List<SchemaProblem> problems() {
        List<Index> serving = facts.indexes().stream().filter(this::serves).toList();
        if (serving.stream().anyMatch(Index::valid)) {
            return List.of();
        }
        OutboxTable.Columns names = ddl.table().columns();
        String keys = "(" + OutboxTable.quote(names.seq()) + ", " + OutboxTable.quote(names.slot()) + ")";
        Optional<Index> invalid = serving.stream().findFirst();
        return List.of(invalid.map(index -> new SchemaProblem(
                        "index " + index.name() + " is not valid: its creation failed or is not done",
                        "reindex index concurrently " + index.name() + ";"))
                .orElseGet(() -> new SchemaProblem(
                        "no index on " + keys + ddl.wherePending(),
                        "create index concurrently on " + ddl.table().quoted() + " " + keys + ddl.wherePending()
                                + ";")));
    }

    private boolean serves(Index index) {
        OutboxTable.Columns names = ddl.table().columns();
        Optional<Column> seq = facts.column(names.seq());
        Optional<Column> slot = facts.column(names.slot());
        return seq.isPresent()
                && slot.isPresent()
                && index.method().equals("btree")
                && index.keys().size() >= 2
                && index.keys().get(0) == seq.get().number()
                && index.keys().get(1) == slot.get().number()
                && index.predicate().equals(predicate());
    }

    private String predicate() {
        if (ddl.settle() == SettleMode.DELETE) {
            return "";
        }
        return facts.column(ddl.table().columns().publishedAt())
                .map(column -> "(" + column.identifier() + " IS NULL)")
                .orElse("");
    }
}
