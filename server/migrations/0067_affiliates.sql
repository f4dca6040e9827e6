-- A brand's affiliates that were added in the console: their visits come by a source, and their trackers are called.
create table affiliates (
  brand_id text not null,
  id uuid not null,
  name text not null,
  -- The `src` of their links.
  source text not null,
  -- `staff:ID`
  added_by text not null,
  added_at timestamptz not null,
  ended_at timestamptz,
  constraint affiliates_pkey primary key (brand_id, id),
  constraint affiliates_name_check check (char_length(name) between 1 and 80),
  constraint affiliates_source_check check (char_length(source) between 1 and 200)
);
create unique index affiliates_source on affiliates (brand_id, source) where ended_at is null;

-- With which an affiliate calls us, and we sign what we report to it.
create table affiliate_keys (
  brand_id text not null,
  id uuid not null,
  affiliate_id uuid not null,
  hash bytea not null,
  sealed text not null,
  -- Its last characters, by which people tell keys apart.
  ending text not null,
  made_by text not null,
  made_at timestamptz not null,
  -- Null for the newest.
  ends_at timestamptz,
  constraint affiliate_keys_pkey primary key (brand_id, id),
  constraint affiliate_keys_affiliate_id_fkey foreign key (brand_id, affiliate_id) references affiliates(brand_id, id) on delete cascade,
  constraint affiliate_keys_hash_key unique (hash),
  constraint affiliate_keys_hash_check check (octet_length(hash) = 32)
);
create unique index affiliate_keys_newest on affiliate_keys (brand_id, affiliate_id) where ends_at is null;
create index affiliate_keys_affiliate on affiliate_keys (brand_id, affiliate_id);

-- The address that is called for an event of a member who came by an affiliate.
create table affiliate_postbacks (
  brand_id text not null,
  affiliate_id uuid not null,
  event text not null,
  url text not null,
  -- What happened before is not reported.
  since timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null,
  constraint affiliate_postbacks_pkey primary key (brand_id, affiliate_id, event),
  constraint affiliate_postbacks_affiliate_id_fkey foreign key (brand_id, affiliate_id) references affiliates(brand_id, id) on delete cascade,
  constraint affiliate_postbacks_event_check check (event in ('lead', 'attempt', 'sale', 'refund')),
  constraint affiliate_postbacks_url_check check (char_length(url) between 1 and 1000)
);

-- What colleagues call a source or a campaign.
create table campaign_names (
  brand_id text not null,
  kind text not null,
  value text not null,
  name text not null,
  note text not null,
  changed_by text not null,
  changed_at timestamptz not null,
  constraint campaign_names_pkey primary key (brand_id, kind, value),
  constraint campaign_names_kind_check check (kind in ('source', 'campaign')),
  constraint campaign_names_texts_check check (char_length(value) <= 200 and char_length(name) <= 80 and char_length(note) <= 500)
);

-- By which the log names a call: its key names what it is about.
alter table postback_deliveries add column id uuid, add column next_at timestamptz;
alter table postback_deliveries alter column id set default gen_random_uuid();
update postback_deliveries set id = gen_random_uuid() where id is null;
alter table postback_deliveries add constraint postback_deliveries_id_check check (id is not null) not valid;
