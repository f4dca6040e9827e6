-- Every decision of a moderator, whatever it was about: appended in the transaction that carries it out, never changed.
create table moderation_decisions (
  brand_id text not null,
  id uuid not null,
  subject text not null check (subject in ('report', 'review')),
  subject_id uuid not null,
  verdict text not null check (verdict in ('upheld', 'dismissed', 'published', 'refused')),
  reason text check (char_length(reason) between 1 and 1000),
  made_by text not null check (made_by <> ''),
  created_at timestamptz not null,
  primary key (brand_id, id)
);
create index moderation_decisions_newest on moderation_decisions (brand_id, created_at desc);
