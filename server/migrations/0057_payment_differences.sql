-- What the nightly comparison found to differ between a payment and what its provider has, until a person has settled it.
create table payment_differences (
  id uuid not null,
  attempt_id uuid not null,
  brand_id text not null,
  what text not null,
  ours_state text not null,
  -- What was paid, or for `refund` what was paid back.
  ours_minor integer not null,
  ours_currency character(3) not null,
  theirs_state text not null,
  -- Null where the provider names no amount.
  theirs_minor integer,
  theirs_currency character(3),
  theirs_reference text,
  found_at timestamptz not null,
  -- The last comparison that found it like this.
  seen_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  settled_reason text,
  constraint payment_differences_pkey primary key (id),
  constraint payment_differences_attempt_id_fkey foreign key (attempt_id) references payment_attempts(id),
  constraint payment_differences_what_check check (what in ('amount', 'reference', 'state', 'refund')),
  constraint payment_differences_settled_check check ((settled_at is null) = (settled_by is null) and (settled_at is null) = (settled_reason is null))
);
-- Found again like this, it is the same one, settled or not.
create unique index payment_differences_same on payment_differences (attempt_id, what, theirs_state, theirs_minor, theirs_currency, theirs_reference) nulls not distinct;
create index payment_differences_open on payment_differences (brand_id, found_at, id) where settled_at is null;
create index payment_differences_settled on payment_differences (brand_id, settled_at desc, id desc) where settled_at is not null;
