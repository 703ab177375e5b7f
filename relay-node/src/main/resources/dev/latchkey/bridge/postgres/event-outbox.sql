-- Backs the bridge's channels: a row is a message. Writers call the functions below, or insert a row and notify.
create table if not exists {table} (
    {id} bigint primary key generated always as identity,
    {channel} text not null,
    -- Any JSON; text, because it is published as written and may be no JSON after all. Null is a message without a body.
    {payload} text,
    {created_at} timestamptz not null default clock_timestamp(),
    -- Set once the broker has confirmed the message.
    {published_at} timestamptz
);

-- Serves the claims. Holds unpublished rows only.
create index if not exists {pending_index} on {table} ({channel}, {id}) where {published_at} is null;

-- Serves the cleanup.
create index if not exists {published_index} on {table} ({published_at}) where {published_at} is not null;

-- Every row is updated once and then deleted: vacuum by count, not by share of the table.
alter table {table} set (
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 10000,
    autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 100000
);

-- Writes a row and notifies, in the caller's transaction. A notification takes less than 8,000 bytes: beyond that it
-- carries a reference. The message carries the payload in any case. Returns the row's id.
create or replace function {add_function}(to_channel text, event_payload text) returns bigint
language plpgsql as $event_outbox$
#variable_conflict use_column
declare
    event_id bigint;
begin
    insert into {table} ({channel}, {payload}) values (to_channel, event_payload)
        returning {table}.{id} into event_id;
    perform pg_catalog.pg_notify(to_channel, case
        when pg_catalog.octet_length(event_payload) < 8000 then event_payload
        else pg_catalog.json_build_object('event_outbox', event_id)::text
    end);
    return event_id;
end
$event_outbox$;

-- For triggers: writes the changed row as JSON to the channel that the trigger names.
create or replace function {row_function}() returns trigger
language plpgsql as $event_outbox$
begin
    if tg_op = 'DELETE' then
        perform {add_function}(tg_argv[0], pg_catalog.row_to_json(old)::text);
    else
        perform {add_function}(tg_argv[0], pg_catalog.row_to_json(new)::text);
    end if;
    return null;
end
$event_outbox$;

-- As in:
--   create trigger booking_event after insert on booking
--       for each row execute function {row_function}('booking_event');
