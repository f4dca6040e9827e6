-- What the member agreed to with the order (kind, text version, language), kept with the attempt until it becomes consent rows.
alter table payment_attempts add column accepts jsonb not null default '{}';
alter table payment_attempts add column locale text not null default 'it';
-- The card on file that paid, null for a typed one.
alter table payment_attempts add column card_token_id uuid;
alter table payment_attempts add column refunded_minor integer not null default 0 check (refunded_minor >= 0);
-- Why a person has to look at it: an amount that is not ours, money for a closed attempt, a second payment.
alter table payment_attempts add column flagged text;
alter table payment_attempts add column flagged_at timestamptz;
create index payment_attempts_newest on payment_attempts (member_id, created_at desc);
create index payment_attempts_flagged on payment_attempts (brand_id, flagged_at) where flagged is not null;
create index payment_webhooks_waiting on payment_webhooks (received_at) where processed_at is null;
