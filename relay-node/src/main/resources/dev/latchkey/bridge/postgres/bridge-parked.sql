-- Rows whose message the broker will never take: too large, for one. Nothing is read from here; a person decides.
create table if not exists {parked} (
    parking    bigint primary key generated always as identity,
    id         bigint not null,
    channel    text not null,
    payload    text,
    created_at timestamptz not null,
    reason     text not null,
    parked_at  timestamptz not null default clock_timestamp()
);
