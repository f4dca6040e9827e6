-- What waits for a moderator, what they decide against a member with its reasons, and appeals against that.

create table cases (
  brand_id text not null,
  id uuid not null,
  kind text not null,
  subject_id uuid not null,
  member_id uuid,
  source text not null,
  risk smallint not null,
  parts text[] not null default '{}',
  opened_at timestamptz not null,
  due_at timestamptz not null,
  state text not null default 'open',
  escalated_by text,
  barred text,
  claimed_by text,
  claimed_until timestamptz,
  decision jsonb,
  verdict text,
  decided_by text,
  decided_at timestamptz,
  constraint cases_pkey primary key (brand_id, id),
  constraint cases_member_id_fkey foreign key (member_id) references members(id) on delete set null,
  constraint cases_kind_check check (kind in ('report', 'photo', 'verification', 'review', 'profile', 'appeal', 'sample')),
  constraint cases_source_check check (source in ('member', 'public', 'flagger', 'authority', 'rule', 'appeal')),
  constraint cases_state_check check (state in ('open', 'deciding', 'closed')),
  constraint cases_risk_check check (risk between 0 and 100),
  constraint cases_claimed_check check ((claimed_by is null) = (claimed_until is null)),
  constraint cases_decided_check check ((decided_at is null) = (state = 'open') and (decided_by is null) = (state = 'open')),
  constraint cases_deciding_check check (state <> 'deciding' or decision is not null),
  constraint cases_verdict_check check ((state = 'closed') = (verdict is not null))
);
create unique index cases_one_open on cases (brand_id, kind, subject_id) where state <> 'closed';
create index cases_queue on cases (brand_id, due_at, id) where state = 'open';
create index cases_oldest on cases (brand_id, opened_at) where state = 'open';
create index cases_decided on cases (brand_id, decided_at) where state = 'closed';
create index cases_member on cases (member_id);

create table case_skips (
  brand_id text not null,
  case_id uuid not null,
  staff_id text not null,
  skipped_at timestamptz not null,
  constraint case_skips_pkey primary key (brand_id, case_id, staff_id),
  constraint case_skips_case_fkey foreign key (brand_id, case_id) references cases(brand_id, id) on delete cascade
);

create table restrictions (
  brand_id text not null,
  id uuid not null,
  member_id uuid,
  case_id uuid,
  kind text not null,
  from_at timestamptz not null,
  until_at timestamptz,
  lifted_at timestamptz,
  lifted_by text,
  ground text not null,
  clause text not null,
  facts text not null,
  content_type text not null,
  content_id uuid,
  content_date timestamptz,
  removed jsonb,
  automated_detection boolean not null,
  automated_decision boolean not null,
  territory text not null,
  source text not null,
  paused_ms bigint not null default 0,
  made_by text not null,
  constraint restrictions_pkey primary key (brand_id, id),
  constraint restrictions_member_id_fkey foreign key (member_id) references members(id) on delete set null,
  constraint restrictions_kind_check check (kind in ('warning', 'content_removed', 'messaging_off', 'suspension', 'removal')),
  constraint restrictions_ground_check check (ground in ('illegal', 'terms')),
  constraint restrictions_content_type_check check (content_type in ('account', 'photo', 'profile', 'message', 'voice', 'review', 'name')),
  constraint restrictions_facts_check check (char_length(facts) between 1 and 2000),
  constraint restrictions_made_by_check check (made_by <> ''),
  constraint restrictions_until_check check (until_at is null or until_at > from_at),
  constraint restrictions_lifted_check check ((lifted_at is null) = (lifted_by is null))
);
create index restrictions_member on restrictions (member_id, from_at);
create index restrictions_made on restrictions (brand_id, from_at);
create index restrictions_ending on restrictions (until_at) where kind = 'suspension' and lifted_at is null;
create index restrictions_removed on restrictions (from_at) where removed is not null;

create table appeals (
  brand_id text not null,
  id uuid not null,
  member_id uuid,
  restriction_id uuid,
  report_id uuid,
  body text not null,
  filed_at timestamptz not null,
  outcome text,
  answer text,
  decided_by text,
  decided_at timestamptz,
  constraint appeals_pkey primary key (brand_id, id),
  constraint appeals_member_id_fkey foreign key (member_id) references members(id) on delete set null,
  constraint appeals_restriction_fkey foreign key (brand_id, restriction_id) references restrictions(brand_id, id),
  constraint appeals_report_fkey foreign key (report_id) references reports(id),
  constraint appeals_of_check check ((restriction_id is null) <> (report_id is null)),
  constraint appeals_body_check check (char_length(body) between 1 and 4000),
  constraint appeals_answer_check check (char_length(answer) between 1 and 2000),
  constraint appeals_outcome_check check (outcome in ('confirmed', 'reversed')),
  constraint appeals_decided_check check ((outcome is null) = (decided_at is null) and (outcome is null) = (decided_by is null) and (outcome is null) = (answer is null))
);
create unique index appeals_of_restriction on appeals (brand_id, restriction_id) where restriction_id is not null;
create unique index appeals_of_report on appeals (report_id) where report_id is not null;
create index appeals_member on appeals (member_id);
create index appeals_filed on appeals (brand_id, filed_at);

-- A report of anybody, with or without an account; what it is about, and whether it says that this is illegal.
alter table reports
  add column channel text not null default 'member',
  add column claims_illegal boolean not null default false,
  add column content_kind text,
  add column content_id uuid,
  add column content_date timestamptz,
  add column place text,
  add column notifier text,
  add column notifier_hash bytea,
  add column answered_at timestamptz,
  add column notifier_locale text,
  add column unfounded boolean not null default false;

-- Until then, the member reads and is written to, and cannot write.
alter table members add column no_messages_until timestamptz;
