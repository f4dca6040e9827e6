-- Until when a call that may complete the payment, or one that cancels it for a newer order, is taken to be under way.
alter table payment_attempts add column asking_until timestamptz;
alter table payment_attempts add column replacing_until timestamptz;
-- Set if the money belongs to no purchase: when it is refunded, unless the member keeps the order before.
alter table payment_attempts add column refund_due_at timestamptz;
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (reason in ('withdrawal', 'back_office', 'paid_twice')) not valid;
-- From when the card is no longer valid, as far as the provider says it.
alter table card_tokens add column expires_at timestamptz;
-- When the member was told that the card expires before the renewal; null again with every new period or card.
alter table subscriptions add column card_notice_at timestamptz;
