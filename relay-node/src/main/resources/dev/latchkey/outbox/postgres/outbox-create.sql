-- The outbox. A writer names the first six columns and any of its own; the database fills in the others.
create table if not exists ${outbox} (
    ${id} uuid primary key,
    ${aggregate_type} text not null,
    ${aggregate_id} text,
    ${type} text not null,
    ${payload} jsonb,
    ${headers} jsonb,
    -- Start of the writer's transaction, by the database's clock.
    ${xact_at} timestamptz not null default transaction_timestamp(),
    -- Stands before the next column on purpose: defaults are evaluated in column order, so a transaction has its xid
    -- before it draws a number.
    ${xid} xid8 not null default pg_current_xact_id(),
    -- Read order. A cache above 1 would hand out low numbers late.
    ${seq} bigint not null generated always as identity (cache 1),
    -- The hash ring: first byte of the MD5 of the key; a null key is spread by its event id.
    ${slot} smallint generated always as
        (get_byte(decode(md5(coalesce(${aggregate_id}::text, ${id}::text)), 'hex'), 0)) stored
    ${mark}, ${published_at} timestamptz
);
