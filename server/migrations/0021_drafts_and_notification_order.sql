-- What a member has written and not sent: it outlives the way to the bank and back, on the server because nothing personal
-- belongs into a browser's storage.
create table drafts (
  member_id uuid not null references members (id) on delete cascade,
  other_id uuid not null references members (id) on delete cascade,
  body text not null check (char_length(body) between 1 and 2000),
  updated_at timestamptz not null,
  primary key (member_id, other_id)
);
create index drafts_other on drafts (other_id);

-- Notifications are read by time, newest first.
create index notifications_newest on notifications (member_id, created_at desc, id desc);
