-- The last member of the moment `applied_until` whom a rule has looked at; null when it has looked at all of that moment.
alter table risk_rules add column applied_until_id uuid;
