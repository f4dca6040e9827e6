-- Within how many kilometres of the member others must live, and they of others; null where the member does not ask.
alter table discovery_entries add column asks_within_km smallint;
