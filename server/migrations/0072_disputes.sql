-- A payment that its payer contests with their bank: what was taken back while it is open, and what is left to claim once it is lost.
create table disputes (
  attempt_id uuid primary key references payment_attempts (id),
  brand_id text not null,
  member_id uuid not null references members (id),
  state text not null check (state in ('open', 'won', 'lost', 'refunded')),
  -- What was unspent when it was opened, and is the member's again when it is won.
  credits integer not null check (credits >= 0),
  unused_ms bigint not null check (unused_ms >= 0),
  -- The part of the price that had been used.
  used_minor integer not null check (used_minor >= 0),
  currency char(3) not null,
  -- A person has seen to the claim of a lost one.
  settled_at timestamptz,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  check (settled_at is null or state = 'lost')
);
create index disputes_member on disputes (member_id, attempt_id);
create index disputes_claims on disputes (brand_id, updated_at) where state = 'lost' and used_minor > 0 and settled_at is null;
create index disputes_open on disputes (brand_id, opened_at) where state = 'open';
