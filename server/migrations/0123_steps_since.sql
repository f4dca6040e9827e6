-- Since when a member has what a step of the profile asks for, so that what it brings can be measured; null where it is
-- missing, or unknown because it is older than these columns.
alter table profile_choices add column intent_since timestamptz;
alter table profile_choices add column interests_since timestamptz;
alter table profile_choices add column prompts_since timestamptz;
