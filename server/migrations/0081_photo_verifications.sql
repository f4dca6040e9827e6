-- A picture with a gesture that was asked for, which a person compares with the main photo. It is kept until they have decided.
create table photo_verifications (
  member_id uuid primary key references members (id) on delete cascade,
  id uuid not null unique,
  -- The main photo it is compared with.
  photo_id uuid not null,
  gesture text not null check (gesture in ('thumb_up', 'open_hand', 'two_fingers', 'hand_on_head', 'finger_on_nose', 'hand_on_ear')),
  state text not null check (state in ('asked', 'sent', 'approved', 'refused')),
  storage_key text,
  site_origin text,
  refusal text check (refusal in ('another_person', 'another_gesture', 'unclear')),
  asked_at timestamptz not null,
  sent_at timestamptz,
  decided_at timestamptz,
  foreign key (member_id, photo_id) references member_photos (member_id, id) on delete cascade,
  check ((storage_key is not null) = (state = 'sent')),
  check ((refusal is not null) = (state = 'refused')),
  check ((decided_at is not null) = (state in ('approved', 'refused')))
);
create index photo_verifications_sent on photo_verifications (sent_at) where state = 'sent';
-- How it was checked that a member is who their main photo shows.
alter table members add column verified_by text;
alter table members add constraint members_verified_by check (verified_by in ('gesture')) not valid;
