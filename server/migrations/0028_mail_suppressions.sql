-- Who is written no more of what nobody has to get. The address is kept as a keyed hash: the list outlives the account
-- without keeping it. With the member beside it, a choice follows them to another address.
create table mail_suppressions (
  brand_id text not null,
  list text not null check (list in ('notices', 'promotion')),
  address_hash bytea not null check (octet_length(address_hash) = 32),
  member_id uuid references members (id) on delete set null,
  source text not null check (source in ('link', 'member', 'provider')),
  created_at timestamptz not null,
  primary key (brand_id, list, address_hash)
);
create index mail_suppressions_member on mail_suppressions (member_id);

-- An email that was queued before its receiver wanted no more of its kind.
alter table emails drop constraint emails_state_check;
alter table emails add constraint emails_state_check check (state in ('queued', 'sent', 'dead', 'withheld'));
