-- What a member may say of their life. Each is optional; faith is sensitive data (GDPR, article 9) and stands only beside a consent.

create table member_facts (
  member_id uuid not null,
  children text,
  smoking text,
  work text,
  languages text[] not null default '{}',
  faith text,
  faith_consented_at timestamptz,
  changed_at timestamptz not null,
  constraint member_facts_pkey primary key (member_id),
  constraint member_facts_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint member_facts_work_check check (work <> '' and char_length(work) <= 60),
  constraint member_facts_languages_check check (cardinality(languages) <= 8),
  constraint member_facts_faith_check check ((faith is null) = (faith_consented_at is null))
);
