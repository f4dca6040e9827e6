-- What people ask about their data (GDPR, articles 15 to 22), and how it was answered.
create table privacy_requests (
  brand_id text not null,
  id uuid not null,
  kind text not null,
  way text not null,
  member_id uuid,
  -- Who asked, where no account is known.
  requester text,
  asks text not null,
  received_at timestamptz not null,
  due_at timestamptz not null,
  extended_at timestamptz,
  extended_because text,
  outcome text,
  -- How it was made sure that it is that person.
  identified_by text,
  answer text,
  recorded_by text not null,
  recorded_at timestamptz not null,
  closed_by text,
  closed_at timestamptz,
  constraint privacy_requests_pkey primary key (brand_id, id),
  constraint privacy_requests_member_id_fkey foreign key (member_id) references members(id) on delete set null,
  constraint privacy_requests_kind_check check (kind in ('access', 'correction', 'erasure', 'restriction', 'portability', 'objection')),
  constraint privacy_requests_way_check check (way in ('mail', 'form', 'letter', 'phone', 'authority')),
  constraint privacy_requests_outcome_check check (outcome in ('done', 'partly', 'refused', 'withdrawn')),
  constraint privacy_requests_identified_check check (identified_by in ('account', 'address', 'document', 'not_needed')),
  constraint privacy_requests_closed_check check ((closed_at is null) = (outcome is null) and (closed_at is null) = (answer is null) and (closed_at is null) = (closed_by is null)),
  constraint privacy_requests_extended_check check ((extended_at is null) = (extended_because is null)),
  constraint privacy_requests_texts_check check (char_length(asks) between 1 and 2000 and char_length(answer) <= 2000 and char_length(extended_because) <= 2000 and recorded_by <> '')
);
create index privacy_requests_open on privacy_requests (brand_id, due_at, id) where closed_at is null;
create index privacy_requests_closed on privacy_requests (brand_id, closed_at desc, id desc) where closed_at is not null;
create index privacy_requests_age on privacy_requests (closed_at) where closed_at is not null;
create index privacy_requests_member on privacy_requests (member_id);

-- What the retention job deleted: a row for each table and night in which something was too old.
create table retention_runs (
  table_name text not null,
  ran_at timestamptz not null,
  removed bigint not null,
  constraint retention_runs_pkey primary key (ran_at, table_name),
  constraint retention_runs_removed_check check (removed >= 0)
);
