-- How much of themselves a member shows, and who may write to them first (docs/decisions/020).
alter table members
  add column is_hidden boolean not null default false,
  add column hides_last_seen boolean not null default false,
  add column hides_visits boolean not null default false,
  add column first_messages_from text not null default 'everyone';
alter table members add constraint members_first_messages_from
  check (first_messages_from in ('everyone', 'verified', 'liked')) not valid;
