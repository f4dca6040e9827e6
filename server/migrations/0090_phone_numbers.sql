-- A member's phone number and to whom it is shown, while the profile is verified (decision 12.11).
create table phone_numbers (
  member_id uuid primary key references members (id) on delete cascade,
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  shown_to text not null check (shown_to in ('nobody', 'written', 'paying')),
  changed_at timestamptz not null
);
-- Whom the number was shown to; another number begins with nobody.
create table phone_views (
  member_id uuid not null references phone_numbers (member_id) on delete cascade,
  viewer_id uuid not null references members (id) on delete cascade,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (member_id, viewer_id)
);
create index phone_views_viewer on phone_views (viewer_id);
