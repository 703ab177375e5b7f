-- Numbers the pending events anew, in the physical order of the rows, in a column that stands behind the xid. The
-- index on the old column goes with it. The table is rewritten under an ACCESS EXCLUSIVE lock.
set local lock_timeout = '5s';
set local synchronize_seqscans = off;
alter table ${outbox} drop column if exists ${seq};
alter table ${outbox} add column ${seq} bigint not null generated always as identity (cache 1);
