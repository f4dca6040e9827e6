-- What a provider says of a dispute, and what we answered.

-- The provider's own id, with which it is answered.
alter table disputes add column provider_ref text;
-- Of `contract/src/admin/dispute-words.ts`; null where the provider says none.
alter table disputes add column reason text;
alter table disputes add column due_at timestamptz;
-- Whether the provider waits for our side, by its latest report.
alter table disputes add column awaits_us boolean not null default false;
alter table disputes add column contested_minor integer;
alter table disputes add column contested_currency character(3);
-- When the provider made the report that these are of: an older one changes nothing.
alter table disputes add column reported_at timestamptz;

-- Evidence that was sent for a dispute, or the word that its loss is accepted. The id is the idempotency key.
create table dispute_answers (
  id uuid not null,
  attempt_id uuid not null,
  brand_id text not null,
  member_id uuid not null,
  kind text not null,
  state text not null,
  -- The evidence as it was sent; null once its member was erased.
  body text,
  -- Why the loss is accepted.
  reason text,
  made_by text not null,
  address text,
  made_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the provider is asked again, whose answer was lost.
  check_at timestamptz,
  checks smallint not null default 0,
  -- In the provider's words.
  refusal text,
  constraint dispute_answers_pkey primary key (id),
  constraint dispute_answers_attempt_id_fkey foreign key (attempt_id) references disputes(attempt_id),
  constraint dispute_answers_member_id_fkey foreign key (member_id) references members(id),
  constraint dispute_answers_kind_check check (kind in ('evidence', 'acceptance')),
  constraint dispute_answers_state_check check (state in ('submitting', 'sent', 'refused', 'unclear')),
  constraint dispute_answers_refusal_check check ((state = 'refused') = (refusal is not null)),
  constraint dispute_answers_check_at_check check ((state = 'submitting') = (check_at is not null))
);
-- One answer counts.
create unique index dispute_answers_once on dispute_answers (attempt_id) where state <> 'refused';
create index dispute_answers_of on dispute_answers (attempt_id, made_at);
create index dispute_answers_member on dispute_answers (member_id);
