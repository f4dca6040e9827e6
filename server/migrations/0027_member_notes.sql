-- What staff note about a member for their colleagues.

create table member_notes (
  member_id uuid not null,
  id uuid not null,
  body text not null,
  -- `staff:ID`.
  made_by text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  constraint member_notes_pkey primary key (member_id, id),
  constraint member_notes_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint member_notes_body_check check (char_length(body) between 1 and 2000),
  constraint member_notes_edited_check check (edited_at >= created_at)
);
