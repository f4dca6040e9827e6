-- What is kept of an age check: its result, how it was made and when. No document, no date of birth, no card.
create table age_checks (
  member_id uuid primary key references members (id) on delete cascade,
  result text not null check (result in ('over_18', 'under_18')),
  method text not null check (method in ('card', 'wallet')),
  checked_at timestamptz not null
);
