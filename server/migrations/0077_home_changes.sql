-- When members last corrected where they live: twice in 30 days (decision 12.1).
alter table members add column home_changes timestamptz[] not null default '{}';
