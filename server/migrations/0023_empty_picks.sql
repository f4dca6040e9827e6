-- When nobody could be picked for a member, so that not every visit looks again.

create table empty_picks (
  member_id uuid not null,
  search bytea not null,
  looked_at timestamptz not null,
  constraint empty_picks_pkey primary key (member_id),
  constraint empty_picks_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint empty_picks_search_check check (octet_length(search) = 32)
);
