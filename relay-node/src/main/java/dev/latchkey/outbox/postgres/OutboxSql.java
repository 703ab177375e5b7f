package dev.latchkey.outbox.postgres;

import static dev.latchkey.outbox.postgres.OutboxTable.quote;

import java.util.Set;

/**
 * The statements of a lane, with the configured names filled in. Immutable.
 *
 * <p>The relay's connections have sequential scans, bitmap scans, sorts and hash and merge joins made unattractive, so
 * that every statement here walks the index on (seq, slot) whatever the table's statistics say.
 */
final class OutboxSql {
    /**
     * The driver hands these out as the bytes that are published; a cast to text would write each payload twice. Others are
     * cast, lest the driver asks for a binary form.
     */
    private static final Set<String> AS_IT_IS = Set.of("bytea", "json", "jsonb", "text", "character varying");

    private final OutboxTable table;
    private final OutboxOptions options;
    private final String sequence;
    private final String payloadType;
    private final boolean castPayload;

    /**
     * @param sequence the sequence behind the seq column, quoted and schema-qualified
     * @param payloadType type of the payload column, as the database names it
     */
    OutboxSql(OutboxTable table, OutboxOptions options, String sequence, String payloadType) {
        this.table = table;
        this.options = options;
        this.sequence = sequence;
        this.payloadType = AS_IT_IS.contains(payloadType) ? payloadType : "text";
        this.castPayload = !AS_IT_IS.contains(payloadType);
    }

    /**
     * The state of the snapshot in the first row, known by its null id, then the next rows of some shards by number. An idle
     * poll is this one statement.
     *
     * <p>The first row holds the snapshot's xmin as seq, the highest number given out as size, the clock as xact_at.
     *
     * <p>Index on (seq, slot): a range scan from the floor, the slots' hull checked inside the index. A payload that is
     * larger than its share of a batch, as stored, is left out, which bounds the whole; counting bytes in a window function
     * cost more than half as much as the read itself.
     *
     * <p>Parameters: largest payload, floor, lowest slot, highest slot, slots, rows.
     */
    String read() {
        return """
            select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as seq, null::uuid as id, null::smallint as slot,
                   null::text as aggregatetype, null::text as aggregateid, null::text as type, %s as payload,
                   null::text as headers, clock_timestamp() as xact_at, null::timestamptz as committed,
                   case when is_called then last_value else last_value - 1 end as size
            from %s
            union all
            select * from (
              select %s
              from %s o
              where o.%s > ? and %s
              order by o.%s limit ?) o
            """.formatted(
                        "null::" + payloadType,
                        sequence,
                        columns("case when pg_column_size(%s) <= ? then %s end".formatted(payload(), payloadValue()))
                                + ", pg_column_size(%s)::bigint as size".formatted(payload()),
                        table.quoted(),
                        seq(),
                        unsentSlots(),
                        seq());
    }

    /**
     * Payloads that {@link #read} left out.
     *
     * <p>Index on (seq, slot): one probe a row.
     *
     * <p>Parameter: numbers.
     */
    String payloads() {
        return "select o.%s as seq, %s as payload from %s o where o.%s = any(?)"
                .formatted(seq(), payloadValue(), table.quoted(), seq());
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
            """.formatted(columns(payloadValue()), payload(), payload(), table.quoted(), seq(), unsentSlots());
    }

    /**
     * Settles rows and moves the lane's mark, or does nothing when the lane is fenced. Returns the transaction's id, nothing
     * when fenced.
     *
     * <p>Index on (seq, slot): one probe a row. The lane's row by its primary key.
     *
     * <p>Parameters: offset, lane, numbers, event ids.
     */
    String settle() {
        return settle(settleRows());
    }

    /**
     * The same for rows that were read in the same session of the server, where their numbers name them for certain: the
     * join with the event ids costs more than the deleting.
     *
     * <p>Parameters: offset, lane, numbers.
     */
    String settleInSession() {
        return settle(settleRows("", "o.%s = any(?::bigint[])".formatted(seq())));
    }

    private String settle(String settleRows) {
        return """
            with fence as (
              update %s set settled_offset = ? where id = ? and not fenced
              returning pg_current_xact_id()::text::bigint as xid),
            settled as (%s and exists (select from fence))
            select xid from fence
            """.formatted(table.relay("lane"), settleRows);
    }

    /** Settles rows by number and event id. Parameters: numbers, event ids. */
    String settleRows() {
        return settleRows(
                "unnest(?::bigint[], ?::uuid[]) as s(seq, id)",
                "o.%s = s.seq and o.%s = s.id".formatted(seq(), quote(c().id())));
    }

    private String settleRows(String other, String match) {
        if (options.stamp()) {
            return "update %s o set %s = now()%s where %s%s"
                    .formatted(
                            table.quoted(),
                            quote(c().publishedAt()),
                            other.isEmpty() ? "" : " from " + other,
                            match,
                            unstamped());
        }
        return "delete from %s o%s where %s".formatted(table.quoted(), other.isEmpty() ? "" : " using " + other, match);
    }

    /** The sequence's cache, which must be 1. Parameter: the sequence. */
    String sequenceCache() {
        return "select seqcache from pg_sequence where seqrelid = ?::regclass";
    }

    /** What the driver is given; a type that it would hand out in a binary form is cast to text. */
    String payloadType() {
        return payloadType;
    }

    String sequence() {
        return sequence;
    }

    private String columns(String payload) {
        return "o.%s as seq, o.%s as id, o.%s as slot, o.%s::text as aggregatetype, o.%s::text as aggregateid, o.%s::text as type, "
                        .formatted(
                                seq(),
                                quote(c().id()),
                                quote(c().slot()),
                                quote(c().aggregateType()),
                                quote(c().aggregateId()),
                                quote(c().type()))
                + "%s as payload, o.%s::text as headers, o.%s as xact_at, %s as committed"
                        .formatted(payload, quote(c().headers()), quote(c().xactAt()), commitTime());
    }

    private String payloadValue() {
        return castPayload ? payload() + "::text" : payload();
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
        return "o.%s between ? and ? and get_bit(?, o.%s) = 1%s".formatted(slot, slot, unstamped());
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
