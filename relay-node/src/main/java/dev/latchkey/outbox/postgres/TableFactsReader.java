package dev.latchkey.outbox.postgres;

import dev.latchkey.outbox.postgres.TableFacts.Column;
import dev.latchkey.outbox.postgres.TableFacts.Index;
import dev.latchkey.outbox.postgres.TableFacts.PrimaryKey;
import dev.latchkey.outbox.postgres.TableFacts.Sequence;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@link TableFacts} from the system catalogs: no right on the table itself is needed, and no search path. */
final class TableFactsReader {
    /** Served by pg_class_relname_nsp_index. */
    private static final String TABLE = """
            select c.oid, c.relpersistence = 'p'
            from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
            where n.nspname = ? and c.relname = ? and c.relkind in ('r', 'p')""";

    /** Served by pg_attribute_relid_attnum_index. */
    private static final String COLUMNS = """
            select a.attname, a.attnum, pg_catalog.quote_ident(a.attname), pg_catalog.format_type(a.atttypid, null),
                   coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), ''), a.attidentity, a.attgenerated
            from pg_catalog.pg_attribute a
            left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
            where a.attrelid = ? and a.attnum > 0 and not a.attisdropped
            order by a.attnum""";

    /** Served by pg_index_indrelid_index. */
    private static final String INDEXES = """
            select pg_catalog.format('%I.%I', n.nspname, c.relname), m.amname, i.indisvalid and i.indisready,
                   i.indkey::smallint[], coalesce(pg_catalog.pg_get_expr(i.indpred, i.indrelid), '')
            from pg_catalog.pg_index i
            join pg_catalog.pg_class c on c.oid = i.indexrelid
            join pg_catalog.pg_namespace n on n.oid = c.relnamespace
            join pg_catalog.pg_am m on m.oid = c.relam
            where i.indrelid = ?""";

    /** Served by pg_constraint_conrelid_contypid_conname_index. */
    private static final String PRIMARY_KEY = """
            select conname, conkey from pg_catalog.pg_constraint where conrelid = ? and contype = 'p'""";

    /** Served by pg_depend_reference_index. */
    private static final String SEQUENCE = """
            select pg_catalog.format('%I.%I', n.nspname, c.relname), s.seqcache, s.seqincrement, s.seqcycle,
                   pg_catalog.has_sequence_privilege(c.oid, 'select')
            from pg_catalog.pg_depend d
            join pg_catalog.pg_sequence s on s.seqrelid = d.objid
            join pg_catalog.pg_class c on c.oid = s.seqrelid
            join pg_catalog.pg_namespace n on n.oid = c.relnamespace
            where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
              and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
              and d.refobjid = ? and d.refobjsubid = ? and d.deptype in ('i', 'a')""";

    private final Connection connection;

    TableFactsReader(Connection connection) {
        this.connection = connection;
    }

    /** Empty where no such table exists. */
    Optional<TableFacts> read(OutboxTable table) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(TABLE)) {
            query.setString(1, table.schema());
            query.setString(2, table.table());
            try (ResultSet row = query.executeQuery()) {
                return row.next()
                        ? Optional.of(facts(row.getLong(1), row.getBoolean(2), table.columns()))
                        : Optional.empty();
            }
        }
    }

    private TableFacts facts(long oid, boolean persistent, OutboxTable.Columns names) throws SQLException {
        Map<String, Column> columns = new LinkedHashMap<>();
        rows(COLUMNS, oid, row -> columns.put(row.getString(1), column(row)));
        List<Index> indexes = new ArrayList<>();
        rows(INDEXES, oid, row -> indexes.add(index(row)));
        List<PrimaryKey> keys = new ArrayList<>();
        rows(PRIMARY_KEY, oid, row -> keys.add(new PrimaryKey(row.getString(1), numbers(row.getArray(2)))));
        Column seq = columns.get(names.seq());
        return new TableFacts(
                oid,
                persistent,
                columns,
                indexes,
                keys.stream().findFirst(),
                seq == null ? Optional.empty() : sequence(oid, seq.number()));
    }

    private static Column column(ResultSet row) throws SQLException {
        return new Column(
                row.getInt(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6).strip(),
                row.getString(7).strip());
    }

    private static Index index(ResultSet row) throws SQLException {
        return new Index(
                row.getString(1), row.getString(2), row.getBoolean(3), numbers(row.getArray(4)), row.getString(5));
    }

    private Optional<Sequence> sequence(long table, int column) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(SEQUENCE)) {
            query.setLong(1, table);
            query.setInt(2, column);
            try (ResultSet row = query.executeQuery()) {
                return row.next()
                        ? Optional.of(new Sequence(
                                row.getString(1), row.getLong(2), row.getLong(3), row.getBoolean(4), row.getBoolean(5)))
                        : Optional.empty();
            }
        }
    }

    private void rows(String sql, long oid, RowReader reader) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setLong(1, oid);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    reader.read(rows);
                }
            }
        }
    }

    private static List<Integer> numbers(Array array) throws SQLException {
        return Arrays.stream((Object[]) array.getArray())
                .map(number -> ((Number) number).intValue())
                .toList();
    }

    @FunctionalInterface
    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }
}
