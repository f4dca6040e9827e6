-- no-transaction
create index concurrently if not exists cases_score on cases (brand_id, risk desc, opened_at, id) where state = 'open';
create index concurrently if not exists cases_unscored on cases (brand_id, opened_at) where state = 'open' and scored_at is null;
create index concurrently if not exists card_tokens_token on card_tokens (token, connection);
