-- What an uploaded photo needs besides its bytes: its place in the member's album, what shows while it loads, what tells
-- that the same picture comes a second time, why it was refused, and since when it waits to be deleted.
alter table member_photos add column position smallint not null default 0;
alter table member_photos add column thumbhash bytea;
alter table member_photos add column perceptual_hash bytea;
alter table member_photos add column refusal text;
alter table member_photos add column decided_at timestamptz;
alter table member_photos add column removed_at timestamptz;
alter table member_photos add constraint member_photos_refusal_check
  check (refusal is null or state = 'refused') not valid;
alter table member_photos add constraint member_photos_main_check
  check (not is_default or removed_at is null) not valid;
