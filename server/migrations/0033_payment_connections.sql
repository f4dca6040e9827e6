-- A payment, a stored card and a webhook belong to a connection: a provider with one merchant account. Until now each
-- provider had one account, whose connection has the provider's name.
alter table payment_attempts add column connection text;
update payment_attempts set connection = provider;
alter table payment_attempts alter column connection set not null;
drop index payment_attempts_provider;
create index payment_attempts_provider_ref on payment_attempts (connection, provider_ref) where provider_ref is not null;

alter table card_tokens rename column provider to connection;
alter table card_tokens rename constraint card_tokens_member_id_provider_token_key to card_tokens_member_id_connection_token_key;

-- Refunds made in the provider's back office get rows too: the same one may be reported under several event ids.
alter table refunds add column provider_ref text;
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (reason in ('withdrawal', 'back_office'));
alter table refunds drop constraint refunds_attempt_id_reason_key;
create unique index refunds_withdrawal_once on refunds (attempt_id) where reason = 'withdrawal';
create unique index refunds_provider_ref on refunds (attempt_id, provider_ref);
