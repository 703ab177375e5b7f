package dev.latchkey.outbox.postgres;

import static dev.latchkey.outbox.postgres.EmptyDatabases.connect;
import static dev.latchkey.outbox.postgres.EmptyDatabases.rows;
import static dev.latchkey.outbox.postgres.EmptyDatabases.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SchemaMigrationIT {
    private static final OutboxTable ODD = new OutboxTable(
            "My Schema",
            "Out-Box ${mark}",
            "Re\"lay $1",
            new OutboxTable.Columns(
                    "Id",
                    "aggregate type",
                    "aggregateId",
                    "order",
                    "pay;load",
                    "he\"ad",
                    "xact At",
                    "X",
                    "select",
                    "slot?",
                    "published'At"));

    private static EmptyDatabases server;
    private String url;

    @BeforeAll
    static void startServer() throws Exception {
        server = new EmptyDatabases("on");
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    @BeforeEach
    void newDatabase() throws SQLException {
        url = server.newDatabase();
    }

    @ParameterizedTest
    @EnumSource
    void newDatabaseGetsAllThatTheCheckAsksFor(SettleMode settle) throws Exception {
        assertThat(migration(OutboxTable.DEFAULT, settle).migrate(false)).hasSize(2);

        assertThat(problems(OutboxTable.DEFAULT, settle)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void runningAgainChangesNothingAndSaysSo(SettleMode settle) throws Exception {
        migration(OutboxTable.DEFAULT, settle).migrate(false);
        List<String> before = catalog();

        assertThat(migration(OutboxTable.DEFAULT, settle).migrate(false)).isEmpty();
        assertThat(migration(OutboxTable.DEFAULT, settle).migrate(true)).isEmpty();
        assertThat(catalog()).isEqualTo(before);
    }

    @Test
    void lostTableAndLostIndexAreMadeAnew() throws Exception {
        migration(OutboxTable.DEFAULT, SettleMode.DELETE).migrate(false);
        execute("drop table public.outbox");
        assertThat(migration(OutboxTable.DEFAULT, SettleMode.DELETE).migrate(false))
                .containsExactly("created table \"public\".\"outbox\"");

        execute("drop index public.outbox_pending");
        assertThat(migration(OutboxTable.DEFAULT, SettleMode.DELETE).migrate(false))
                .containsExactly("indexed table \"public\".\"outbox\"");

        assertThat(problems(OutboxTable.DEFAULT, SettleMode.DELETE)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void printedSchemaServesAsWellAsTheMigration(SettleMode settle) throws Exception {
        OutboxDdl ddl = new OutboxDdl(OutboxTable.DEFAULT, settle);
        execute(ddl.forNewTable());
        execute(ddl.forNewTable());
        assertThat(problems(OutboxTable.DEFAULT, settle)).isEmpty();

        migration(OutboxTable.DEFAULT, settle).migrate(false);

        assertThat(problems(OutboxTable.DEFAULT, settle)).isEmpty();
    }

    @Test
    void unadoptedTableIsRefusedAndNothingTouched() throws Exception {
        debeziumTable("varchar(255)");
        List<String> before = catalog();

        assertThatThrownBy(
                        () -> migration(OutboxTable.DEFAULT, SettleMode.DELETE).migrate(false))
                .isInstanceOf(SchemaRefusedException.class)
                .hasMessageContaining("lacks the columns headers, xact_at, xid, seq, slot")
                .hasMessageContaining("latchkey schema --adopt 'public.outbox' --settle delete");
        assertThat(catalog()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"text, n::text", "varchar(255), n::text", "char(20), n::text", "bigint, n", "uuid, md5(n::text)::uuid"})
    void adoptionNumbersPendingEventsInPhysicalOrder(String type, String key) throws Exception {
        debeziumTable(type);
        execute("insert into public.outbox select gen_random_uuid(), 'order', " + key
                + ", 'placed', jsonb_build_object('n', n) from generate_series(1, 500) n");

        assertThat(migration(OutboxTable.DEFAULT, SettleMode.MARK).migrate(true))
                .contains("adopted table \"public\".\"outbox\"");
        execute("insert into public.outbox (id, aggregatetype, aggregateid, type, payload) values "
                + "(gen_random_uuid(), 'order', null, 'late', '{\"n\": 501}')");

        try (Connection connection = connect(url)) {
            assertThat(rows(connection, "select payload->>'n' from public.outbox order by seq"))
                    .hasSize(501)
                    .isSortedAccordingTo((a, b) -> Integer.compare(Integer.parseInt(a), Integer.parseInt(b)));
            assertThat(rows(
                            connection,
                            "select 1 from public.outbox where slot <> get_byte(decode(md5(coalesce(aggregateid::text,"
                                    + " id::text)), 'hex'), 0)"))
                    .isEmpty();
        }
        assertThat(problems(OutboxTable.DEFAULT, SettleMode.MARK)).isEmpty();
    }

    @Test
    void printedAdoptionServesAsWellAsTheMigration() throws Exception {
        debeziumTable("text");

        execute(new OutboxDdl(OutboxTable.DEFAULT, SettleMode.DELETE).forAdoption());

        assertThat(problems(OutboxTable.DEFAULT, SettleMode.DELETE)).isEmpty();
        assertThat(migration(OutboxTable.DEFAULT, SettleMode.DELETE).migrate(false))
                .as("only the history is new")
                .hasSize(1);
    }

    @Test
    void oldWritersGoOnAfterAdoption() throws Exception {
        debeziumTable("varchar(255)");
        migration(OutboxTable.DEFAULT, SettleMode.DELETE).migrate(true);

        execute("insert into public.outbox (id, aggregatetype, aggregateid, type, payload) "
                + "select gen_random_uuid(), 'order', '7', 'placed', '{}' from generate_series(1, 3)");

        try (Connection connection = connect(url)) {
            assertThat(rows(
                            connection,
                            "select seq, xid is not null, xact_at is not null from public.outbox order by 1"))
                    .containsExactly("1|t|t", "2|t|t", "3|t|t");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anyNameWillDo(SettleMode settle) throws Exception {
        migration(ODD, settle).migrate(false);

        assertThat(problems(ODD, settle)).isEmpty();
        assertThat(migration(ODD, settle).migrate(false)).isEmpty();
    }

    @Test
    void longestTableNameLeavesRoomForTheIndexes() throws Exception {
        OutboxTable longest = new OutboxTable("public", "t".repeat(63), "latchkey", OutboxTable.Columns.DEFAULT);

        migration(longest, SettleMode.MARK).migrate(false);

        assertThat(problems(longest, SettleMode.MARK)).isEmpty();
    }

    @Test
    void twoMigrationsAtOnceAgree() throws Exception {
        ExecutorService both = Executors.newFixedThreadPool(2);
        try {
            Callable<List<String>> migrate =
                    () -> migration(OutboxTable.DEFAULT, SettleMode.DELETE).migrate(false);
            List<String> done = new ArrayList<>();
            for (Future<List<String>> one : both.invokeAll(List.of(migrate, migrate))) {
                done.addAll(one.get());
            }
            assertThat(done).hasSize(2);
        } finally {
            both.shutdownNow();
        }
        assertThat(problems(OutboxTable.DEFAULT, SettleMode.DELETE)).isEmpty();
    }

    private void debeziumTable(String aggregateId) throws SQLException {
        execute("create table public.outbox (id uuid not null primary key, aggregatetype varchar(255) not null, "
                + "aggregateid " + aggregateId + ", type varchar(255) not null, payload jsonb)");
    }

    private SchemaMigration migration(OutboxTable table, SettleMode settle) {
        return new SchemaMigration(url, EmptyDatabases.superuser(), table, settle);
    }

    private List<SchemaProblem> problems(OutboxTable table, SettleMode settle) throws SQLException {
        try (Connection connection = connect(url)) {
            return new OutboxSchemaCheck(table, settle, 16, true)
                    .run(connection)
                    .problems();
        }
    }

    /** Every relation and column with the transaction that made it, and the migrations' history. */
    private List<String> catalog() throws SQLException {
        try (Connection connection = connect(url)) {
            return rows(
                    connection,
                    "select c.oid, c.relname, c.relfilenode, a.attname, a.xmin from pg_class c join pg_attribute a on"
                            + " a.attrelid = c.oid join pg_namespace n on n.oid = c.relnamespace where n.nspname not like"
                            + " 'pg\\_%' and n.nspname <> 'information_schema' order by c.oid, a.attnum");
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connect(url)) {
            run(connection, sql);
        }
    }
}
