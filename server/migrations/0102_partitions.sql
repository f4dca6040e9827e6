-- Partitions by month, by the time that their ids begin with (docs/decisions/036). The rows so far become the first
-- partition of their table as they stand, with their indexes; platform/partitions.ts adds the months.
create schema partitions;

alter table emails set schema partitions;
-- allow rename: a table of the old name takes its place in the same transaction
alter table partitions.emails rename to emails_before;
create table emails (
  id uuid not null,
  brand_id text not null,
  member_id uuid,
  kind text not null,
  to_address text not null,
  locale text not null,
  props jsonb not null,
  state text not null default 'queued',
  attempts smallint not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint emails_pkey primary key (id),
  constraint emails_member_id_fkey foreign key (member_id) references members (id) on delete cascade,
  constraint emails_state_check check (state in ('queued', 'sent', 'dead', 'withheld'))
) partition by range (id);
create index emails_address on emails (to_address);
create index emails_contact on emails (lower(props ->> 'email')) where kind = 'contact';
create index emails_dead on emails (created_at) where state = 'dead';
create index emails_member on emails (member_id);
create index emails_queued on emails (created_at) where state = 'queued';
create index emails_renewal_notice on emails (member_id) where kind = 'renewal-notice';
create index emails_time on emails using brin (created_at) with (pages_per_range = 32, autosummarize = on);

alter table kpi_events set schema partitions;
-- allow rename: as above
alter table partitions.kpi_events rename to kpi_events_before;
create table kpi_events (
  member_id uuid not null,
  id uuid not null,
  brand_id text not null,
  name text not null,
  value text not null,
  level smallint not null,
  flow_id text not null,
  created_at timestamptz not null,
  constraint kpi_events_pkey primary key (member_id, id),
  constraint kpi_events_member_id_fkey foreign key (member_id) references members (id) on delete cascade
) partition by range (id);
create index kpi_events_time on kpi_events using brin (created_at) with (pages_per_range = 32, autosummarize = on);

alter table member_events set schema partitions;
-- allow rename: as above
alter table partitions.member_events rename to member_events_before;
create table member_events (
  member_id uuid not null,
  id uuid not null,
  kind text not null,
  other_id uuid,
  created_at timestamptz not null,
  detail jsonb,
  constraint member_events_pkey primary key (member_id, id),
  constraint member_events_member_id_fkey foreign key (member_id) references members (id) on delete cascade
) partition by range (id);
create index member_events_other on member_events (other_id);
create index member_events_time on member_events using brin (created_at) with (pages_per_range = 32, autosummarize = on);

do $$
declare
  name text;
  bound text;
begin
  foreach name in array array['emails', 'kpi_events', 'member_events'] loop
    select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''') into strict bound from pg_constraint
      where conrelid = format('partitions.%I', name || '_before')::regclass and conname = name || '_before';
    execute format('alter table public.%I attach partition partitions.%I for values from (minvalue) to (%L)', name,
      name || '_before', bound);
    execute format('alter table partitions.%I drop constraint %I', name || '_before', name || '_before');
  end loop;
end $$;
