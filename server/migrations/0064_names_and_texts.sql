-- A name or a text of a profile comes before the moderators where something in it asks for a look, the suspicion of a crime
-- is notified to an authority, and who sent a notice without an account gets the answer to an appeal.

alter table cases drop constraint cases_kind_check;
alter table cases add constraint cases_kind_check
  check (kind in ('report', 'photo', 'verification', 'review', 'name', 'text', 'profile', 'appeal', 'sample')) not valid;

create table changed_texts (
  member_id uuid not null,
  kind text not null,
  before jsonb not null,
  version integer not null,
  changed_at timestamptz not null,
  constraint changed_texts_pkey primary key (member_id, kind),
  constraint changed_texts_member_id_fkey foreign key (member_id) references members (id) on delete cascade,
  constraint changed_texts_kind_check check (kind in ('name', 'text')),
  constraint changed_texts_version_check check (version >= 1)
);

alter table authority_orders drop constraint authority_orders_kind_check;
alter table authority_orders add constraint authority_orders_kind_check
  check (kind in ('act', 'information', 'notification')) not valid;
alter table authority_orders add column case_id uuid;

alter table appeals add column answered_at timestamptz;
