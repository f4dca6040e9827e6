-- The schema at the first release. Every statement that changes it afterwards is a migration of its own.

create table demo_installations (
  mark boolean not null,
  loaded_at timestamptz not null,
  seed text not null,
  constraint demo_installations_pkey primary key (mark),
  constraint demo_installations_mark_check check (mark)
);

create table geo_regions (
  id integer not null,
  country character(2) not null,
  name text not null,
  constraint geo_regions_country_name_key unique (country, name),
  constraint geo_regions_pkey primary key (id)
);

create table geo_cities (
  id integer not null,
  country character(2) not null,
  region_id integer not null,
  province text not null,
  name text not null,
  name_folded text not null,
  latitude real not null,
  longitude real not null,
  constraint geo_cities_pkey primary key (id),
  constraint geo_cities_region_id_fkey foreign key (region_id) references geo_regions(id)
);
create index geo_cities_prefix on geo_cities (country, name_folded text_pattern_ops);
create index geo_cities_region on geo_cities (region_id, name_folded);

create table members (
  id uuid not null,
  brand_id text not null,
  pool_id text not null,
  clickid text not null,
  email text not null,
  password_hash text,
  screen_name text,
  gender text not null,
  seeks text not null,
  age_stated smallint not null,
  age_stated_on date not null,
  country character(2) not null,
  region_id integer,
  city_id integer,
  locale text not null,
  about text not null default '',
  looking_for text not null default '',
  hair_color text,
  height_cm smallint,
  weight_kg smallint,
  level smallint not null default 0,
  level_until timestamptz,
  flow_id text not null,
  flow_version text not null,
  source text not null default 'direct',
  campid text,
  state text not null default 'active',
  email_confirmed_at timestamptz,
  verified_at timestamptz,
  sample boolean,
  welcome_gift_shown_at timestamptz,
  last_active_at timestamptz not null,
  created_at timestamptz not null,
  deletion_due_at timestamptz,
  needs_confirmation boolean not null default true,
  is_hidden boolean not null default false,
  hides_last_seen boolean not null default false,
  hides_visits boolean not null default false,
  first_messages_from text not null default 'everyone',
  home_changes timestamptz[] not null default '{}',
  verified_by text,
  gender_changes timestamptz[] not null default '{}',
  absence_check_at timestamptz not null default '2026-01-01 00:00:00+00',
  constraint members_pkey primary key (id),
  constraint members_sample_fkey foreign key (sample) references demo_installations(mark),
  constraint members_city_id_fkey foreign key (city_id) references geo_cities(id),
  constraint members_region_id_fkey foreign key (region_id) references geo_regions(id),
  constraint members_about_check check (char_length(about) <= 2000),
  constraint members_age_stated_check check ((age_stated >= 18) and (age_stated <= 98)),
  constraint members_deletion_check check ((state = 'deleting') = (deletion_due_at is not null)),
  constraint members_first_messages_from check (first_messages_from in ('everyone', 'verified', 'liked')),
  constraint members_gender_check check (gender in ('man', 'woman')),
  constraint members_hair_color_check check (hair_color in ('blond', 'brown', 'red', 'dark blond', 'black', 'dyed')),
  constraint members_height_cm_check check ((height_cm >= 100) and (height_cm <= 250)),
  constraint members_level_check check ((level >= 0) and (level <= 2)),
  constraint members_locale_check check (locale in ('it', 'es', 'fr', 'en')),
  constraint members_looking_for_check check (char_length(looking_for) <= 2000),
  constraint members_sample_check check (sample),
  constraint members_screen_name_check check ((char_length(screen_name) >= 1) and (char_length(screen_name) <= 440)),
  constraint members_seeks_check check (seeks in ('man', 'woman')),
  constraint members_state_check check (state in ('active', 'deactivated', 'suspended', 'deleting', 'deleted')),
  constraint members_verified_by check (verified_by = 'gesture'),
  constraint members_weight_kg_check check ((weight_kg >= 30) and (weight_kg <= 300))
);
create index members_absence on members (brand_id, absence_check_at, id) where ((state = 'active') and (sample is null));
create index members_deletion_due on members (deletion_due_at) where (state = 'deleting');
create index members_sample on members (id) where sample;
create index members_verified on members (id) where (verified_at is not null);

create table account_changes (
  member_id uuid not null,
  id uuid not null,
  change text not null,
  made_by text not null,
  reason text not null,
  created_at timestamptz not null,
  constraint account_changes_pkey primary key (member_id, id),
  constraint account_changes_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint account_changes_change_check check (change in ('deactivated', 'suspended', 'reactivated', 'deletion_asked', 'deletion_called_off', 'email_changed', 'email_change_undone', 'credits_granted', 'absence_reminded', 'ended_by_absence')),
  constraint account_changes_made_by_check check (made_by <> ''),
  constraint account_changes_reason_check check (reason <> '')
);

create table payment_attempts (
  id uuid not null,
  brand_id text not null,
  member_id uuid not null,
  order_key uuid not null,
  provider text not null,
  flow_id text not null,
  flow_version text not null,
  plan_id text not null,
  plan jsonb not null,
  amount_minor integer not null,
  currency character(3) not null,
  state text not null,
  code text,
  provider_ref text,
  sealed_request text,
  action jsonb,
  subscription_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check_at timestamptz,
  checks smallint not null default 0,
  granted_at timestamptz,
  accepts jsonb not null default '{}',
  locale text not null default 'it',
  card_token_id uuid,
  refunded_minor integer not null default 0,
  flagged text,
  flagged_at timestamptz,
  site_origin text,
  term_start timestamptz,
  term_end timestamptz,
  renewal_of uuid,
  renewal_from timestamptz,
  withdrawn_at timestamptz,
  connection text not null,
  return_to text,
  change_of uuid,
  credit_minor integer not null default 0,
  replaced_by uuid,
  credited_minor integer,
  term_resumes_at timestamptz,
  asking_until timestamptz,
  replacing_until timestamptz,
  refund_due_at timestamptz,
  constraint payment_attempts_member_id_order_key_key unique (member_id, order_key),
  constraint payment_attempts_pkey primary key (id),
  constraint payment_attempts_member_id_fkey foreign key (member_id) references members(id),
  constraint payment_attempts_amount_minor_check check (amount_minor >= 0),
  constraint payment_attempts_credit check ((credit_minor >= 0) and ((change_of is not null) or (credit_minor = 0))),
  constraint payment_attempts_refunded_minor_check check (refunded_minor >= 0),
  constraint payment_attempts_renewal check ((renewal_of is null) = (renewal_from is null)),
  constraint payment_attempts_replaced check (((replaced_by is null) = (credited_minor is null)) and (COALESCE(credited_minor, 0) >= 0)),
  constraint payment_attempts_resumes check ((term_resumes_at is null) or ((term_resumes_at >= term_start) and (term_resumes_at <= term_end))),
  constraint payment_attempts_state_check check (state in ('created', 'submitting', 'requires_action', 'processing', 'authorised', 'captured', 'declined', 'cancelled', 'expired', 'failed', 'unknown', 'partially_refunded', 'refunded', 'disputed', 'won', 'lost'))
);
create index payment_attempts_check on payment_attempts (check_at) where (check_at is not null);
create index payment_attempts_flagged on payment_attempts (brand_id, flagged_at) where (flagged is not null);
create index payment_attempts_newest on payment_attempts (member_id, created_at DESC);
create index payment_attempts_provider_ref on payment_attempts (connection, provider_ref) where (provider_ref is not null);
create index payment_attempts_refund_due on payment_attempts (refund_due_at, id) where (flagged = 'paid_twice');
create unique index payment_attempts_renewal_once on payment_attempts (renewal_of, renewal_from) where state not in ('declined', 'cancelled', 'expired', 'failed');
create index payment_attempts_sealed on payment_attempts (id) where (sealed_request is not null);

create table affiliate_imports (
  brand_id text not null,
  reference text not null,
  kind text not null,
  campaign text not null,
  page_type text not null,
  attempt_id uuid,
  member_id uuid,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  constraint affiliate_imports_pkey primary key (brand_id, reference),
  constraint affiliate_imports_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint affiliate_imports_attempt_id_fkey foreign key (attempt_id) references payment_attempts(id) on delete cascade,
  constraint affiliate_imports_check check ((attempt_id is null) = (member_id is null)),
  constraint affiliate_imports_check1 check ((kind <> 'click') or ((attempt_id is null) and (cancelled_at is null))),
  constraint affiliate_imports_check2 check ((cancelled_at is null) or (attempt_id is null)),
  constraint affiliate_imports_kind_check check (kind in ('click', 'order', 'upsell'))
);
create unique index affiliate_imports_attempt on affiliate_imports (attempt_id) where (attempt_id is not null);
create index affiliate_imports_created on affiliate_imports (created_at);
create index affiliate_imports_member on affiliate_imports (member_id);

create table age_checks (
  member_id uuid not null,
  result text not null,
  method text not null,
  checked_at timestamptz not null,
  constraint age_checks_pkey primary key (member_id),
  constraint age_checks_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint age_checks_method_check check (method in ('card', 'wallet')),
  constraint age_checks_result_check check (result in ('over_18', 'under_18'))
);

create table answers_by_day (
  brand_id text not null,
  day date not null,
  sent integer not null,
  answered integer not null,
  constraint answers_by_day_pkey primary key (brand_id, day),
  constraint answers_by_day_check check ((answered >= 0) and (answered <= sent)),
  constraint answers_by_day_sent_check check (sent >= 0)
);

create table blocks (
  member_id uuid not null,
  other_id uuid not null,
  made_by_me boolean not null,
  created_at timestamptz not null,
  constraint blocks_pkey primary key (member_id, other_id, made_by_me),
  constraint blocks_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint blocks_other_id_fkey foreign key (other_id) references members(id) on delete cascade,
  constraint blocks_check check (member_id <> other_id)
);
create index blocks_other on blocks (other_id);

create table card_tokens (
  member_id uuid not null,
  id uuid not null,
  connection text not null,
  token text not null,
  card_brand text,
  last4 text,
  created_at timestamptz not null,
  removed_at timestamptz,
  expires_at timestamptz,
  constraint card_tokens_member_id_connection_token_key unique (member_id, connection, token),
  constraint card_tokens_pkey primary key (member_id, id),
  constraint card_tokens_member_id_fkey foreign key (member_id) references members(id) on delete cascade
);
create index card_tokens_expiry on card_tokens (expires_at) where (removed_at is null);

create table claim_figures (
  brand_id text not null,
  claim text not null,
  value double precision,
  low double precision,
  sample_size integer not null,
  compared_size integer,
  period_start timestamptz not null,
  period_end timestamptz not null,
  computed_at timestamptz not null,
  constraint claim_figures_pkey primary key (brand_id, claim),
  constraint claim_figures_compared_size_check check (compared_size >= 0),
  constraint claim_figures_sample_size_check check (sample_size >= 0)
);

create table messages (
  conversation_id uuid not null,
  seq integer not null,
  id uuid not null,
  sender_id uuid not null,
  client_message_id uuid not null,
  body text not null,
  icebreaker boolean not null,
  sender_level smallint not null,
  cost integer not null,
  created_at timestamptz not null,
  reply_to integer,
  edited_at timestamptz,
  withdrawn_at timestamptz,
  media text,
  constraint messages_pkey primary key (conversation_id, seq),
  constraint messages_body_check check ((char_length(body) >= 1) and (char_length(body) <= 2000)),
  constraint messages_cost_check check (cost >= 0),
  constraint messages_media check (media in ('photo', 'voice')),
  constraint messages_seq_check check (seq > 0)
);
create unique index messages_client on messages (conversation_id, uuid_hash_extended(client_message_id, uuid_hash_extended(sender_id, (0)::bigint)));

create table clear_replies (
  member_id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  place integer not null,
  constraint clear_replies_member_id_place_key unique (member_id, place),
  constraint clear_replies_pkey primary key (member_id, conversation_id),
  constraint clear_replies_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint clear_replies_conversation_id_seq_fkey foreign key (conversation_id, seq) references messages(conversation_id, seq) ON UPDATE CASCADE on delete cascade,
  constraint clear_replies_place_check check (place > 0)
);
create index clear_replies_message on clear_replies (conversation_id, seq);

create table concierge_exchanges (
  member_id uuid not null,
  seq integer not null,
  client_message_id uuid not null,
  question text not null,
  state text not null,
  answer text not null default '',
  tries integer not null default 1,
  asked_at timestamptz not null,
  changed_at timestamptz not null,
  constraint concierge_exchanges_member_id_client_message_id_key unique (member_id, client_message_id),
  constraint concierge_exchanges_pkey primary key (member_id, seq),
  constraint concierge_exchanges_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint concierge_exchanges_answer_check check (length(answer) <= 4000),
  constraint concierge_exchanges_check check ((state = 'answered') = (answer <> '')),
  constraint concierge_exchanges_question_check check ((length(question) >= 1) and (length(question) <= 2000)),
  constraint concierge_exchanges_seq_check check (seq > 0),
  constraint concierge_exchanges_state_check check (state in ('writing', 'answered', 'failed')),
  constraint concierge_exchanges_tries_check check ((tries >= 1) and (tries <= 3))
);
create index concierge_exchanges_asked on concierge_exchanges (asked_at);
create unique index concierge_exchanges_writing on concierge_exchanges (member_id) where (state = 'writing');

create table consents (
  member_id uuid not null,
  id uuid not null,
  kind text not null,
  granted boolean not null,
  text_version text not null,
  locale text not null,
  given_at timestamptz not null,
  constraint consents_pkey primary key (member_id, id),
  constraint consents_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint consents_kind_check check (kind in ('terms', 'data', 'clauses', 'adult', 'promotion', 'third_party', 'renewal', 'immediate_start', 'analytics', 'remarketing'))
);
create index consents_given on consents using brin (given_at) with (autosummarize='on');

create table conversations (
  id uuid not null,
  pool_id text not null,
  low_id uuid not null,
  high_id uuid not null,
  low_wrote boolean not null default false,
  high_wrote boolean not null default false,
  created_at timestamptz not null,
  invite_seq integer,
  invite_state text,
  constraint conversations_pkey primary key (id),
  constraint conversations_high_id_fkey foreign key (high_id) references members(id),
  constraint conversations_low_id_fkey foreign key (low_id) references members(id),
  constraint conversations_check check (low_id < high_id),
  constraint conversations_invite check ((invite_state in ('pending', 'accepted', 'declined') and (invite_seq is not null)) or ((invite_state is null) and (invite_seq is null)))
) with (fillfactor = 80);
create index conversations_high on conversations (high_id);
create index conversations_low on conversations (low_id);
create index conversations_time on conversations (created_at);

create table wallets (
  member_id uuid not null,
  brand_id text not null,
  messages integer not null default 0,
  icebreakers integer not null default 0,
  likes integer not null default 0,
  constraint wallets_pkey primary key (member_id),
  constraint wallets_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint wallets_icebreakers_check check (icebreakers >= 0),
  constraint wallets_likes_check check (likes >= 0),
  constraint wallets_messages_check check (messages >= 0)
) with (fillfactor = 70);

create table credit_refills (
  member_id uuid not null,
  account text not null,
  due_at timestamptz not null,
  constraint credit_refills_pkey primary key (member_id, account),
  constraint credit_refills_member_id_fkey foreign key (member_id) references wallets(member_id) on delete cascade,
  constraint credit_refills_account_check check (account in ('likes', 'icebreakers'))
);
create index credit_refills_due on credit_refills (due_at);

create table data_exports (
  member_id uuid not null,
  id uuid not null,
  state text not null,
  done_parts integer not null default 0,
  all_parts integer not null default 0,
  size_bytes bigint,
  site_origin text not null,
  asked_at timestamptz not null,
  expires_at timestamptz,
  key_hash bytea,
  key_until timestamptz,
  constraint data_exports_id_key unique (id),
  constraint data_exports_pkey primary key (member_id),
  constraint data_exports_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint data_exports_check check ((state = 'ready') = (expires_at is not null)),
  constraint data_exports_state_check check (state in ('making', 'ready', 'failed'))
);

create table discovery_entries (
  pool_id text not null,
  country character(2) not null,
  region_id integer not null,
  member_id uuid not null,
  gender text not null,
  seeks text not null,
  is_new boolean not null,
  active_at timestamptz not null,
  created_at timestamptz not null,
  city_id integer,
  born_on date,
  height_cm smallint,
  intent text,
  interests text[] not null default '{}',
  has_words boolean not null default false,
  asks_age_from smallint not null default 18,
  asks_age_to smallint not null default 98,
  shows_presence boolean not null default true,
  asks_within_km smallint,
  entered_in bigint default pg_current_xact_id()::text::bigint,
  asks_more boolean not null default false,
  constraint discovery_entries_pkey primary key (pool_id, country, region_id, member_id),
  constraint discovery_entries_region_id_fkey foreign key (region_id) references geo_regions(id),
  constraint discovery_entries_member_id_fkey foreign key (member_id) references members(id) on delete cascade
);
create index discovery_city_both on discovery_entries (pool_id, country, region_id, city_id, gender, seeks, is_new, active_at DESC, member_id) include (asks_age_from, asks_age_to, asks_within_km, asks_more, born_on, height_cm, intent, has_words);
create index discovery_country_both on discovery_entries (pool_id, country, gender, seeks, is_new, active_at DESC, member_id) include (asks_age_from, asks_age_to, asks_within_km, asks_more, born_on, height_cm, intent, has_words, city_id);
create index discovery_entered on discovery_entries (pool_id, country, region_id, gender, seeks, entered_in) where (entered_in is not null);
create index discovery_member on discovery_entries (member_id);
create index discovery_new on discovery_entries (created_at) where is_new;
create index discovery_newest on discovery_entries (pool_id, country, region_id, gender, seeks, created_at DESC);
create index discovery_region_both on discovery_entries (pool_id, country, region_id, gender, seeks, is_new, active_at DESC, member_id) include (asks_age_from, asks_age_to, asks_within_km, asks_more, born_on, height_cm, intent, has_words, city_id);

create table disputes (
  attempt_id uuid not null,
  brand_id text not null,
  member_id uuid not null,
  state text not null,
  credits integer not null,
  unused_ms bigint not null,
  used_minor integer not null,
  currency character(3) not null,
  settled_at timestamptz,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  constraint disputes_pkey primary key (attempt_id),
  constraint disputes_member_id_fkey foreign key (member_id) references members(id),
  constraint disputes_attempt_id_fkey foreign key (attempt_id) references payment_attempts(id),
  constraint disputes_check check ((settled_at is null) or (state = 'lost')),
  constraint disputes_credits_check check (credits >= 0),
  constraint disputes_state_check check (state in ('open', 'won', 'lost', 'refunded')),
  constraint disputes_unused_ms_check check (unused_ms >= 0),
  constraint disputes_used_minor_check check (used_minor >= 0)
);
create index disputes_claims on disputes (brand_id, updated_at) where ((state = 'lost') and (used_minor > 0) and (settled_at is null));
create index disputes_member on disputes (member_id, attempt_id);
create index disputes_open on disputes (brand_id, opened_at) where (state = 'open');

create table drafts (
  member_id uuid not null,
  other_id uuid not null,
  body text not null,
  updated_at timestamptz not null,
  constraint drafts_pkey primary key (member_id, other_id),
  constraint drafts_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint drafts_other_id_fkey foreign key (other_id) references members(id) on delete cascade,
  constraint drafts_body_check check ((char_length(body) >= 1) and (char_length(body) <= 2000))
);
create index drafts_other on drafts (other_id);

create table emails (
  id uuid not null,
  brand_id text not null,
  member_id uuid,
  kind text not null,
  to_address text not null,
  locale text not null,
  props jsonb not null,
  state text not null default 'queued',
  attempts smallint not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  requeued_at timestamptz,
  constraint emails_pkey primary key (id),
  constraint emails_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint emails_state_check check (state in ('queued', 'sent', 'dead', 'withheld', 'bounced'))
) partition by range (id);
create index emails_address on emails (to_address);
create index emails_contact on emails (lower((props ->> 'email'))) where (kind = 'contact');
create index emails_dead on emails (created_at) where (state = 'dead');
create index emails_member on emails (member_id);
create index emails_queued on emails (created_at) where (state = 'queued');
create index emails_renewal_notice on emails (member_id) where (kind = 'renewal-notice');
create index emails_time on emails using brin (created_at) with (pages_per_range='32', autosummarize='on');

create table erasures (
  member_id uuid not null,
  author_id uuid not null,
  payer_id uuid not null,
  step text not null,
  started_at timestamptz not null,
  constraint erasures_author_id_key unique (author_id),
  constraint erasures_payer_id_key unique (payer_id),
  constraint erasures_pkey primary key (member_id),
  constraint erasures_member_id_fkey foreign key (member_id) references members(id) on delete cascade
);

create table external_identities (
  brand_id text not null,
  issuer text not null,
  subject text not null,
  member_id uuid not null,
  email text not null,
  linked_at timestamptz not null,
  last_used_at timestamptz,
  constraint external_identities_member_id_issuer_key unique (member_id, issuer),
  constraint external_identities_pkey primary key (brand_id, issuer, subject),
  constraint external_identities_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint external_identities_issuer_check check ((char_length(issuer) >= 1) and (char_length(issuer) <= 255)),
  constraint external_identities_subject_check check ((char_length(subject) >= 1) and (char_length(subject) <= 255))
);

create table former_emails (
  brand_id text not null,
  email text not null,
  member_id uuid not null,
  changed_at timestamptz not null,
  kept_until timestamptz not null,
  constraint former_emails_pkey primary key (brand_id, email),
  constraint former_emails_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint former_emails_email_check check (email = lower(email))
);
create index former_emails_end on former_emails (kept_until);
create index former_emails_member on former_emails (member_id);

create table hidden_messages (
  member_id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  constraint hidden_messages_pkey primary key (conversation_id, seq, member_id),
  constraint hidden_messages_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint hidden_messages_conversation_id_seq_fkey foreign key (conversation_id, seq) references messages(conversation_id, seq) ON UPDATE CASCADE on delete cascade
);
create index hidden_messages_member on hidden_messages (member_id);

create table inbox (
  member_id uuid not null,
  conversation_id uuid not null,
  other_id uuid not null,
  last_seq integer not null,
  last_at timestamptz not null,
  unread integer not null default 0,
  read_seq integer not null default 0,
  other_read_seq integer not null default 0,
  constraint inbox_member_id_other_id_key unique (member_id, other_id),
  constraint inbox_pkey primary key (member_id, conversation_id),
  constraint inbox_conversation_id_fkey foreign key (conversation_id) references conversations(id),
  constraint inbox_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint inbox_unread_check check (unread >= 0)
) with (fillfactor = 70);
create index inbox_conversation on inbox (conversation_id);

create table installation_secrets (
  id text not null,
  written_from timestamptz,
  written_until timestamptz not null,
  constraint installation_secrets_pkey primary key (id),
  constraint installation_secrets_id_check check (length(id) = 8)
);

create table invitations (
  brand_id text not null,
  token_hash bytea not null,
  email text not null,
  source text,
  campid text,
  flow_id text,
  red text not null default '/find',
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  constraint invitations_pkey primary key (brand_id, token_hash),
  constraint invitations_email_check check (email = lower(email)),
  constraint invitations_red_check check (red ~~ '/%'),
  constraint invitations_token_hash_check check (octet_length(token_hash) = 32)
);
create index invitations_address on invitations (brand_id, email);
create index invitations_expiry on invitations (expires_at);

create table invoice_series (
  company text not null,
  year smallint not null,
  kind text not null,
  last_number integer not null,
  constraint invoice_series_pkey primary key (company, year, kind),
  constraint invoice_series_kind_check check (kind in ('invoice', 'credit_note')),
  constraint invoice_series_last_number_check check (last_number > 0)
);

create table refunds (
  id uuid not null,
  brand_id text not null,
  member_id uuid not null,
  attempt_id uuid not null,
  reason text not null,
  amount_minor integer not null,
  currency character(3) not null,
  credits integer not null,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check_at timestamptz,
  checks smallint not null default 0,
  provider_ref text,
  constraint refunds_pkey primary key (id),
  constraint refunds_member_id_fkey foreign key (member_id) references members(id),
  constraint refunds_attempt_id_fkey foreign key (attempt_id) references payment_attempts(id),
  constraint refunds_amount_minor_check check (amount_minor > 0),
  constraint refunds_credits_check check (credits >= 0),
  constraint refunds_reason_check check (reason in ('withdrawal', 'back_office', 'paid_twice')),
  constraint refunds_state_check check (state in ('submitting', 'accepted', 'refunded', 'refused', 'failed'))
);
create index refunds_by_provider on refunds (provider_ref) where (provider_ref is not null);
create index refunds_check on refunds (check_at) where (check_at is not null);
create index refunds_member on refunds (member_id);
create unique index refunds_paid_twice_once on refunds (attempt_id) where (reason = 'paid_twice');
create unique index refunds_provider_ref on refunds (attempt_id, provider_ref);
create unique index refunds_withdrawal_once on refunds (attempt_id) where (reason = 'withdrawal');

create table invoices (
  company text not null,
  year smallint not null,
  kind text not null,
  number integer not null,
  brand_id text not null,
  member_id uuid not null,
  attempt_id uuid not null,
  refund_id uuid,
  country character(2) not null,
  vat_per_mille smallint not null,
  total_minor integer not null,
  vat_minor integer not null,
  currency character(3) not null,
  seller text not null,
  issued_at timestamptz not null,
  territory text,
  constraint invoices_pkey primary key (company, year, kind, number),
  constraint invoices_member_id_fkey foreign key (member_id) references members(id),
  constraint invoices_attempt_id_fkey foreign key (attempt_id) references payment_attempts(id),
  constraint invoices_refund_id_fkey foreign key (refund_id) references refunds(id),
  constraint invoices_check check ((vat_minor >= 0) and (vat_minor <= total_minor)),
  constraint invoices_check1 check ((refund_id is null) or (kind = 'credit_note')),
  constraint invoices_kind_check check (kind in ('invoice', 'credit_note')),
  constraint invoices_number_check check (number > 0),
  constraint invoices_total_minor_check check (total_minor > 0),
  constraint invoices_vat_per_mille_check check ((vat_per_mille >= 0) and (vat_per_mille <= 400))
);
create unique index invoices_attempt on invoices (attempt_id) where (kind = 'invoice');
create index invoices_issued on invoices (issued_at);
create unique index invoices_lost on invoices (attempt_id) where ((kind = 'credit_note') and (refund_id is null));
create index invoices_member on invoices (member_id, issued_at);
create index invoices_notes on invoices (attempt_id) where (kind = 'credit_note');
create index invoices_of_attempt on invoices (attempt_id);
create unique index invoices_refund on invoices (refund_id) where (refund_id is not null);

create table job_workers (
  process_id uuid not null,
  worker_ids text[] not null,
  seen_at timestamptz not null,
  constraint job_workers_pkey primary key (process_id)
);

create table kpi_events (
  member_id uuid not null,
  id uuid not null,
  brand_id text not null,
  name text not null,
  value text not null,
  level smallint not null,
  flow_id text not null,
  created_at timestamptz not null,
  constraint kpi_events_pkey primary key (member_id, id),
  constraint kpi_events_member_id_fkey foreign key (member_id) references members(id) on delete cascade
) partition by range (id);
create index kpi_events_time on kpi_events using brin (created_at) with (pages_per_range='32', autosummarize='on');

create table ledger_checks (
  kind text not null,
  after_member uuid,
  checked_until timestamptz,
  differences integer not null default 0,
  updated_at timestamptz not null,
  began_at timestamptz,
  constraint ledger_checks_pkey primary key (kind),
  constraint ledger_checks_kind_check check (kind in ('full', 'changes'))
);

create table ledger_transfers (
  member_id uuid not null,
  id uuid not null,
  brand_id text not null,
  from_account text not null,
  to_account text not null,
  amount integer not null,
  idempotency_key text not null,
  created_at timestamptz not null,
  constraint ledger_transfers_pkey primary key (member_id, id),
  constraint ledger_transfers_amount_check check (amount > 0),
  constraint ledger_transfers_check check (from_account <> to_account),
  constraint ledger_transfers_from_account_check check (from_account in ('wallet:messages', 'wallet:icebreakers', 'wallet:likes', 'house:gifts', 'house:sales', 'house:spent', 'house:refunds', 'house:support')),
  constraint ledger_transfers_to_account_check check (to_account in ('wallet:messages', 'wallet:icebreakers', 'wallet:likes', 'house:gifts', 'house:sales', 'house:spent', 'house:refunds', 'house:support'))
);
create unique index ledger_transfers_key on ledger_transfers (member_id, idempotency_key) where (idempotency_key <> 'message');
create index ledger_transfers_time on ledger_transfers using brin (created_at) with (pages_per_range='32', autosummarize='on');

create table legal_holds (
  member_id uuid not null,
  reason text not null,
  made_by text not null,
  created_at timestamptz not null,
  ends_at timestamptz,
  constraint legal_holds_pkey primary key (member_id),
  constraint legal_holds_member_id_fkey foreign key (member_id) references members(id),
  constraint legal_holds_made_by_check check (made_by <> ''),
  constraint legal_holds_reason_check check ((char_length(reason) >= 1) and (char_length(reason) <= 1000))
);

create table limit_counters (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  constraint limit_counters_pkey primary key (bucket, window_start),
  constraint limit_counters_hits_check check (hits > 0)
);
create index limit_counters_window on limit_counters (window_start);

create table mail_addresses (
  brand_id text not null,
  address_hash bytea not null,
  stopped_at timestamptz,
  stopped_why text,
  confirmed_at timestamptz,
  constraint mail_addresses_pkey primary key (brand_id, address_hash),
  constraint mail_addresses_address_hash_check check (octet_length(address_hash) = 32),
  constraint mail_addresses_check check ((stopped_at is null) = (stopped_why is null)),
  constraint mail_addresses_stopped_why_check check (stopped_why = 'bounced')
);

create table mail_events (
  brand_id text not null,
  id uuid not null,
  email_id uuid,
  member_id uuid,
  address_hash bytea not null,
  kind text not null,
  class text,
  code text,
  diagnostic text,
  source text not null,
  event_key text not null,
  created_at timestamptz not null,
  constraint mail_events_brand_id_source_event_key_key unique (brand_id, source, event_key),
  constraint mail_events_pkey primary key (brand_id, id),
  constraint mail_events_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint mail_events_address_hash_check check (octet_length(address_hash) = 32),
  constraint mail_events_check check ((class is not null) = kind in ('delayed', 'failed')),
  constraint mail_events_class_check check (class in ('hard', 'soft', 'policy')),
  constraint mail_events_code_check check (char_length(code) <= 40),
  constraint mail_events_diagnostic_check check (char_length(diagnostic) <= 200),
  constraint mail_events_event_key_check check ((char_length(event_key) >= 1) and (char_length(event_key) <= 200)),
  constraint mail_events_kind_check check (kind in ('delivered', 'delayed', 'failed', 'complained', 'unsubscribed')),
  constraint mail_events_source_check check (source in ('smtp', 'mailgun'))
);
create index mail_events_email on mail_events (email_id);
create index mail_events_end on mail_events (created_at);
create index mail_events_member on mail_events (member_id);

create table mail_suppressions (
  brand_id text not null,
  list text not null,
  address_hash bytea not null,
  member_id uuid,
  source text not null,
  created_at timestamptz not null,
  constraint mail_suppressions_pkey primary key (brand_id, list, address_hash),
  constraint mail_suppressions_member_id_fkey foreign key (member_id) references members(id) on delete set null,
  constraint mail_suppressions_address_hash_check check (octet_length(address_hash) = 32),
  constraint mail_suppressions_list_check check (list in ('notices', 'promotion')),
  constraint mail_suppressions_source_check check (source in ('link', 'member', 'provider'))
);
create index mail_suppressions_member on mail_suppressions (member_id);

create table measured_days (
  pool_id text not null,
  day date not null,
  constraint measured_days_pkey primary key (pool_id, day)
);

create table member_clickids (
  brand_id text not null,
  clickid text not null,
  member_id uuid not null,
  constraint member_clickids_pkey primary key (brand_id, clickid),
  constraint member_clickids_member_id_fkey foreign key (member_id) references members(id) on delete cascade
);
create index member_clickids_member on member_clickids (member_id);

create table member_devices (
  member_id uuid not null,
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  notified_at timestamptz,
  constraint member_devices_pkey primary key (member_id, device_hash),
  constraint member_devices_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint member_devices_device_hash_check check (octet_length(device_hash) = 32)
);
create index member_devices_last_seen on member_devices (last_seen_at);

create table member_emails (
  brand_id text not null,
  email text not null,
  member_id uuid not null,
  constraint member_emails_pkey primary key (brand_id, email),
  constraint member_emails_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint member_emails_email_check check (email = lower(email))
);
create index member_emails_member on member_emails (member_id);

create table member_events (
  member_id uuid not null,
  id uuid not null,
  kind text not null,
  other_id uuid,
  created_at timestamptz not null,
  detail jsonb,
  constraint member_events_pkey primary key (member_id, id),
  constraint member_events_member_id_fkey foreign key (member_id) references members(id) on delete cascade
) partition by range (id);
create index member_events_other on member_events (other_id);
create index member_events_time on member_events using brin (created_at) with (pages_per_range='32', autosummarize='on');

create table member_photos (
  member_id uuid not null,
  id uuid not null,
  storage_key text not null,
  state text not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  position smallint not null default 0,
  thumbhash bytea,
  perceptual_hash bytea,
  refusal text,
  decided_at timestamptz,
  removed_at timestamptz,
  site_origin text,
  constraint member_photos_pkey primary key (member_id, id),
  constraint member_photos_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint member_photos_main_check check ((not is_default) or (removed_at is null)),
  constraint member_photos_refusal_check check ((refusal is null) or (state = 'refused')),
  constraint member_photos_state_check check (state in ('pending', 'approved', 'refused'))
);
create unique index member_photos_default on member_photos (member_id) where is_default;
create unique index member_photos_id on member_photos (id);
create index member_photos_pending on member_photos (created_at, id) where ((state = 'pending') and (removed_at is null));
create index member_photos_refused on member_photos (created_at, id) where ((state = 'refused') and (removed_at is null));

create table member_presence (
  member_id uuid not null,
  arrived_at timestamptz not null,
  seen_at timestamptz not null,
  constraint member_presence_pkey primary key (member_id),
  constraint member_presence_check check (seen_at >= arrived_at)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05, vacuum_truncate = false);

create table message_media (
  id uuid not null,
  sender_id uuid not null,
  conversation_id uuid not null,
  seq integer,
  kind text not null,
  storage_key text not null,
  width integer,
  height integer,
  thumbhash bytea,
  created_at timestamptz not null,
  duration_ms integer,
  waveform smallint[],
  constraint message_media_conversation_id_seq_key unique (conversation_id, seq),
  constraint message_media_pkey primary key (id),
  constraint message_media_sender_id_fkey foreign key (sender_id) references members(id) on delete cascade,
  constraint message_media_conversation_id_seq_fkey foreign key (conversation_id, seq) references messages(conversation_id, seq) ON UPDATE CASCADE on delete cascade,
  constraint message_media_height_check check (height > 0),
  constraint message_media_kind check (((kind = 'photo') and (width is not null) and (height is not null) and (thumbhash is not null) and (duration_ms is null) and (waveform is null)) or ((kind = 'voice') and (width is null) and (height is null) and (thumbhash is null) and (duration_ms > 0) and ((cardinality(waveform) >= 1) and (cardinality(waveform) <= 64)))),
  constraint message_media_width_check check (width > 0)
);
create index message_media_sender on message_media (sender_id);
create index message_media_unsent on message_media (sender_id) where (seq is null);

create table message_notices (
  member_id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  planned boolean not null default false,
  constraint message_notices_pkey primary key (member_id, conversation_id),
  constraint message_notices_conversation_id_fkey foreign key (conversation_id) references conversations(id) on delete cascade,
  constraint message_notices_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint message_notices_seq_check check (seq > 0)
);
create index message_notices_conversation on message_notices (conversation_id);

create table message_reactions (
  member_id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  kind text not null,
  created_at timestamptz not null,
  constraint message_reactions_pkey primary key (conversation_id, seq, member_id),
  constraint message_reactions_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint message_reactions_conversation_id_seq_fkey foreign key (conversation_id, seq) references messages(conversation_id, seq) ON UPDATE CASCADE on delete cascade,
  constraint message_reactions_kind_check check (kind in ('heart', 'laugh', 'wow', 'sad', 'thumbs_up', 'fire'))
);
create index message_reactions_member on message_reactions (member_id);

create table moderation_decisions (
  brand_id text not null,
  id uuid not null,
  subject text not null,
  subject_id uuid not null,
  verdict text not null,
  reason text,
  made_by text not null,
  created_at timestamptz not null,
  constraint moderation_decisions_pkey primary key (brand_id, id),
  constraint moderation_decisions_made_by_check check (made_by <> ''),
  constraint moderation_decisions_reason_check check ((char_length(reason) >= 1) and (char_length(reason) <= 1000)),
  constraint moderation_decisions_subject check (subject in ('report', 'review', 'photo', 'verification')),
  constraint moderation_decisions_verdict check (verdict in ('upheld', 'dismissed', 'published', 'refused', 'approved'))
);
create index moderation_decisions_newest on moderation_decisions (brand_id, created_at DESC);
create index moderation_decisions_subject_id on moderation_decisions (subject_id, created_at);

create table notifications (
  member_id uuid not null,
  id uuid not null,
  kind text not null,
  actor_id uuid not null,
  answers_like boolean not null default false,
  created_at timestamptz not null,
  read_at timestamptz,
  prompt text,
  constraint notifications_member_id_kind_actor_id_key unique (member_id, kind, actor_id),
  constraint notifications_pkey primary key (member_id, id),
  constraint notifications_actor_id_fkey foreign key (actor_id) references members(id) on delete cascade,
  constraint notifications_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint notifications_kind_check check (kind in ('like', 'visit'))
);
create index notifications_actor_member on notifications (actor_id, member_id);
create index notifications_newest on notifications (member_id, created_at DESC, id DESC);
create index notifications_time on notifications using brin (created_at) with (pages_per_range='32', autosummarize='on');
create index notifications_unread on notifications (member_id, kind) where (read_at is null);

create table onboarding (
  member_id uuid not null,
  skipped text[] not null default '{}',
  constraint onboarding_pkey primary key (member_id),
  constraint onboarding_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint onboarding_skipped_check check (skipped <@ '{photo,intent,prompt,interests}')
);

create table one_time_tokens (
  token_hash bytea not null,
  purpose text not null,
  brand_id text not null,
  member_id uuid not null,
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null,
  constraint one_time_tokens_pkey primary key (token_hash),
  constraint one_time_tokens_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint one_time_tokens_purpose_check check (purpose in ('confirm_email', 'reset_password', 'autologin', 'undo_email_change', 'keep_account', 'change_email')),
  constraint one_time_tokens_token_hash_check check (octet_length(token_hash) = 32)
);
create index one_time_tokens_end on one_time_tokens (expires_at);
create index one_time_tokens_member on one_time_tokens (member_id, purpose);

create table outbox (
  id uuid not null,
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  retry_at timestamptz,
  constraint outbox_pkey primary key (id)
);

create table passkeys (
  brand_id text not null,
  id uuid not null,
  member_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  aaguid uuid not null,
  name text not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_brand_id_credential_id_key unique (brand_id, credential_id),
  constraint passkeys_pkey primary key (brand_id, id),
  constraint passkeys_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint passkeys_counter_check check (counter >= 0),
  constraint passkeys_credential_id_check check ((octet_length(credential_id) >= 1) and (octet_length(credential_id) <= 1023)),
  constraint passkeys_name_check check (char_length(name) <= 60),
  constraint passkeys_public_key_check check ((octet_length(public_key) >= 1) and (octet_length(public_key) <= 4096))
);
create index passkeys_member on passkeys (member_id);

create table password_guesses (
  address_hash bytea not null,
  wrong integer not null,
  last_at timestamptz not null,
  notified_at timestamptz,
  constraint password_guesses_pkey primary key (address_hash),
  constraint password_guesses_wrong_check check (wrong > 0)
);
create index password_guesses_by_time on password_guesses (last_at);

create table payment_transitions (
  attempt_id uuid not null,
  n integer not null,
  from_state text not null,
  to_state text not null,
  cause text not null,
  created_at timestamptz not null,
  constraint payment_transitions_pkey primary key (attempt_id, n),
  constraint payment_transitions_attempt_id_fkey foreign key (attempt_id) references payment_attempts(id)
);

create table payment_webhooks (
  connection text not null,
  event_id text not null,
  body jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  error text,
  constraint payment_webhooks_pkey primary key (connection, event_id)
);
create index payment_webhooks_bodies on payment_webhooks (received_at) where ((processed_at is not null) and (error is null) and ((body ->> 'kind') <> 'hint'));
create index payment_webhooks_reference on payment_webhooks ((body #>> '{state,reference}'));
create index payment_webhooks_stray on payment_webhooks (received_at) where (error = 'no such payment');
create index payment_webhooks_time on payment_webhooks using brin (received_at) with (pages_per_range='32', autosummarize='on');
create index payment_webhooks_waiting on payment_webhooks (received_at) where (processed_at is null);

create table phone_numbers (
  member_id uuid not null,
  number text not null,
  shown_to text not null,
  changed_at timestamptz not null,
  constraint phone_numbers_pkey primary key (member_id),
  constraint phone_numbers_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint phone_numbers_number_check check (number ~ '^\+[1-9][0-9]{6,14}$'),
  constraint phone_numbers_shown_to_check check (shown_to in ('nobody', 'written', 'paying'))
);

create table phone_views (
  member_id uuid not null,
  viewer_id uuid not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint phone_views_pkey primary key (member_id, viewer_id),
  constraint phone_views_viewer_id_fkey foreign key (viewer_id) references members(id) on delete cascade,
  constraint phone_views_member_id_fkey foreign key (member_id) references phone_numbers(member_id) on delete cascade
);
create index phone_views_viewer on phone_views (viewer_id);

create unlogged table photo_uploads (
  member_id uuid not null,
  id uuid not null,
  size_bytes integer not null,
  received integer not null default 0,
  photo_id uuid,
  created_at timestamptz not null,
  constraint photo_uploads_pkey primary key (member_id, id),
  constraint photo_uploads_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint photo_uploads_check check ((received >= 0) and (received <= size_bytes)),
  constraint photo_uploads_check1 check ((received = size_bytes) = (photo_id is not null)),
  constraint photo_uploads_size_bytes_check check (size_bytes > 0)
);
create index photo_uploads_created on photo_uploads (created_at);

create unlogged table photo_upload_parts (
  member_id uuid not null,
  upload_id uuid not null,
  starts_at integer not null,
  bytes bytea not null,
  constraint photo_upload_parts_pkey primary key (member_id, upload_id, starts_at),
  constraint photo_upload_parts_member_id_upload_id_fkey foreign key (member_id, upload_id) references photo_uploads(member_id, id) on delete cascade,
  constraint photo_upload_parts_bytes_check check (length(bytes) > 0),
  constraint photo_upload_parts_starts_at_check check (starts_at >= 0)
);

create table photo_verifications (
  member_id uuid not null,
  id uuid not null,
  photo_id uuid not null,
  gesture text not null,
  state text not null,
  storage_key text,
  site_origin text,
  refusal text,
  asked_at timestamptz not null,
  sent_at timestamptz,
  decided_at timestamptz,
  constraint photo_verifications_id_key unique (id),
  constraint photo_verifications_pkey primary key (member_id),
  constraint photo_verifications_member_id_photo_id_fkey foreign key (member_id, photo_id) references member_photos(member_id, id) on delete cascade,
  constraint photo_verifications_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint photo_verifications_check check ((storage_key is not null) = (state = 'sent')),
  constraint photo_verifications_check1 check ((refusal is not null) = (state = 'refused')),
  constraint photo_verifications_check2 check ((decided_at is not null) = state in ('approved', 'refused')),
  constraint photo_verifications_gesture_check check (gesture in ('thumb_up', 'open_hand', 'two_fingers', 'hand_on_head', 'finger_on_nose', 'hand_on_ear')),
  constraint photo_verifications_refusal_check check (refusal in ('another_person', 'another_gesture', 'unclear')),
  constraint photo_verifications_state_check check (state in ('asked', 'sent', 'approved', 'refused'))
);
create index photo_verifications_queue on photo_verifications (sent_at, id) where (state = 'sent');
create index photo_verifications_sent on photo_verifications (sent_at) where (state = 'sent');

create table plan_prices (
  brand_id text not null,
  flow_id text not null,
  plan_id text not null,
  from_at timestamptz not null,
  until_at timestamptz,
  total_minor integer not null,
  currency text not null,
  constraint plan_prices_pkey primary key (brand_id, flow_id, plan_id, currency, from_at),
  constraint plan_prices_check check (until_at > from_at),
  constraint plan_prices_total_minor_check check (total_minor >= 0)
);
create unique index plan_prices_current_in on plan_prices (brand_id, flow_id, plan_id, currency) where (until_at is null);

create table plan_uses (
  member_id uuid not null,
  last_at timestamptz not null,
  constraint plan_uses_pkey primary key (member_id),
  constraint plan_uses_member_id_fkey foreign key (member_id) references members(id) on delete cascade
);

create table profile_choices (
  member_id uuid not null,
  intent text,
  interests text[] not null default '{}',
  intent_since timestamptz,
  interests_since timestamptz,
  prompts_since timestamptz,
  constraint profile_choices_pkey primary key (member_id),
  constraint profile_choices_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint profile_choices_intent_check check (intent in ('relationship', 'slowly', 'light', 'friendship', 'open')),
  constraint profile_choices_interests_check check (cardinality(interests) <= 10)
);

create table profile_prompts (
  member_id uuid not null,
  place smallint not null,
  prompt text not null,
  answer text not null,
  constraint profile_prompts_member_id_prompt_key unique (member_id, prompt),
  constraint profile_prompts_pkey primary key (member_id, place),
  constraint profile_prompts_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint profile_prompts_answer_check check ((char_length(answer) >= 1) and (char_length(answer) <= 300)),
  constraint profile_prompts_place_check check ((place >= 1) and (place <= 3))
);

create table reactions (
  member_id uuid not null,
  other_id uuid not null,
  kind text not null,
  created_at timestamptz not null,
  constraint reactions_pkey primary key (member_id, other_id),
  constraint reactions_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint reactions_other_id_fkey foreign key (other_id) references members(id) on delete cascade,
  constraint reactions_check check (member_id <> other_id),
  constraint reactions_kind_check check (kind in ('like', 'dislike'))
);
create index reactions_likes_time on reactions (created_at) where (kind = 'like');
create index reactions_newest_likes on reactions (member_id, created_at DESC) where (kind = 'like');
create index reactions_other on reactions (other_id, member_id);

create table received_by_day (
  pool_id text not null,
  day date not null,
  member_id uuid not null,
  first_messages integer not null,
  likes integer not null,
  constraint received_by_day_pkey primary key (pool_id, day, member_id),
  constraint received_by_day_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint received_by_day_first_messages_check check (first_messages >= 0),
  constraint received_by_day_likes_check check (likes >= 0)
);
create index received_by_day_member on received_by_day (member_id);

create table refill_progress (
  only_row boolean not null default true,
  after_member uuid,
  spent_until timestamptz not null,
  constraint refill_progress_pkey primary key (only_row),
  constraint refill_progress_only_row_check check (only_row)
);

create table reports (
  id uuid not null,
  brand_id text not null,
  reporter_id uuid,
  reported_id uuid,
  reason text not null,
  body text,
  message_ids uuid[] not null default '{}',
  state text not null default 'open',
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  decision text,
  site_origin text,
  conversation_id uuid,
  constraint reports_pkey primary key (id),
  constraint reports_reported_id_fkey foreign key (reported_id) references members(id) on delete set null,
  constraint reports_reporter_id_fkey foreign key (reporter_id) references members(id) on delete set null,
  constraint reports_decision_check check ((char_length(decision) >= 1) and (char_length(decision) <= 1000)),
  constraint reports_decision_said check (((state = 'open') = (decided_at is null)) and ((state = 'open') = (decided_by is null)) and ((state = 'open') = (decision is null))),
  constraint reports_state_check check (state in ('open', 'upheld', 'dismissed'))
);
create index reports_decided on reports (brand_id, state, created_at, id) where (state <> 'open');
create index reports_reported on reports (reported_id);
create index reports_reporter on reports (reporter_id);
create index reports_waiting on reports (brand_id, created_at) where (state = 'open');

create table reviews (
  id uuid not null,
  brand_id text not null,
  member_id uuid,
  author_name text not null,
  author_gender text not null,
  author_age smallint not null,
  stars smallint not null,
  body text not null,
  locale text not null,
  state text not null,
  sample boolean,
  created_at timestamptz not null,
  refusal text,
  decided_at timestamptz,
  site_origin text,
  constraint reviews_pkey primary key (id),
  constraint reviews_sample_fkey foreign key (sample) references demo_installations(mark),
  constraint reviews_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint reviews_author_gender_check check (author_gender in ('man', 'woman')),
  constraint reviews_body_length check ((char_length(body) >= 1) and (char_length(body) <= 1000)),
  constraint reviews_check check ((member_id is not null) or sample),
  constraint reviews_refusal_check check (refusal in ('insults', 'personal_data', 'advertising', 'unlawful', 'off_topic', 'not_own')),
  constraint reviews_refusal_said check ((state = 'refused') = (refusal is not null)),
  constraint reviews_sample_check check (sample),
  constraint reviews_stars_check check ((stars >= 1) and (stars <= 5)),
  constraint reviews_state_check check (state in ('pending', 'published', 'refused'))
);
create index reviews_decided on reviews (brand_id, state, created_at, id) where ((state <> 'pending') and (sample is null));
create unique index reviews_one_each on reviews (member_id);
create index reviews_published on reviews (brand_id) where (state = 'published');
create index reviews_sample on reviews (id) where sample;
create index reviews_waiting on reviews (brand_id, created_at) where (state = 'pending');

create table saved_searches (
  member_id uuid not null,
  id uuid not null,
  name text,
  filters jsonb not null,
  region_id integer,
  city_id integer,
  seen_at timestamptz not null,
  created_at timestamptz not null,
  constraint saved_searches_pkey primary key (member_id, id),
  constraint saved_searches_city_id_fkey foreign key (city_id) references geo_cities(id),
  constraint saved_searches_region_id_fkey foreign key (region_id) references geo_regions(id),
  constraint saved_searches_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint saved_searches_check check ((city_id is null) or (region_id is not null)),
  constraint saved_searches_filters_check check (jsonb_typeof(filters) = 'object'),
  constraint saved_searches_name_check check ((name <> '') and (length(name) <= 60))
);

create table search_settings (
  member_id uuid not null,
  filters jsonb not null default '{}',
  is_suggested boolean not null default false,
  region_id integer,
  city_id integer,
  constraint search_settings_pkey primary key (member_id),
  constraint search_settings_city_id_fkey foreign key (city_id) references geo_cities(id),
  constraint search_settings_region_id_fkey foreign key (region_id) references geo_regions(id),
  constraint search_settings_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint search_settings_check check ((city_id is null) or (region_id is not null)),
  constraint search_settings_filters_check check (jsonb_typeof(filters) = 'object')
);

create table server_keys (
  kid text not null,
  purpose text not null,
  sealed_private_jwk text not null,
  public_jwk jsonb not null,
  created_at timestamptz not null,
  retires_at timestamptz not null,
  constraint server_keys_pkey primary key (kid),
  constraint server_keys_purpose_check check (purpose = 'signup')
);

create table sessions (
  token_hash bytea not null,
  id uuid not null,
  member_id uuid not null,
  brand_id text not null,
  device text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sessions_id_key unique (id),
  constraint sessions_pkey primary key (token_hash),
  constraint sessions_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint sessions_token_hash_check check (octet_length(token_hash) = 32)
);
create index sessions_expiry on sessions (expires_at);
create index sessions_member on sessions (member_id);

create table signup_devices (
  brand_id text not null,
  signal_hash bytea not null,
  email_hash bytea not null,
  seen_at timestamptz not null,
  constraint signup_devices_pkey primary key (brand_id, signal_hash, email_hash)
);
create index signup_devices_address on signup_devices (email_hash);
create index signup_devices_seen on signup_devices (seen_at);

create table subscriptions (
  id uuid not null,
  brand_id text not null,
  member_id uuid not null,
  plan_id text not null,
  plan jsonb not null,
  flow_id text not null,
  flow_version text not null,
  state text not null,
  renews boolean not null,
  card_token_id uuid,
  started_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancelled_at timestamptz,
  notice_sent_at timestamptz,
  notice_due_at timestamptz,
  next_try_at timestamptz,
  tries smallint not null default 0,
  grace_until timestamptz,
  anchored_at timestamptz not null,
  site_origin text,
  next_plan jsonb,
  card_notice_at timestamptz,
  constraint subscriptions_pkey primary key (id),
  constraint subscriptions_member_id_fkey foreign key (member_id) references members(id),
  constraint subscriptions_state_check check (state in ('active', 'cancelled', 'past_due', 'ended'))
);
create index subscriptions_due on subscriptions (period_end) where state in ('active', 'past_due', 'cancelled');
create index subscriptions_end on subscriptions ((
CASE
    WHEN ((state = 'cancelled') or (not renews)) THEN period_end
    ELSE grace_until
END), id) where state in ('active', 'past_due', 'cancelled');
create index subscriptions_member on subscriptions (member_id);
create index subscriptions_notice on subscriptions (notice_due_at) where (renews and (state = 'active') and (notice_sent_at is null));
create index subscriptions_notice_due on subscriptions (notice_due_at) where (renews and (state = 'active'));
create unique index subscriptions_running on subscriptions (member_id) where state in ('active', 'past_due');
create index subscriptions_try on subscriptions (next_try_at) where (renews and state in ('active', 'past_due'));

create table system_inbox (
  member_id uuid not null,
  conversation text not null,
  last_seq integer not null,
  last_at timestamptz not null,
  read_seq integer not null default 0,
  constraint system_inbox_pkey primary key (member_id, conversation),
  constraint system_inbox_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint system_inbox_check check ((read_seq >= 0) and (read_seq <= last_seq)),
  constraint system_inbox_conversation_check check (conversation in ('000000', '111111', 'admin')),
  constraint system_inbox_last_seq_check check (last_seq > 0)
);

create table system_messages (
  member_id uuid not null,
  conversation text not null,
  seq integer not null,
  id uuid not null,
  kind text not null,
  facts jsonb not null,
  created_at timestamptz not null,
  constraint system_messages_pkey primary key (member_id, conversation, seq),
  constraint system_messages_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint system_messages_conversation_check check (conversation in ('000000', '111111', 'admin')),
  constraint system_messages_seq_check check (seq > 0)
);

create table used_tokens (
  kind text not null,
  token_hash bytea not null,
  ends_at timestamptz not null,
  constraint used_tokens_pkey primary key (kind, token_hash)
);
create index used_tokens_by_end on used_tokens (ends_at);

create table visits (
  member_id uuid not null,
  other_id uuid not null,
  last_at timestamptz not null,
  constraint visits_pkey primary key (member_id, other_id),
  constraint visits_member_id_fkey foreign key (member_id) references members(id) on delete cascade,
  constraint visits_other_id_fkey foreign key (other_id) references members(id) on delete cascade
);
create index visits_newest on visits (member_id, last_at DESC);
create index visits_other on visits (other_id);
create index visits_time on visits using brin (last_at) with (pages_per_range='32', autosummarize='on');

-- Tables that are divided by month (platform/database/partitions.ts): what is older than the first month.
create schema partitions;
create table partitions.emails_before partition of emails for values from (minvalue) to ('01a22ee6-b000-0000-0000-000000000000');
create table partitions.kpi_events_before partition of kpi_events for values from (minvalue) to ('01a22ee6-b000-0000-0000-000000000000');
create table partitions.member_events_before partition of member_events for values from (minvalue) to ('01a22ee6-b000-0000-0000-000000000000');
