-- Trusted flaggers (regulation (EU) 2022/2065, article 22): their notices come first. They have a link, no account.
create table trusted_flaggers (
  brand_id text not null,
  id uuid not null,
  name text not null,
  -- Where outcomes go if a notice names no other address.
  email text not null,
  token_hash bytea not null,
  -- `staff:ID`
  added_by text not null,
  added_at timestamptz not null,
  ended_at timestamptz,
  constraint trusted_flaggers_pkey primary key (brand_id, id),
  constraint trusted_flaggers_token_hash_key unique (token_hash),
  constraint trusted_flaggers_name_check check (char_length(name) between 1 and 120),
  constraint trusted_flaggers_token_hash_check check (octet_length(token_hash) = 32)
);
create unique index trusted_flaggers_current on trusted_flaggers (brand_id, email) where ended_at is null;

-- Of a report by `flagger`.
alter table reports add column flagger_id uuid;
