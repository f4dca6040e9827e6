-- What staff ask to pay back or to grant: carried out at once within the limit of the role, above it by a second person.

create table approval_requests (
  brand_id text not null,
  id uuid not null,
  member_id uuid not null,
  kind text not null,
  -- Minor units of the currency, or credits.
  amount integer not null,
  -- Of a refund: order, currency; of credits: account, reference.
  body jsonb not null,
  reason text not null,
  state text not null,
  -- `staff:ID`.
  requested_by text not null,
  requested_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  answer text,
  -- The hash of what was approved.
  decided_digest bytea,
  constraint approval_requests_pkey primary key (brand_id, id),
  constraint approval_requests_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint approval_requests_kind_check check (kind in ('refund', 'credits')),
  constraint approval_requests_amount_check check (amount > 0),
  constraint approval_requests_state_check check (state in ('done', 'waiting', 'approved', 'refused', 'withdrawn')),
  constraint approval_requests_decided_check check (
    (state in ('approved', 'refused')) = (decided_by is not null)
    and (decided_by is null) = (decided_at is null) and (decided_by is null) = (decided_digest is null)),
  constraint approval_requests_another_check check (decided_by <> requested_by)
);
create index approval_requests_member on approval_requests (member_id);
create index approval_requests_waiting on approval_requests (brand_id, requested_at) where state = 'waiting';
create index approval_requests_decided on approval_requests (brand_id, decided_at) where decided_at is not null;
