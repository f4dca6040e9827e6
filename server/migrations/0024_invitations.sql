-- Invitations to register for an address that the link proves: single use, expiring, of one brand; only the token's hash is kept.
create table invitations (
  brand_id text not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  email text not null check (email = lower(email)),
  -- Where the invitation came from: it says so about the member, whatever the link's address says.
  source text,
  campid text,
  flow_id text,
  -- The page after registering, where the link names none.
  red text not null default '/find' check (red like '/%'),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (brand_id, token_hash)
);
create index invitations_expiry on invitations (expires_at);

-- What else is known of an event: of a sign-in by link, what kind of mail brought the member.
alter table member_events add column detail jsonb;
