-- Uploads that can be resumed, and what has arrived of them. Unlogged: unfinished pictures are in no log and no backup, and a crash
-- of the database only makes the browser begin again.
create unlogged table photo_uploads (
  member_id uuid not null references members (id) on delete cascade,
  id uuid not null,
  size_bytes integer not null check (size_bytes > 0),
  received integer not null default 0 check (received between 0 and size_bytes),
  photo_id uuid,
  created_at timestamptz not null,
  primary key (member_id, id),
  check ((received = size_bytes) = (photo_id is not null))
);
create index photo_uploads_created on photo_uploads (created_at);

create unlogged table photo_upload_parts (
  member_id uuid not null,
  upload_id uuid not null,
  starts_at integer not null check (starts_at >= 0),
  bytes bytea not null check (length(bytes) > 0),
  primary key (member_id, upload_id, starts_at),
  foreign key (member_id, upload_id) references photo_uploads (member_id, id) on delete cascade
);
