package dev.latchkey.outbox.postgres;

import static dev.latchkey.outbox.postgres.OutboxTable.quote;

/** The statements behind the status pages. They run with the planner's default settings, on the admin pool. */
record StatusSql(OutboxTable table, boolean stamp) {
    /** All shards with the nodes that hold them. Two small tables, read whole. */
    String shards() {
        return """
            select s.shard, s.epoch, l.node, s.state, s.published, s.last_error,
                   extract(epoch from clock_timestamp() - s.reported_at)::float8
            from %s s left join %s l on l.id = s.lane
            order by s.shard
            """.formatted(table.relay("shard"), table.relay("lane"));
    }

    /**
     * Unsent rows by slot, those with the lowest numbers only.
     *
     * <p>Index on (seq, slot), partial where rows are stamped: one scan from its beginning, whatever the shard count. A
     * small table may be read whole and sorted instead.
     *
     * <p>Parameter: most rows to look at.
     */
    String backlog() {
        String unsent = stamp ? " where %s is null".formatted(quote(columns().publishedAt())) : "";
        return """
            select w.slot, count(*), extract(epoch from clock_timestamp() - min(w.xact_at))::float8
            from (select %s as slot, %s as xact_at from %s%s order by %s limit ?) w
            group by w.slot
            """.formatted(
                        quote(columns().slot()),
                        quote(columns().xactAt()),
                        table.quoted(),
                        unsent,
                        quote(columns().seq()));
    }

    /** Holds until the transaction ends. Parameter: the time-out with its unit. */
    String limitStatements() {
        return "select set_config('statement_timeout', ?, true)";
    }

    /**
     * Removes stamped rows older than the retention. A row without a stamp can't match: null is not less than anything.
     *
     * <p>BRIN index on the stamp: rows are stamped in about the order in which they lie. Rows that another cleaner holds
     * are skipped, so that two never wait for each other. The array makes the delete go straight to the rows found, where
     * a join might read the whole table.
     *
     * <p>Parameters: retention in milliseconds, most rows to delete.
     */
    String deleteExpired() {
        String publishedAt = quote(columns().publishedAt());
        return """
            delete from %s where ctid = any(array(
              select ctid from %s
              where %s < now() - ? * interval '1 millisecond'
              limit ? for update skip locked))
            """.formatted(table.quoted(), table.quoted(), publishedAt);
    }

    private OutboxTable.Columns columns() {
        return table.columns();
    }
}
