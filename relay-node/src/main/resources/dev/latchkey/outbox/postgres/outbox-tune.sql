-- Serves each poll: one range scan by number, the slot checked inside the index.
create index if not exists ${pending_index} on ${outbox} (${seq}, ${slot})${where_pending};
${mark}-- Serves the cleanup of published events: a few pages, since stamps rise with the table.
${mark}create index if not exists ${published_index} on ${outbox} using brin (${published_at});
-- Rows come and go: vacuum by their count. By the share of a table that is nearly empty it would run without end, and
-- after a backlog hardly ever.
alter table ${outbox} set (
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 10000,
    autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 10000,
    autovacuum_analyze_scale_factor = 0,
    autovacuum_analyze_threshold = 10000,
    toast.autovacuum_vacuum_scale_factor = 0,
    toast.autovacuum_vacuum_threshold = 10000
);
