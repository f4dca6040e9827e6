-- A first message that waits to be accepted, and what became of it (docs/decisions/025). Both are null where there is none.
alter table conversations add column invite_seq integer, add column invite_state text;
alter table conversations add constraint conversations_invite
  check (invite_state in ('pending', 'accepted', 'declined') and invite_seq is not null or invite_state is null and invite_seq is null) not valid;
