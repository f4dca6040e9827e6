-- Whether a member asks for more than an age and a distance of those who are shown to them: a height, an intent. What it
-- is stands in their search_settings, which are read for these members only.
alter table discovery_entries add column asks_more boolean not null default false;
