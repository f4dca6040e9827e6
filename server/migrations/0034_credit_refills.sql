-- When a free member's next free credit comes (decision 12.6); no row while they have as many as their flow gives back.
create table credit_refills (
  member_id uuid not null references wallets (member_id) on delete cascade,
  account text not null check (account in ('likes', 'icebreakers')),
  due_at timestamptz not null,
  primary key (member_id, account)
);
create index credit_refills_due on credit_refills (due_at);
