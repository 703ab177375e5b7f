package dev.latchkey.outbox.postgres;

/** The statements of the ownership fence. Every one goes by primary key; the tables have a few hundred rows at the most. */
record FenceSql(OutboxTable table) {
    /** Lanes fenced long ago that no shard refers to any more. */
    String forgetOldLanes() {
        return """
            delete from %s l
            where l.fenced and l.started_at < now() - interval '1 day'
              and not exists (select from %s s where s.lane = l.id or s.doubt = l.id)
            """.formatted(lane(), shard());
    }

    /** Parameters: lane, node, partition, offset. */
    String openLane() {
        return "insert into %s (id, node, progress_partition, settled_offset) values (?, ?, ?, ?)".formatted(lane());
    }

    /** Shard and lane of some shards, locked. Parameter: shards. */
    String lockShards() {
        return "select shard, lane from %s where shard = any(?) order by shard for update".formatted(shard());
    }

    /** The lane's row unless it is fenced, kept from being fenced. Parameter: lane. */
    String lockUnfencedLane() {
        return "select id from %s where id = ? and not fenced for share".formatted(lane());
    }

    /** Parameter: lanes. */
    String fenceLanes() {
        return "update %s set fenced = true where id = any(?)".formatted(lane());
    }

    /** A shard already in doubt stays so: its lane of last resort is the first one that didn't clear it. Parameters: lane, shards. */
    String takeShards() {
        return """
            update %s set epoch = epoch + 1, doubt = coalesce(doubt, lane), lane = ?, acquired_at = now(),
                          state = 'taking over', last_error = null, reported_at = now()
            where shard = any(?)
            """.formatted(shard());
    }

    /** Parameter: shards. */
    String readGrants() {
        return """
            select s.shard, s.epoch, s.doubt, l.progress_partition, l.settled_offset
            from %s s left join %s l on l.id = s.doubt
            where s.shard = any(?)
            """.formatted(shard(), lane());
    }

    /** Parameters: shards, lane, doubted lane. */
    String clearDoubt() {
        return "update %s set doubt = null where shard = any(?) and lane = ? and doubt = ?".formatted(shard());
    }

    /** Parameters: shards, lane. */
    String releaseShards() {
        return """
            update %s set lane = null, state = 'released', reported_at = now() where shard = any(?) and lane = ?
            """.formatted(shard());
    }

    /** Parameters: shards, states, events published, errors, lane. */
    String report() {
        return """
            update %s s set state = r.state, published = s.published + r.published, last_error = r.error, reported_at = now()
            from unnest(?::smallint[], ?::text[], ?::bigint[], ?::text[]) as r(shard, state, published, error)
            where s.shard = r.shard and s.lane = ?
            """.formatted(shard());
    }

    /** Who holds each shard. */
    String holders() {
        return "select s.shard, l.node from %s s join %s l on l.id = s.lane".formatted(shard(), lane());
    }

    private String lane() {
        return table.relay("lane");
    }

    private String shard() {
        return table.relay("shard");
    }
}
