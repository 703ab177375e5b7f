package dev.latchkey.lab.workload;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The tables that the workload writes to: orders, the business, and the outbox beside it. */
public final class OrdersSchema {
    /** Text payloads: what is written is what arrives, byte for byte. */
    private static final String OUTBOX = """
            create table if not exists public.outbox (
                id            uuid primary key,
                aggregatetype text not null,
                aggregateid   text,
                type          text not null,
                payload       text,
                headers       jsonb,
                xact_at       timestamptz not null default transaction_timestamp(),
                xid           xid8 not null default pg_current_xact_id(),
                seq           bigint not null generated always as identity,
                slot          smallint not null generated always as
                    (get_byte(decode(md5(coalesce(aggregateid::text, id::text)), 'hex'), 0)) stored
            )""";

    private static final String OUTBOX_INDEX = "create index if not exists outbox_pending on public.outbox (seq, slot)";

    private static final String ORDERS = """
            create table if not exists public.orders (
                event_id  uuid primary key,
                order_key text,
                change    text not null
            )""";

    private OrdersSchema() {}

    /** Creates what does not exist yet; an outbox that is there already is left as it is. */
    public static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(OUTBOX);
            statement.execute(OUTBOX_INDEX);
            statement.execute(ORDERS);
        }
    }
}
