-- The relay's own tables. Written by the nodes only; one row an installation, a lane's incarnation, a shard.

-- What the first node found. A node configured with another number of shards refuses to start; one that meets another
-- database cluster orders the rows restored into it by seq alone.
create table if not exists ${relay}.relay (
    "only"            boolean primary key default true check ("only"),
    shards            smallint not null check (shards between 1 and 256),
    system_identifier bigint not null,
    -- Rows up to this seq were written elsewhere (a restore): their xids mean nothing here.
    xid_trusted_after bigint not null default 0,
    recorded_at       timestamptz default now()
);

-- A lane's incarnation. Its settles stop the moment a taker has set fenced. Updated at each settle: the free space in
-- its pages keeps those updates from touching the index.
create table if not exists ${relay}.lane (
    id                 text primary key,
    node               text not null,
    started_at         timestamptz not null default now(),
    progress_partition integer,
    settled_offset     bigint,
    fenced             boolean not null default false
) with (fillfactor = 50);

-- Who owns a shard, for the which-th time, and which lane's last batch is still in doubt.
create table if not exists ${relay}.shard (
    shard       smallint primary key,
    epoch       bigint not null default 0,
    lane        text references ${relay}.lane (id),
    doubt       text references ${relay}.lane (id),
    acquired_at timestamptz,
    state       text,
    published   bigint not null default 0,
    last_error  text,
    reported_at timestamptz
) with (fillfactor = 50);
