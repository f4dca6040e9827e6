-- Orders of authorities to act against illegal content or to provide information, and what was done about each.
create table authority_orders (
  brand_id text not null,
  id uuid not null,
  kind text not null,
  authority text not null,
  -- The member state that issued it.
  country text not null,
  legal_ground text not null,
  -- The authority's own, by which it is known.
  reference text not null,
  -- Where the document is kept.
  document text,
  -- The rule of the terms that is closest to what it is about: the report counts orders by its category.
  clause text not null,
  -- What it asks for, and about whom.
  asks text not null,
  member_id uuid,
  content_type text not null,
  content_id uuid,
  content_date timestamptz,
  received_at timestamptz not null,
  -- Until then the member must not be notified.
  silent_until timestamptz,
  recorded_by text not null,
  recorded_at timestamptz not null,
  constraint authority_orders_pkey primary key (brand_id, id),
  constraint authority_orders_member_id_fkey foreign key (member_id) references members(id) on delete set null,
  constraint authority_orders_kind_check check (kind in ('act', 'information')),
  constraint authority_orders_country_check check (country ~ '^[A-Z]{2}$'),
  constraint authority_orders_content_type_check check (content_type in ('account', 'photo', 'profile', 'message', 'voice', 'review', 'name')),
  constraint authority_orders_texts_check check (authority <> '' and legal_ground <> '' and reference <> '' and asks <> '' and recorded_by <> '')
);
create unique index authority_orders_one on authority_orders (brand_id, country, authority, reference);
create index authority_orders_received on authority_orders (brand_id, received_at, id);
create index authority_orders_member on authority_orders (member_id);

-- The log of an order: rows are only added.
create table authority_order_steps (
  brand_id text not null,
  order_id uuid not null,
  id uuid not null,
  kind text not null,
  -- When it happened.
  at timestamptz not null,
  outcome text,
  body text not null,
  restriction_id uuid,
  made_by text not null,
  made_at timestamptz not null,
  constraint authority_order_steps_pkey primary key (brand_id, order_id, id),
  constraint authority_order_steps_order_fkey foreign key (brand_id, order_id) references authority_orders(brand_id, id),
  constraint authority_order_steps_restriction_fkey foreign key (brand_id, restriction_id) references restrictions(brand_id, id),
  constraint authority_order_steps_kind_check check (kind in ('acknowledged', 'effect', 'answered', 'member_notified', 'note')),
  constraint authority_order_steps_outcome_check check ((kind = 'effect') = (outcome is not null) and outcome in ('given', 'partly', 'not_given')),
  constraint authority_order_steps_body_check check (char_length(body) <= 2000)
);
create unique index authority_order_steps_once on authority_order_steps (brand_id, order_id, kind) where kind <> 'note';
create index authority_order_steps_restriction on authority_order_steps (brand_id, restriction_id) where restriction_id is not null;
