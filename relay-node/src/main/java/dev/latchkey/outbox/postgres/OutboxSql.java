package dev.latchkey.outbox.postgres;

import static dev.latchkey.outbox.postgres.OutboxTable.quote;

/**
 * The statements of a lane, with the configured names filled in. Immutable.
 *
 * <p>The relay's connections have sequential scans, bitmap scans, sorts and hash and merge joins made unattractive, so
 * that every statement here walks the index on (seq, slot) whatever the table's statistics say.
 */
final class OutboxSql {
    private final OutboxTable table;
    private final OutboxOptions options;
    private final String sequence;
    private final boolean binaryPayload;

    /**
     * @param sequence the sequence behind the seq column, quoted and schema-qualified
     * @param binaryPayload true when the payload column is bytea
     */
    OutboxSql(OutboxTable table, OutboxOptions options, String sequence, boolean binaryPayload) {
        this.table = table;
        this.options = options;
        this.sequence = sequence;
        this.binaryPayload = binaryPayload;
    }

    /**
     * The next rows of some shards, and the state of the snapshot. Always at least one row: the snapshot's columns stand
     * alone when nothing is unsent, so that an idle poll is one statement.
     *
     * <p>Index on (seq, slot): a range scan from the floor, the slots' hull checked inside the index. The byte bound counts
     * the payloads' stored size, which needs no decompression. {@code offset 0} keeps the snapshot's expressions from
     * being evaluated again for each row.
     *
     * <p>Parameters: floor, lowest slot, highest slot, slots, rows, bytes.
     */
    String read() {
        return """
            select p.snapshot_xmin, p.given, p.database_time, w.*
            from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as snapshot_xmin,
                         case when is_called then last_value else last_value - 1 end as given,
                         clock_timestamp() as database_time
                  from %s offset 0) p
            left join (
              select * from (
                select %s,
                       sum(pg_column_size(%s)) over (order by o.%s rows unbounded preceding) as bytes,
                       coalesce(pg_column_size(%s), 0) as size
                from %s o
                where o.%s > ? and %s
                order by o.%s limit ?) o
              where coalesce(bytes, 0) - size < ?) w on true
            """.formatted(
                        sequence, columns(), payload(), seq(), payload(), table.quoted(), seq(), unsentSlots(), seq());
    }

    /**
     * Where a wider window allows rows to go: their numbers in publishing order. Reads no payload.
     *
     * <p>Index on (seq, slot): the same range scan as {@link #read}.
     *
     * <p>Parameters: floor, lowest slot, highest slot, slots, rows of the window, the same again, most numbers to return.
     */
    String widen() {
        return """
            with w as materialized (
              select o.%s as seq, %s as committed, o.%s as xact_at
              from %s o
              where o.%s > ? and %s
              order by o.%s limit ?),
            bound as materialized (
              select case when count(*) < ? then 'infinity' else max(xact_at) end as latest from w)
            select w.seq
            from w, bound
            where w.committed is null or w.committed <= bound.latest
            order by w.committed nulls first, w.seq
            limit ?
            """.formatted(seq(), commitTime(), quote(c().xactAt()), table.quoted(), seq(), unsentSlots(), seq());
    }

    /**
     * The rows with the given numbers, in the order given.
     *
     * <p>Index on (seq, slot): one probe a row.
     *
     * <p>Parameters: numbers, lowest slot, highest slot, slots, bytes.
     */
    String fetch() {
        return """
            select * from (
              select u.position, %s,
                     sum(pg_column_size(%s)) over (order by u.position rows unbounded preceding) as bytes,
                     coalesce(pg_column_size(%s), 0) as size
              from unnest(?::bigint[]) with ordinality as u(seq, position)
              join %s o on o.%s = u.seq
              where %s
              order by u.position) o
            where coalesce(bytes, 0) - size < ?
            """.formatted(columns(), payload(), payload(), table.quoted(), seq(), unsentSlots());
    }

    /**
     * Settles rows and moves the lane's mark, or does nothing when the lane is fenced. Returns the transaction's id, null
     * when fenced.
     *
     * <p>Index on (seq, slot): one probe a row. The lane's row by its primary key.
     *
     * <p>Parameters: offset, lane, numbers, event ids.
     */
    String settle() {
        return """
            with fence as (
              update %s set settled_offset = ? where id = ? and not fenced
              returning pg_current_xact_id()::text::bigint as xid),
            settled as (%s and exists (select from fence))
            select xid from fence
            """.formatted(table.relay("lane"), settleRows());
    }

    /** Settles rows by number and event id. Parameters: numbers, event ids. */
    String settleRows() {
        String match = "unnest(?::bigint[], ?::uuid[]) as s(seq, id) where o.%s = s.seq and o.%s = s.id"
                .formatted(seq(), quote(c().id()));
        return options.stamp()
                ? "update %s o set %s = now() from %s%s"
                        .formatted(table.quoted(), quote(c().publishedAt()), match, unstamped())
                : "delete from %s o using %s".formatted(table.quoted(), match);
    }

    /** The sequence's cache, which must be 1. Parameter: the sequence. */
    String sequenceCache() {
        return "select seqcache from pg_sequence where seqrelid = ?::regclass";
    }

    String sequence() {
        return sequence;
    }

    private String columns() {
        return "o.%s as seq, o.%s as id, o.%s as slot, o.%s::text as aggregatetype, o.%s::text as aggregateid, o.%s::text as type, "
                        .formatted(
                                seq(),
                                quote(c().id()),
                                quote(c().slot()),
                                quote(c().aggregateType()),
                                quote(c().aggregateId()),
                                quote(c().type()))
                + "%s as payload, o.%s::text as headers, o.%s as xact_at, %s as committed"
                        .formatted(
                                binaryPayload ? payload() : payload() + "::text",
                                quote(c().headers()),
                                quote(c().xactAt()),
                                commitTime());
    }

    /** The stored xid, not xmin: an update of a pending row changes xmin and would move the event behind later ones. */
    private String commitTime() {
        if (!options.commitTimes()) {
            return "null::timestamptz";
        }
        String time = "pg_xact_commit_timestamp(o.%s::xid)".formatted(quote(c().xid()));
        return options.xidTrustedAfter() == 0
                ? time
                : "case when o.%s > %d then %s end".formatted(seq(), options.xidTrustedAfter(), time);
    }

    private String unsentSlots() {
        String slot = quote(c().slot());
        return "o.%s between ? and ? and o.%s = any(?)%s".formatted(slot, slot, unstamped());
    }

    private String unstamped() {
        return options.stamp() ? " and o.%s is null".formatted(quote(c().publishedAt())) : "";
    }

    private String payload() {
        return "o." + quote(c().payload());
    }

    private String seq() {
        return quote(c().seq());
    }

    private OutboxTable.Columns c() {
        return table.columns();
    }
}
