-- Proofs that count once (solved challenges, sealed cookies, passkey challenges, signed notifications) had their rows among the counters of
-- the limits, which are swept by the hour: here a row stays until the proof itself has ended.
create table used_tokens (
  kind text not null,
  token_hash bytea not null,
  ends_at timestamptz not null,
  primary key (kind, token_hash)
);
create index used_tokens_by_end on used_tokens (ends_at);

-- Wrong passwords for one address since the last right one, whichever network they came from. Kept for unknown addresses too, so that
-- nothing tells them apart. The address is a keyed hash.
create table password_guesses (
  address_hash bytea primary key,
  wrong integer not null check (wrong > 0),
  last_at timestamptz not null,
  notified_at timestamptz
);
create index password_guesses_by_time on password_guesses (last_at);
