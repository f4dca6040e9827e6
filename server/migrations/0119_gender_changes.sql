-- When a member corrected their gender: what writing costs depends on it in some flows.
alter table members add column gender_changes timestamptz[] not null default '{}';
