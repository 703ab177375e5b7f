package dev.latchkey.outbox.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.coordination.ShardMap;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The poll walks the index on (seq, slot) whatever the planner believes about the table. */
class ReadPlanIT {
    private static final String FILL = """
            insert into outbox (id, aggregatetype, aggregateid, type)
            select gen_random_uuid(), 'order', i::text, 'Changed' from generate_series(1, 200000) i""";

    private OutboxDatabase database;

    @BeforeEach
    void createDatabase() throws SQLException {
        database = OutboxDatabase.create(SettleMode.DELETE);
    }

    @AfterEach
    void closeDatabase() {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 1",
                FILL + "; analyze outbox; delete from outbox",
                FILL + "; delete from outbox; vacuum analyze outbox",
                FILL + "; delete from outbox; analyze outbox; " + FILL,
                "analyze outbox; " + FILL
            })
    void theIndexIsUsedWithoutStatisticsWithStaleOnesAndBesideDeadRows(String history) throws SQLException {
        for (String statement : history.split(";")) {
            database.execute(statement);
        }
        assertThat(planOfTheRead())
                .anyMatch(line -> line.contains("Index Scan using outbox_"))
                .noneMatch(line -> line.contains("Seq Scan on outbox o"))
                .noneMatch(line -> line.contains("Sort"));
    }

    @ParameterizedTest
    @EnumSource(SettleMode.class)
    void aSettleFindsItsRowsByTheIndex(SettleMode settle) throws SQLException {
        try (OutboxDatabase own = OutboxDatabase.create(settle)) {
            own.execute(FILL);
            OutboxSql sql = own.outboxes(settle, 1000, 1).sql();
            assertThat(planOfTheSettle(own, sql.settle(), "uuid"))
                    .anyMatch(line -> line.contains("Index Scan using outbox_"));
            assertThat(planOfTheSettle(own, sql.settleInSession()))
                    .anyMatch(line -> line.contains("Index Scan using outbox_"));
        }
    }

    private static List<String> planOfTheSettle(OutboxDatabase own, String sql, String... furtherArrays)
            throws SQLException {
        try (Connection connection = own.lanes().getConnection();
                PreparedStatement statement = connection.prepareStatement("explain " + sql)) {
            statement.setLong(1, 0);
            statement.setString(2, "lane");
            statement.setArray(3, connection.createArrayOf("int8", new Long[] {1L}));
            for (String type : furtherArrays) {
                statement.setArray(4, connection.createArrayOf(type, new Object[] {new UUID(0, 0)}));
            }
            return lines(statement);
        }
    }

    private List<String> planOfTheRead() throws SQLException {
        String sql = database.outboxes(SettleMode.DELETE, 1000, 1).sql().read();
        try (Connection connection = database.lanes().getConnection();
                PreparedStatement statement = connection.prepareStatement("explain " + sql)) {
            statement.setLong(1, 4096);
            statement.setLong(2, 0);
            SlotSet.of(List.of(0, 2), new ShardMap(4)).bind(statement, 3);
            statement.setInt(6, 1000);
            return lines(statement);
        }
    }

    private static List<String> lines(PreparedStatement statement) throws SQLException {
        List<String> lines = new java.util.ArrayList<>();
        try (ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                lines.add(result.getString(1));
            }
        }
        return lines;
    }
}
