-- Renewals and withdrawals (decisions section 2 "All plans renew", 7.4) ------------------------------------------------

-- When the notice of the coming renewal is due; `notice_sent_at` says when it went, and is empty again once the term was renewed.
alter table subscriptions add column notice_due_at timestamptz;
-- When the charge is tried next; null while one is under way and where nothing is to be charged.
alter table subscriptions add column next_try_at timestamptz;
-- Declined tries of this renewal.
alter table subscriptions add column tries smallint not null default 0;
-- Until when the plan keeps its level although its renewal is not paid.
alter table subscriptions add column grace_until timestamptz;
-- What the months are counted from, so that a term of the 31st comes back to the 31st.
alter table subscriptions add column anchored_at timestamptz;
-- The site it was bought on: emails that nobody's request causes link to it.
alter table subscriptions add column site_origin text;
update subscriptions set anchored_at = period_start;
update subscriptions set next_try_at = period_end, notice_due_at = greatest(period_start, period_end - interval '31 days')
  where renews and state in ('active', 'past_due');
alter table subscriptions alter column anchored_at set not null;
create index subscriptions_notice on subscriptions (notice_due_at) where renews and state = 'active' and notice_sent_at is null;
create index subscriptions_try on subscriptions (next_try_at) where renews and state in ('active', 'past_due');

alter table payment_attempts add column site_origin text;
-- The time this order bought.
alter table payment_attempts add column term_start timestamptz;
alter table payment_attempts add column term_end timestamptz;
-- A renewal: of which subscription, and from when on.
alter table payment_attempts add column renewal_of uuid;
alter table payment_attempts add column renewal_from timestamptz;
alter table payment_attempts add column withdrawn_at timestamptz;
alter table payment_attempts add constraint payment_attempts_renewal check ((renewal_of is null) = (renewal_from is null));
-- One charge of a renewal at most is open or paid, whatever else goes wrong.
create unique index payment_attempts_renewal_once on payment_attempts (renewal_of, renewal_from)
  where state not in ('declined', 'cancelled', 'expired', 'failed');
update payment_attempts a set term_start = s.period_start, term_end = s.period_end from subscriptions s where s.id = a.subscription_id;

-- Money on its way back. The id is the idempotency key at the provider and our reference there.
create table refunds (
  id uuid primary key,
  brand_id text not null,
  member_id uuid not null references members (id),
  attempt_id uuid not null references payment_attempts (id),
  reason text not null check (reason in ('withdrawal')),
  amount_minor integer not null check (amount_minor > 0),
  currency char(3) not null,
  -- Credits taken back with it.
  credits integer not null check (credits >= 0),
  state text not null check (state in ('submitting', 'accepted', 'refunded', 'refused', 'failed')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the provider is asked (again); null once it has answered.
  check_at timestamptz,
  checks smallint not null default 0,
  unique (attempt_id, reason)
);
create index refunds_check on refunds (check_at) where check_at is not null;
