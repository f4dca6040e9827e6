-- Notifications by Telegram: the chat of a member with the brand's bot, or the code that will connect one.

create table telegram_links (
  member_id uuid not null,
  brand_id text not null,
  -- Of the link that connects a chat: it is used once.
  code_hash bytea,
  code_expires_at timestamptz,
  chat_hash bytea,
  chat_sealed text,
  linked_at timestamptz,
  last_ok_at timestamptz,
  ended_at timestamptz,
  ended_why text,
  constraint telegram_links_pkey primary key (member_id),
  constraint telegram_links_brand_id_code_hash_key unique (brand_id, code_hash),
  constraint telegram_links_brand_id_chat_hash_key unique (brand_id, chat_hash),
  constraint telegram_links_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint telegram_links_code_check check ((code_hash is null) = (code_expires_at is null)),
  constraint telegram_links_chat_check check ((chat_hash is null) = (chat_sealed is null) and (chat_hash is null) = (linked_at is null)),
  constraint telegram_links_ended_check check ((ended_at is null) = (ended_why is null) and (ended_at is null or chat_hash is null)),
  constraint telegram_links_why_check check (ended_why in ('stopped', 'blocked', 'gone', 'taken', 'removed'))
);

-- A message is announced as going before it goes: Telegram cannot tell a repetition.
alter table deliveries drop constraint deliveries_state_check;
alter table deliveries add constraint deliveries_state_check check (state in ('queued', 'sending', 'sent', 'failed', 'withheld')) not valid;
