-- A payment may wait for a person for several reasons: those behind the first, with the time of each.
alter table payment_attempts add column further_flags jsonb not null default '[]'::jsonb;
