-- What a brand's affiliate reports: clicks, and orders that came from its campaigns. Attribution only.
create table affiliate_imports (
  brand_id text not null,
  -- The affiliate's own.
  reference text not null,
  kind text not null check (kind in ('click', 'order', 'upsell')),
  campaign text not null,
  page_type text not null,
  -- The order, if it is named, and who placed it.
  attempt_id uuid references payment_attempts (id) on delete cascade,
  member_id uuid references members (id) on delete cascade,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  primary key (brand_id, reference),
  check ((attempt_id is null) = (member_id is null)),
  check (kind <> 'click' or (attempt_id is null and cancelled_at is null)),
  -- A cancelled import names no order.
  check (cancelled_at is null or attempt_id is null)
);
-- An order is imported once.
create unique index affiliate_imports_attempt on affiliate_imports (attempt_id) where attempt_id is not null;
create index affiliate_imports_member on affiliate_imports (member_id);
create index affiliate_imports_created on affiliate_imports (created_at);
