package dev.latchkey.lab.load;

import dev.latchkey.lab.server.ServerFailure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Says of an outbox that was there before whether a trial on it can be judged. */
final class GivenOutbox {
    private static final String SHAPE = """
            select (select data_type from information_schema.columns
                    where table_schema = 'public' and table_name = 'outbox' and column_name = 'payload'),
                   exists (select 1 from information_schema.columns
                    where table_schema = 'public' and table_name = 'outbox' and column_name = 'published_at')""";

    private GivenOutbox() {}

    /** @throws ServerFailure when payloads wouldn't arrive as written, or rows of others wait for publication */
    static void requireFit(Connection connection) throws SQLException {
        boolean stamped;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SHAPE)) {
            row.next();
            String type = row.getString(1);
            stamped = row.getBoolean(2);
            if (!"text".equals(type)) {
                throw new ServerFailure(
                        "public.outbox.payload is %s; the lab writes payloads that only a text column keeps as they are"
                                .formatted(type));
            }
        }
        requireNothingUnsent(connection, stamped ? " where published_at is null" : "");
    }

    private static void requireNothingUnsent(Connection connection, String unsent) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select exists (select 1 from public.outbox" + unsent + ")")) {
            row.next();
            if (row.getBoolean(1)) {
                throw new ServerFailure("public.outbox holds unsent rows of somebody else:"
                        + " the lab needs the table to itself, or it would take them for faults");
            }
        }
    }
}
