-- Calls to the trackers of a brand's affiliates, one for each event (affiliates/postbacks).
create table postback_deliveries (
  brand_id text not null,
  postback text not null,
  event_key text not null check (char_length(event_key) between 1 and 100),
  event text not null check (event in ('lead', 'attempt', 'sale', 'refund')),
  member_id uuid not null references members (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'withheld')),
  facts jsonb not null,
  tries smallint not null default 0,
  status smallint,
  why text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (brand_id, postback, event_key),
  check ((state = 'waiting') = (ended_at is null))
);
create index postback_deliveries_event on postback_deliveries (brand_id, event_key);
create index postback_deliveries_member on postback_deliveries (member_id);
create index postback_deliveries_created on postback_deliveries (created_at);
create index postback_deliveries_newest on postback_deliveries (brand_id, created_at desc);
create table postback_progress (
  brand_id text not null,
  event text not null,
  started_at timestamptz not null,
  planned_until timestamptz not null,
  primary key (brand_id, event)
);
