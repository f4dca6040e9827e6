-- Who a member is at an outside issuer (OpenID Connect): the subject identifies, an address never does.
create table external_identities (
  brand_id text not null,
  issuer text not null check (char_length(issuer) between 1 and 255),
  subject text not null check (char_length(subject) between 1 and 255),
  member_id uuid not null references members (id) on delete cascade,
  -- The address of the account when it was linked: what the member knows it by.
  email text not null,
  linked_at timestamptz not null,
  last_used_at timestamptz,
  primary key (brand_id, issuer, subject),
  -- One account of an issuer each, so that there is no doubt which one is unlinked.
  unique (member_id, issuer)
);
