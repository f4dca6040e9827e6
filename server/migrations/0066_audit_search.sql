-- no-transaction
-- The audit narrowed by what was done, by who did it together with that, and by days.
create index concurrently if not exists audit_entries_by_action on audit_entries (brand_id, action, seq);
create index concurrently if not exists audit_entries_by_staff_action on audit_entries (brand_id, staff_id, action, seq);
create index concurrently if not exists audit_entries_at on audit_entries (brand_id, at);
