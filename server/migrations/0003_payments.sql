-- Payments (decisions 7.1 to 7.4) ----------------------------------------------------------------------------------

create table payment_attempts (
  -- Our reference at the provider, and the idempotency key of the charge.
  id uuid primary key,
  brand_id text not null,
  member_id uuid not null references members (id),
  -- Made by the page: the same order sent twice is one attempt.
  order_key uuid not null,
  provider text not null,
  flow_id text not null,
  flow_version text not null,
  plan_id text not null,
  -- The plan as sold, so that a later change of the flow changes nothing that was bought.
  plan jsonb not null,
  amount_minor integer not null check (amount_minor >= 0),
  currency char(3) not null,
  state text not null check (state in ('created', 'submitting', 'requires_action', 'processing', 'authorised', 'captured', 'declined', 'cancelled',
    'expired', 'failed', 'unknown', 'partially_refunded', 'refunded', 'disputed', 'won', 'lost')),
  code text,
  provider_ref text,
  -- The request as sent, sealed, kept only while the outcome is open: asking again needs it.
  sealed_request text,
  action jsonb,
  subscription_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the poller asks the provider next; null once the state is final.
  check_at timestamptz,
  checks smallint not null default 0,
  granted_at timestamptz,
  unique (member_id, order_key)
);
create index payment_attempts_check on payment_attempts (check_at) where check_at is not null;
create index payment_attempts_provider on payment_attempts (provider, provider_ref) where provider_ref is not null;

create table payment_transitions (
  attempt_id uuid not null references payment_attempts (id),
  n integer not null,
  from_state text not null,
  to_state text not null,
  cause text not null,
  created_at timestamptz not null,
  primary key (attempt_id, n)
);

create table payment_webhooks (
  connection text not null,
  event_id text not null,
  body jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  error text,
  primary key (connection, event_id)
);

create table card_tokens (
  member_id uuid not null references members (id) on delete cascade,
  id uuid not null,
  provider text not null,
  token text not null,
  card_brand text,
  last4 text,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (member_id, id),
  unique (member_id, provider, token)
);

create table subscriptions (
  id uuid primary key,
  brand_id text not null,
  member_id uuid not null references members (id),
  plan_id text not null,
  plan jsonb not null,
  flow_id text not null,
  flow_version text not null,
  state text not null check (state in ('active', 'cancelled', 'past_due', 'ended')),
  renews boolean not null,
  card_token_id uuid,
  started_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancelled_at timestamptz,
  notice_sent_at timestamptz
);
create unique index subscriptions_running on subscriptions (member_id) where state in ('active', 'past_due');
create index subscriptions_due on subscriptions (period_end) where state in ('active', 'past_due', 'cancelled');
