-- Public keys of the passkeys members sign in with. A credential belongs to one member of a brand.
create table passkeys (
  brand_id text not null,
  id uuid not null,
  member_id uuid not null references members (id) on delete cascade,
  credential_id bytea not null check (octet_length(credential_id) between 1 and 1023),
  -- COSE, as the authenticator gave it.
  public_key bytea not null check (octet_length(public_key) between 1 and 4096),
  -- Signatures the authenticator says it made; stays 0 where it does not count. Never goes back.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- Kind of authenticator, which names a new passkey; zeros where it does not tell.
  aaguid uuid not null,
  name text not null check (char_length(name) <= 60),
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (brand_id, id),
  unique (brand_id, credential_id)
);
create index passkeys_member on passkeys (member_id);
