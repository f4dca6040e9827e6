-- Staff of the console. They belong to the installation and live in its default database; what they may do is a row for
-- each role at a brand.
create table staff (
  id uuid primary key,
  email text not null unique,
  name text not null,
  locale text not null check (locale in ('it', 'es', 'fr', 'en')),
  password_hash text,
  state text not null check (state in ('invited', 'active', 'left')),
  created_at timestamptz not null,
  left_at timestamptz,
  check (state <> 'active' or password_hash is not null),
  check ((state = 'left') = (left_at is not null))
);

create table staff_roles (
  staff_id uuid not null references staff on delete cascade,
  brand_id text not null,
  role text not null check (role in ('owner', 'support', 'moderator', 'finance', 'marketing')),
  given_at timestamptz not null,
  primary key (staff_id, brand_id, role)
);
create index staff_roles_by_brand on staff_roles (brand_id, role);

create table staff_links (
  token_hash bytea primary key,
  staff_id uuid not null references staff on delete cascade,
  purpose text not null check (purpose in ('invitation', 'reset')),
  expires_at timestamptz not null
);
create index staff_links_by_staff on staff_links (staff_id);

create table staff_passkeys (
  id uuid primary key,
  staff_id uuid not null references staff on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkeys_by_staff on staff_passkeys (staff_id);

create table staff_totp (
  staff_id uuid primary key references staff on delete cascade,
  secret text,
  pending text,
  last_step integer not null default 0,
  check (secret is not null or pending is not null)
);

create table staff_recovery_codes (
  staff_id uuid not null references staff on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

create table staff_sessions (
  token_hash bytea primary key,
  id uuid not null unique,
  staff_id uuid not null references staff on delete cascade,
  network text not null,
  device text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  second_factor_at timestamptz,
  proved_at timestamptz
);
create index staff_sessions_by_staff on staff_sessions (staff_id);
create index staff_sessions_by_end on staff_sessions (expires_at);
