-- Notifications by web push: the brand's keys, members' devices, and what was sent to them.

create table push_keys (
  brand_id text not null,
  public_key text not null,
  private_key_sealed text not null,
  created_at timestamptz not null,
  constraint push_keys_pkey primary key (brand_id)
);

create table push_devices (
  member_id uuid not null,
  id uuid not null,
  brand_id text not null,
  -- It ends with it.
  session_id uuid not null,
  endpoint_hash bytea not null,
  -- Address and keys.
  subscription_sealed text not null,
  created_at timestamptz not null,
  renewed_at timestamptz not null,
  last_ok_at timestamptz,
  constraint push_devices_pkey primary key (member_id, id),
  constraint push_devices_brand_id_endpoint_hash_key unique (brand_id, endpoint_hash),
  constraint push_devices_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint push_devices_session_id_fkey foreign key (session_id) references sessions(id) on delete cascade,
  constraint push_devices_endpoint_hash_check check (octet_length(endpoint_hash) = 32)
);
create index push_devices_session on push_devices (session_id);

create table deliveries (
  member_id uuid not null,
  id uuid not null,
  channel text not null,
  event text not null,
  -- Whom it is about.
  other_id uuid,
  state text not null default 'queued',
  reason text,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint deliveries_pkey primary key (member_id, id),
  constraint deliveries_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint deliveries_other_id_fkey foreign key (other_id) references members(id) on delete set null,
  constraint deliveries_state_check check (state in ('queued', 'sent', 'failed', 'withheld')),
  constraint deliveries_sent_check check ((state = 'sent') = (sent_at is not null)),
  constraint deliveries_reason_check check (length(reason) <= 60)
);
create index deliveries_created on deliveries (created_at);
create index deliveries_other on deliveries (other_id);
