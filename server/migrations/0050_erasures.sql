-- An erasing that began, so that it goes on where it stopped; gone with the member.
create table erasures (
  member_id uuid primary key references members (id) on delete cascade,
  -- Whom the conversations and the payments go on under: rows of members, made when there is something to keep.
  author_id uuid not null unique,
  payer_id uuid not null unique,
  step text not null,
  started_at timestamptz not null
);

-- Members whose data an authority or a dispute needs: not erased while it holds.
create table legal_holds (
  member_id uuid primary key references members (id),
  reason text not null check (char_length(reason) between 1 and 1000),
  made_by text not null check (made_by <> ''),
  created_at timestamptz not null,
  -- Null until somebody releases it.
  ends_at timestamptz
);
