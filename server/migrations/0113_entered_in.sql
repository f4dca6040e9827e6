-- The transaction in which a member entered the list at a time that readers may have passed already (decision 041);
-- null where the entry is at the top anyway.
alter table discovery_entries add column entered_in bigint;
alter table discovery_entries alter column entered_in set default (pg_current_xact_id()::text::bigint);
