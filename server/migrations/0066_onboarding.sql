-- Which of the first steps of a profile a member passed over; which are done, the profile says.
create table onboarding (
  member_id uuid primary key references members (id) on delete cascade,
  skipped text[] not null default '{}' check (skipped <@ '{photo,intent,prompt,interests}')
);
