-- What members say about themselves by choosing from the lists of `contract/src/profile-choices.ts`. Beside `members`, whose rows are
-- rewritten every minute.
create table profile_choices (
  member_id uuid primary key references members (id) on delete cascade,
  intent text check (intent in ('relationship', 'slowly', 'light', 'friendship', 'open')),
  interests text[] not null default '{}' check (cardinality(interests) <= 10)
);
create table profile_prompts (
  member_id uuid not null references members (id) on delete cascade,
  place smallint not null check (place between 1 and 3),
  prompt text not null,
  answer text not null check (char_length(answer) between 1 and 300),
  primary key (member_id, place),
  unique (member_id, prompt)
);
-- Which answer a like was for.
alter table notifications add column prompt text;
