-- Makes an outbox of a table that has one already, as Debezium's. What it means:
--   * The table is rewritten under an ACCESS EXCLUSIVE lock: reads and writes wait until it is done. It gives up when
--     it can't have the lock within five seconds, rather than make everyone queue behind it; run it again then.
--   * Events that are pending get their order at this moment: the physical order of the rows.
--   * Writers go on as they are if their inserts name the columns, as Debezium's do.
--   * Any other relay or connector that reads this table must be stopped first, or events are published twice.
set local lock_timeout = '5s';
-- A synchronised scan may begin in the middle of the table, and the numbers would follow it.
set local synchronize_seqscans = off;
alter table ${outbox}
    add column if not exists ${headers} jsonb,
    add column if not exists ${xact_at} timestamptz not null default transaction_timestamp(),
    -- Before the next column on purpose: a transaction must have its xid before it draws a number.
    add column if not exists ${xid} xid8 not null default pg_current_xact_id(),
    add column if not exists ${seq} bigint not null generated always as identity (cache 1),
    ${mark}add column if not exists ${published_at} timestamptz,
    add column if not exists ${slot} smallint generated always as
        (get_byte(decode(md5(coalesce(${aggregate_id}::text, ${id}::text)), 'hex'), 0)) stored;
