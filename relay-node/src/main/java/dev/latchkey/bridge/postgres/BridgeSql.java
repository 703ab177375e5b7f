package dev.latchkey.bridge.postgres;

import dev.latchkey.outbox.postgres.OutboxTable;

/** The statements of the bridge with the configured names filled in. Immutable. */
final class BridgeSql {
    private final BridgeTable table;
    private final boolean commitTimes;

    /** @param commitTimes whether the server keeps commit timestamps; asking it otherwise is an error */
    BridgeSql(BridgeTable table, boolean commitTimes) {
        this.table = table;
        this.commitTimes = commitTimes;
    }

    private String fill(String sql) {
        BridgeTable.Columns columns = table.columns();
        return sql.replace("{table}", table.quoted())
                .replace("{parked}", table.parked())
                .replace("{id}", OutboxTable.quote(columns.id()))
                .replace("{channel}", OutboxTable.quote(columns.channel()))
                .replace("{payload}", OutboxTable.quote(columns.payload()))
                .replace("{created}", OutboxTable.quote(columns.createdAt()))
                .replace("{published}", OutboxTable.quote(columns.publishedAt()));
    }

    /**
     * Parameters: channel, least age in milliseconds (twice; 0 asks for no age, since a writer's clock may be ahead),
     * limit. By the pending index (channel, id). The length of a text is
     * known without reading it, so a claim that is cut to size has not read what it leaves.
     */
    String claim() {
        return fill("""
                with claimed as materialized (
                    select {id} as id, coalesce(octet_length({payload}::text), 0) as bytes, {committed} as committed
                    from {table}
                    where {channel} = ? and {published} is null
                        and (? = 0 or {created} < clock_timestamp() - ? * interval '1 millisecond')
                    order by {id} limit ?
                    for update skip locked)
                select id, bytes from claimed order by committed nulls first, id""".replace(
                "{committed}", commitTimes ? "pg_catalog.pg_xact_commit_timestamp(xmin)" : "null::timestamptz"));
    }

    /** Parameter: the ids. By the primary key. */
    String payloads() {
        return fill("select {id}, {payload}::text from {table} where {id} = any(?)");
    }

    /** Parameter: the ids. By the primary key. */
    String stamp() {
        return fill("update {table} set {published} = clock_timestamp() where {id} = any(?)");
    }

    /** Parameters: the id, the reason. By the primary key. */
    String park() {
        return fill("""
                with refused as (delete from {table} where {id} = ? returning *)
                insert into {parked} (id, channel, payload, created_at, reason)
                select {id}, {channel}, {payload}::text, {created}, ? from refused""");
    }

    /** Parameters: the retention in milliseconds, limit. By the index on the time of publishing. */
    String deletePublished() {
        return fill("""
                delete from {table} where {id} in (
                    select {id} from {table}
                    where {published} < clock_timestamp() - ? * interval '1 millisecond'
                    limit ? for update skip locked)""");
    }

    /** The same for rows that were never published, by age. By the pending index. */
    String deleteUnpublished() {
        return fill("""
                delete from {table} where {id} in (
                    select {id} from {table}
                    where {published} is null and {created} < clock_timestamp() - ? * interval '1 millisecond'
                    limit ? for update skip locked)""");
    }

    /** Parameter: the channels. One probe of the pending index a channel. Null where nothing is pending. */
    String oldest() {
        return fill("""
                select extract(epoch from clock_timestamp() - min(oldest.since))
                from unnest(?::text[]) as channels(name)
                cross join lateral (
                    select {created} as since from {table}
                    where {channel} = channels.name and {published} is null order by {id} limit 1) oldest""");
    }

    /** Parameters: the retention in milliseconds, the most to count. By the pending index. */
    String overdue() {
        return fill("""
                select count(*) from (
                    select 1 from {table}
                    where {published} is null and {created} < clock_timestamp() - ? * interval '1 millisecond'
                    limit ?) overdue""");
    }
}
