-- What the migrations come to. Written by `npm run schema:write` and compared in the tests; change a migration, not this file.

create table account_changes (
  member_id uuid not null,
  id uuid not null,
  change text not null,
  made_by text not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint account_changes_pkey PRIMARY KEY (member_id, id),
  constraint account_changes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint account_changes_change_check CHECK ((change = ANY (ARRAY['deactivated'::text, 'suspended'::text, 'reactivated'::text, 'deletion_asked'::text, 'deletion_called_off'::text, 'email_changed'::text, 'email_change_undone'::text, 'credits_granted'::text, 'absence_reminded'::text, 'ended_by_absence'::text]))),
  constraint account_changes_made_by_check CHECK ((made_by <> ''::text)),
  constraint account_changes_reason_check CHECK ((reason <> ''::text))
);

create table active_months (
  brand_id text not null,
  month date not null,
  members integer not null,
  counted_at timestamp with time zone not null,
  constraint active_months_pkey PRIMARY KEY (brand_id, month),
  constraint active_months_first_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

create table affiliate_imports (
  brand_id text not null,
  reference text not null,
  kind text not null,
  campaign text not null,
  page_type text not null,
  attempt_id uuid,
  member_id uuid,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint affiliate_imports_pkey PRIMARY KEY (brand_id, reference),
  constraint affiliate_imports_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id) ON DELETE CASCADE,
  constraint affiliate_imports_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint affiliate_imports_check CHECK (((attempt_id IS NULL) = (member_id IS NULL))),
  constraint affiliate_imports_check1 CHECK (((kind <> 'click'::text) OR ((attempt_id IS NULL) AND (cancelled_at IS NULL)))),
  constraint affiliate_imports_check2 CHECK (((cancelled_at IS NULL) OR (attempt_id IS NULL))),
  constraint affiliate_imports_kind_check CHECK ((kind = ANY (ARRAY['click'::text, 'order'::text, 'upsell'::text])))
);
CREATE UNIQUE INDEX affiliate_imports_attempt ON public.affiliate_imports USING btree (attempt_id) WHERE (attempt_id IS NOT NULL);
CREATE INDEX affiliate_imports_created ON public.affiliate_imports USING btree (created_at);
CREATE INDEX affiliate_imports_member ON public.affiliate_imports USING btree (member_id);

create table affiliate_keys (
  brand_id text not null,
  id uuid not null,
  affiliate_id uuid not null,
  hash bytea not null,
  sealed text not null,
  ending text not null,
  made_by text not null,
  made_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  constraint affiliate_keys_hash_key UNIQUE (hash),
  constraint affiliate_keys_pkey PRIMARY KEY (brand_id, id),
  constraint affiliate_keys_affiliate_id_fkey FOREIGN KEY (brand_id, affiliate_id) REFERENCES affiliates(brand_id, id) ON DELETE CASCADE,
  constraint affiliate_keys_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE INDEX affiliate_keys_affiliate ON public.affiliate_keys USING btree (brand_id, affiliate_id);
CREATE UNIQUE INDEX affiliate_keys_newest ON public.affiliate_keys USING btree (brand_id, affiliate_id) WHERE (ends_at IS NULL);

create table affiliate_postbacks (
  brand_id text not null,
  affiliate_id uuid not null,
  event text not null,
  url text not null,
  since timestamp with time zone not null,
  changed_by text not null,
  changed_at timestamp with time zone not null,
  constraint affiliate_postbacks_pkey PRIMARY KEY (brand_id, affiliate_id, event),
  constraint affiliate_postbacks_affiliate_id_fkey FOREIGN KEY (brand_id, affiliate_id) REFERENCES affiliates(brand_id, id) ON DELETE CASCADE,
  constraint affiliate_postbacks_event_check CHECK ((event = ANY (ARRAY['lead'::text, 'attempt'::text, 'sale'::text, 'refund'::text]))),
  constraint affiliate_postbacks_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 1000)))
);

create table affiliates (
  brand_id text not null,
  id uuid not null,
  name text not null,
  source text not null,
  added_by text not null,
  added_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint affiliates_pkey PRIMARY KEY (brand_id, id),
  constraint affiliates_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint affiliates_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 200)))
);
CREATE UNIQUE INDEX affiliates_source ON public.affiliates USING btree (brand_id, source) WHERE (ended_at IS NULL);

create table age_checks (
  member_id uuid not null,
  result text not null,
  method text not null,
  checked_at timestamp with time zone not null,
  constraint age_checks_pkey PRIMARY KEY (member_id),
  constraint age_checks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint age_checks_method_check CHECK ((method = ANY (ARRAY['card'::text, 'wallet'::text]))),
  constraint age_checks_result_check CHECK ((result = ANY (ARRAY['over_18'::text, 'under_18'::text])))
);

create table answers_by_day (
  brand_id text not null,
  day date not null,
  sent integer not null,
  answered integer not null,
  constraint answers_by_day_pkey PRIMARY KEY (brand_id, day),
  constraint answers_by_day_check CHECK (((answered >= 0) AND (answered <= sent))),
  constraint answers_by_day_sent_check CHECK ((sent >= 0))
);

create table appeals (
  brand_id text not null,
  id uuid not null,
  member_id uuid,
  restriction_id uuid,
  report_id uuid,
  body text not null,
  filed_at timestamp with time zone not null,
  outcome text,
  answer text,
  decided_by text,
  decided_at timestamp with time zone,
  answered_at timestamp with time zone,
  constraint appeals_pkey PRIMARY KEY (brand_id, id),
  constraint appeals_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint appeals_report_fkey FOREIGN KEY (report_id) REFERENCES reports(id),
  constraint appeals_restriction_fkey FOREIGN KEY (brand_id, restriction_id) REFERENCES restrictions(brand_id, id),
  constraint appeals_answer_check CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 2000))),
  constraint appeals_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 4000))),
  constraint appeals_decided_check CHECK ((((outcome IS NULL) = (decided_at IS NULL)) AND ((outcome IS NULL) = (decided_by IS NULL)) AND ((outcome IS NULL) = (answer IS NULL)))),
  constraint appeals_of_check CHECK (((restriction_id IS NULL) <> (report_id IS NULL))),
  constraint appeals_outcome_check CHECK ((outcome = ANY (ARRAY['confirmed'::text, 'reversed'::text])))
);
CREATE INDEX appeals_filed ON public.appeals USING btree (brand_id, filed_at);
CREATE INDEX appeals_member ON public.appeals USING btree (member_id);
CREATE UNIQUE INDEX appeals_of_report ON public.appeals USING btree (report_id) WHERE (report_id IS NOT NULL);
CREATE UNIQUE INDEX appeals_of_restriction ON public.appeals USING btree (brand_id, restriction_id) WHERE (restriction_id IS NOT NULL);

create table approval_requests (
  brand_id text not null,
  id uuid not null,
  member_id uuid not null,
  kind text not null,
  amount integer not null,
  body jsonb not null,
  reason text not null,
  state text not null,
  requested_by text not null,
  requested_at timestamp with time zone not null,
  decided_by text,
  decided_at timestamp with time zone,
  answer text,
  decided_digest bytea,
  constraint approval_requests_pkey PRIMARY KEY (brand_id, id),
  constraint approval_requests_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint approval_requests_amount_check CHECK ((amount > 0)),
  constraint approval_requests_another_check CHECK ((decided_by <> requested_by)),
  constraint approval_requests_decided_check CHECK ((((state = ANY (ARRAY['approved'::text, 'refused'::text])) = (decided_by IS NOT NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL)) AND ((decided_by IS NULL) = (decided_digest IS NULL)))),
  constraint approval_requests_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'credits'::text]))),
  constraint approval_requests_state_check CHECK ((state = ANY (ARRAY['done'::text, 'waiting'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text])))
);
CREATE INDEX approval_requests_decided ON public.approval_requests USING btree (brand_id, decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX approval_requests_member ON public.approval_requests USING btree (member_id);
CREATE INDEX approval_requests_waiting ON public.approval_requests USING btree (brand_id, requested_at) WHERE (state = 'waiting'::text);

create table audit_entries (
  brand_id text not null,
  seq integer not null,
  id uuid not null,
  at timestamp with time zone not null,
  staff_id uuid,
  command text,
  action text not null,
  subject_kind text not null,
  subject_id text,
  about_brand text,
  address text,
  detail text,
  sealed_for uuid,
  sealed text,
  previous bytea not null,
  hash bytea not null,
  constraint audit_entries_id_key UNIQUE (id),
  constraint audit_entries_pkey PRIMARY KEY (brand_id, seq),
  constraint audit_entries_check CHECK (((staff_id IS NULL) <> (command IS NULL))),
  constraint audit_entries_check1 CHECK (((sealed IS NULL) OR (sealed_for IS NOT NULL))),
  constraint audit_entries_seq_check CHECK ((seq > 0))
);
CREATE INDEX audit_entries_about_brand ON public.audit_entries USING btree (brand_id, about_brand, seq);
CREATE INDEX audit_entries_at ON public.audit_entries USING btree (brand_id, at);
CREATE INDEX audit_entries_by_action ON public.audit_entries USING btree (brand_id, action, seq);
CREATE INDEX audit_entries_by_member ON public.audit_entries USING btree (brand_id, sealed_for, seq);
CREATE INDEX audit_entries_by_staff ON public.audit_entries USING btree (brand_id, staff_id, seq);
CREATE INDEX audit_entries_by_staff_action ON public.audit_entries USING btree (brand_id, staff_id, action, seq);
CREATE INDEX audit_entries_by_subject ON public.audit_entries USING btree (brand_id, subject_id, seq);

create table audit_heads (
  brand_id text not null,
  seq integer not null,
  hash bytea not null,
  constraint audit_heads_pkey PRIMARY KEY (brand_id),
  constraint audit_heads_seq_check CHECK ((seq >= 0))
);

create table audit_keys (
  member_id uuid not null,
  id uuid not null,
  key bytea not null,
  constraint audit_keys_id_key UNIQUE (id),
  constraint audit_keys_pkey PRIMARY KEY (member_id),
  constraint audit_keys_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table authority_order_steps (
  brand_id text not null,
  order_id uuid not null,
  id uuid not null,
  kind text not null,
  at timestamp with time zone not null,
  outcome text,
  body text not null,
  restriction_id uuid,
  made_by text not null,
  made_at timestamp with time zone not null,
  constraint authority_order_steps_pkey PRIMARY KEY (brand_id, order_id, id),
  constraint authority_order_steps_order_fkey FOREIGN KEY (brand_id, order_id) REFERENCES authority_orders(brand_id, id),
  constraint authority_order_steps_restriction_fkey FOREIGN KEY (brand_id, restriction_id) REFERENCES restrictions(brand_id, id),
  constraint authority_order_steps_body_check CHECK ((char_length(body) <= 2000)),
  constraint authority_order_steps_kind_check CHECK ((kind = ANY (ARRAY['acknowledged'::text, 'effect'::text, 'answered'::text, 'member_notified'::text, 'note'::text]))),
  constraint authority_order_steps_outcome_check CHECK ((((kind = 'effect'::text) = (outcome IS NOT NULL)) AND (outcome = ANY (ARRAY['given'::text, 'partly'::text, 'not_given'::text]))))
);
CREATE UNIQUE INDEX authority_order_steps_once ON public.authority_order_steps USING btree (brand_id, order_id, kind) WHERE (kind <> 'note'::text);
CREATE INDEX authority_order_steps_restriction ON public.authority_order_steps USING btree (brand_id, restriction_id) WHERE (restriction_id IS NOT NULL);

create table authority_orders (
  brand_id text not null,
  id uuid not null,
  kind text not null,
  authority text not null,
  country text not null,
  legal_ground text not null,
  reference text not null,
  document text,
  clause text not null,
  asks text not null,
  member_id uuid,
  content_type text not null,
  content_id uuid,
  content_date timestamp with time zone,
  received_at timestamp with time zone not null,
  silent_until timestamp with time zone,
  recorded_by text not null,
  recorded_at timestamp with time zone not null,
  case_id uuid,
  constraint authority_orders_pkey PRIMARY KEY (brand_id, id),
  constraint authority_orders_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint authority_orders_content_type_check CHECK ((content_type = ANY (ARRAY['account'::text, 'photo'::text, 'profile'::text, 'message'::text, 'voice'::text, 'review'::text, 'name'::text]))),
  constraint authority_orders_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint authority_orders_kind_check CHECK ((kind = ANY (ARRAY['act'::text, 'information'::text, 'notification'::text]))),
  constraint authority_orders_texts_check CHECK (((authority <> ''::text) AND (legal_ground <> ''::text) AND (reference <> ''::text) AND (asks <> ''::text) AND (recorded_by <> ''::text)))
);
CREATE INDEX authority_orders_member ON public.authority_orders USING btree (member_id);
CREATE UNIQUE INDEX authority_orders_one ON public.authority_orders USING btree (brand_id, country, authority, reference);
CREATE INDEX authority_orders_received ON public.authority_orders USING btree (brand_id, received_at, id);

create table blocks (
  member_id uuid not null,
  other_id uuid not null,
  made_by_me boolean not null,
  created_at timestamp with time zone not null,
  constraint blocks_pkey PRIMARY KEY (member_id, other_id, made_by_me),
  constraint blocks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint blocks_other_id_fkey FOREIGN KEY (other_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint blocks_check CHECK ((member_id <> other_id))
);
CREATE INDEX blocks_other ON public.blocks USING btree (other_id);

create table campaign_names (
  brand_id text not null,
  kind text not null,
  value text not null,
  name text not null,
  note text not null,
  changed_by text not null,
  changed_at timestamp with time zone not null,
  constraint campaign_names_pkey PRIMARY KEY (brand_id, kind, value),
  constraint campaign_names_kind_check CHECK ((kind = ANY (ARRAY['source'::text, 'campaign'::text]))),
  constraint campaign_names_texts_check CHECK (((char_length(value) <= 200) AND (char_length(name) <= 80) AND (char_length(note) <= 500)))
);

create table card_tokens (
  member_id uuid not null,
  id uuid not null,
  connection text not null,
  token text not null,
  card_brand text,
  last4 text,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint card_tokens_member_id_connection_token_key UNIQUE (member_id, connection, token),
  constraint card_tokens_pkey PRIMARY KEY (member_id, id),
  constraint card_tokens_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX card_tokens_expiry ON public.card_tokens USING btree (expires_at) WHERE (removed_at IS NULL);
CREATE INDEX card_tokens_token ON public.card_tokens USING btree (token, connection);

create table case_skips (
  brand_id text not null,
  case_id uuid not null,
  staff_id text not null,
  skipped_at timestamp with time zone not null,
  constraint case_skips_pkey PRIMARY KEY (brand_id, case_id, staff_id),
  constraint case_skips_case_fkey FOREIGN KEY (brand_id, case_id) REFERENCES cases(brand_id, id) ON DELETE CASCADE
);

create table cases (
  brand_id text not null,
  id uuid not null,
  kind text not null,
  subject_id uuid not null,
  member_id uuid,
  source text not null,
  risk smallint not null,
  parts text[] not null default '{}'::text[],
  opened_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  state text not null default 'open'::text,
  escalated_by text,
  barred text,
  claimed_by text,
  claimed_until timestamp with time zone,
  decision jsonb,
  verdict text,
  decided_by text,
  decided_at timestamp with time zone,
  scored_at timestamp with time zone,
  constraint cases_pkey PRIMARY KEY (brand_id, id),
  constraint cases_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint cases_claimed_check CHECK (((claimed_by IS NULL) = (claimed_until IS NULL))),
  constraint cases_decided_check CHECK ((((decided_at IS NULL) = (state = 'open'::text)) AND ((decided_by IS NULL) = (state = 'open'::text)))),
  constraint cases_deciding_check CHECK (((state <> 'deciding'::text) OR (decision IS NOT NULL))),
  constraint cases_kind_check CHECK ((kind = ANY (ARRAY['report'::text, 'photo'::text, 'verification'::text, 'review'::text, 'name'::text, 'text'::text, 'profile'::text, 'appeal'::text, 'sample'::text]))),
  constraint cases_risk_check CHECK (((risk >= 0) AND (risk <= 100))),
  constraint cases_source_check CHECK ((source = ANY (ARRAY['member'::text, 'public'::text, 'flagger'::text, 'authority'::text, 'rule'::text, 'appeal'::text]))),
  constraint cases_state_check CHECK ((state = ANY (ARRAY['open'::text, 'deciding'::text, 'closed'::text]))),
  constraint cases_verdict_check CHECK (((state = 'closed'::text) = (verdict IS NOT NULL)))
);
CREATE INDEX cases_decided ON public.cases USING btree (brand_id, decided_at) WHERE (state = 'closed'::text);
CREATE INDEX cases_kind ON public.cases USING btree (brand_id, kind, risk DESC, opened_at, id) WHERE (state = 'open'::text);
CREATE INDEX cases_member ON public.cases USING btree (member_id);
CREATE INDEX cases_oldest ON public.cases USING btree (brand_id, opened_at) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX cases_one_open ON public.cases USING btree (brand_id, kind, subject_id) WHERE (state <> 'closed'::text);
CREATE INDEX cases_opened ON public.cases USING btree (brand_id, opened_at);
CREATE INDEX cases_queue ON public.cases USING btree (brand_id, due_at, id) WHERE (state = 'open'::text);
CREATE INDEX cases_score ON public.cases USING btree (brand_id, risk DESC, opened_at, id) WHERE (state = 'open'::text);
CREATE INDEX cases_unscored ON public.cases USING btree (brand_id, opened_at) WHERE ((state = 'open'::text) AND (scored_at IS NULL));

create table changed_texts (
  member_id uuid not null,
  kind text not null,
  before jsonb not null,
  version integer not null,
  changed_at timestamp with time zone not null,
  constraint changed_texts_pkey PRIMARY KEY (member_id, kind),
  constraint changed_texts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint changed_texts_kind_check CHECK ((kind = ANY (ARRAY['name'::text, 'text'::text]))),
  constraint changed_texts_version_check CHECK ((version >= 1))
);

create table claim_figures (
  brand_id text not null,
  claim text not null,
  value double precision,
  low double precision,
  sample_size integer not null,
  compared_size integer,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  computed_at timestamp with time zone not null,
  constraint claim_figures_pkey PRIMARY KEY (brand_id, claim),
  constraint claim_figures_compared_size_check CHECK ((compared_size >= 0)),
  constraint claim_figures_sample_size_check CHECK ((sample_size >= 0))
);

create table clear_replies (
  member_id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  place integer not null,
  constraint clear_replies_member_id_place_key UNIQUE (member_id, place),
  constraint clear_replies_pkey PRIMARY KEY (member_id, conversation_id),
  constraint clear_replies_conversation_id_seq_fkey FOREIGN KEY (conversation_id, seq) REFERENCES messages(conversation_id, seq) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint clear_replies_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint clear_replies_place_check CHECK ((place > 0))
);
CREATE INDEX clear_replies_message ON public.clear_replies USING btree (conversation_id, seq);

create table concierge_exchanges (
  member_id uuid not null,
  seq integer not null,
  client_message_id uuid not null,
  question text not null,
  state text not null,
  answer text not null default ''::text,
  tries integer not null default 1,
  asked_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint concierge_exchanges_member_id_client_message_id_key UNIQUE (member_id, client_message_id),
  constraint concierge_exchanges_pkey PRIMARY KEY (member_id, seq),
  constraint concierge_exchanges_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint concierge_exchanges_answer_check CHECK ((length(answer) <= 4000)),
  constraint concierge_exchanges_check CHECK (((state = 'answered'::text) = (answer <> ''::text))),
  constraint concierge_exchanges_question_check CHECK (((length(question) >= 1) AND (length(question) <= 2000))),
  constraint concierge_exchanges_seq_check CHECK ((seq > 0)),
  constraint concierge_exchanges_state_check CHECK ((state = ANY (ARRAY['writing'::text, 'answered'::text, 'failed'::text]))),
  constraint concierge_exchanges_tries_check CHECK (((tries >= 1) AND (tries <= 3)))
);
CREATE INDEX concierge_exchanges_asked ON public.concierge_exchanges USING btree (asked_at);
CREATE UNIQUE INDEX concierge_exchanges_writing ON public.concierge_exchanges USING btree (member_id) WHERE (state = 'writing'::text);

create table config_versions (
  brand_id text not null,
  kind text not null,
  key text not null,
  version integer not null,
  content jsonb not null,
  digest bytea not null,
  state text not null default 'draft'::text,
  note text not null default ''::text,
  answer text,
  made_by text not null,
  made_at timestamp with time zone not null,
  changed_by text not null,
  changed_at timestamp with time zone not null,
  approved_by text,
  approved_at timestamp with time zone,
  approved_digest bytea,
  publish_at timestamp with time zone,
  planned_by text,
  published_at timestamp with time zone,
  published_by text,
  replaces integer,
  constraint config_versions_pkey PRIMARY KEY (brand_id, kind, key, version),
  constraint config_versions_answer_check CHECK ((char_length(answer) <= 500)),
  constraint config_versions_approved CHECK ((((approved_by IS NULL) = (approved_digest IS NULL)) AND ((approved_by IS NULL) = (approved_at IS NULL)))),
  constraint config_versions_changed_by_check CHECK ((changed_by <> ''::text)),
  constraint config_versions_digest CHECK (((state <> ALL (ARRAY['approved'::text, 'live'::text])) OR ((approved_digest IS NOT NULL) AND (approved_digest = digest)))),
  constraint config_versions_digest_check CHECK ((octet_length(digest) = 32)),
  constraint config_versions_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 40))),
  constraint config_versions_kind_check CHECK ((kind = ANY (ARRAY['flow'::text, 'legal'::text, 'answers'::text]))),
  constraint config_versions_made_by_check CHECK ((made_by <> ''::text)),
  constraint config_versions_note_check CHECK ((char_length(note) <= 500)),
  constraint config_versions_planned CHECK ((((publish_at IS NULL) = (planned_by IS NULL)) AND ((publish_at IS NULL) OR (state = 'approved'::text)))),
  constraint config_versions_published CHECK ((((published_at IS NULL) = (published_by IS NULL)) AND ((state <> 'live'::text) OR (published_at IS NOT NULL)))),
  constraint config_versions_second_person CHECK (((approved_by <> made_by) AND (approved_by <> changed_by))),
  constraint config_versions_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text, 'live'::text, 'past'::text]))),
  constraint config_versions_version_check CHECK ((version > 0))
);
CREATE INDEX config_versions_due ON public.config_versions USING btree (publish_at) WHERE ((state = 'approved'::text) AND (publish_at IS NOT NULL));
CREATE UNIQUE INDEX config_versions_live ON public.config_versions USING btree (brand_id, kind, key) WHERE (state = 'live'::text);
CREATE UNIQUE INDEX config_versions_open ON public.config_versions USING btree (brand_id, kind, key) WHERE (state = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text]));

create table consents (
  member_id uuid not null,
  id uuid not null,
  kind text not null,
  granted boolean not null,
  text_version text not null,
  locale text not null,
  given_at timestamp with time zone not null,
  constraint consents_pkey PRIMARY KEY (member_id, id),
  constraint consents_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint consents_kind_check CHECK ((kind = ANY (ARRAY['terms'::text, 'data'::text, 'clauses'::text, 'adult'::text, 'promotion'::text, 'third_party'::text, 'renewal'::text, 'immediate_start'::text, 'analytics'::text, 'remarketing'::text])))
);
CREATE INDEX consents_given ON public.consents USING brin (given_at) WITH (autosummarize='on');

create table conversation_readings (
  member_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  messages smallint not null,
  read_at timestamp with time zone not null,
  constraint conversation_readings_pkey PRIMARY KEY (member_id, id),
  constraint conversation_readings_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint conversation_readings_messages_check CHECK ((messages > 0))
);

create table conversations (
  id uuid not null,
  pool_id text not null,
  low_id uuid not null,
  high_id uuid not null,
  low_wrote boolean not null default false,
  high_wrote boolean not null default false,
  created_at timestamp with time zone not null,
  invite_seq integer,
  invite_state text,
  constraint conversations_pkey PRIMARY KEY (id),
  constraint conversations_high_id_fkey FOREIGN KEY (high_id) REFERENCES members(id),
  constraint conversations_low_id_fkey FOREIGN KEY (low_id) REFERENCES members(id),
  constraint conversations_check CHECK ((low_id < high_id)),
  constraint conversations_invite CHECK ((((invite_state = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text])) AND (invite_seq IS NOT NULL)) OR ((invite_state IS NULL) AND (invite_seq IS NULL))))
);
CREATE INDEX conversations_high ON public.conversations USING btree (high_id);
CREATE INDEX conversations_low ON public.conversations USING btree (low_id);
CREATE INDEX conversations_time ON public.conversations USING btree (created_at);

create table credit_refills (
  member_id uuid not null,
  account text not null,
  due_at timestamp with time zone not null,
  constraint credit_refills_pkey PRIMARY KEY (member_id, account),
  constraint credit_refills_member_id_fkey FOREIGN KEY (member_id) REFERENCES wallets(member_id) ON DELETE CASCADE,
  constraint credit_refills_account_check CHECK ((account = ANY (ARRAY['likes'::text, 'icebreakers'::text])))
);
CREATE INDEX credit_refills_due ON public.credit_refills USING btree (due_at);

create table daily_picks (
  member_id uuid not null,
  day date not null,
  place smallint not null,
  other_id uuid not null,
  created_at timestamp with time zone not null,
  constraint daily_picks_member_id_other_id_key UNIQUE (member_id, other_id),
  constraint daily_picks_pkey PRIMARY KEY (member_id, day, place),
  constraint daily_picks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint daily_picks_other_id_fkey FOREIGN KEY (other_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint daily_picks_check CHECK ((member_id <> other_id)),
  constraint daily_picks_place_check CHECK (((place >= 1) AND (place <= 5)))
);
CREATE INDEX daily_picks_created ON public.daily_picks USING btree (created_at);
CREATE INDEX daily_picks_other ON public.daily_picks USING btree (other_id);

create table data_exports (
  member_id uuid not null,
  id uuid not null,
  state text not null,
  done_parts integer not null default 0,
  all_parts integer not null default 0,
  size_bytes bigint,
  site_origin text not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  key_hash bytea,
  key_until timestamp with time zone,
  constraint data_exports_id_key UNIQUE (id),
  constraint data_exports_pkey PRIMARY KEY (member_id),
  constraint data_exports_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint data_exports_check CHECK (((state = 'ready'::text) = (expires_at IS NOT NULL))),
  constraint data_exports_state_check CHECK ((state = ANY (ARRAY['making'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX data_exports_asked ON public.data_exports USING btree (asked_at);

create table deliveries (
  member_id uuid not null,
  id uuid not null,
  channel text not null,
  event text not null,
  other_id uuid,
  state text not null default 'queued'::text,
  reason text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint deliveries_pkey PRIMARY KEY (member_id, id),
  constraint deliveries_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint deliveries_other_id_fkey FOREIGN KEY (other_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint deliveries_reason_check CHECK ((length(reason) <= 60)),
  constraint deliveries_sent_check CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'withheld'::text])))
);
CREATE INDEX deliveries_created ON public.deliveries USING btree (created_at);
CREATE INDEX deliveries_other ON public.deliveries USING btree (other_id);

create table demo_installations (
  mark boolean not null,
  loaded_at timestamp with time zone not null,
  seed text not null,
  constraint demo_installations_pkey PRIMARY KEY (mark),
  constraint demo_installations_mark_check CHECK (mark)
);

create table discovery_entries (
  pool_id text not null,
  country character(2) not null,
  region_id integer not null,
  member_id uuid not null,
  gender text not null,
  seeks text not null,
  is_new boolean not null,
  active_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  city_id integer,
  born_on date,
  height_cm smallint,
  intent text,
  interests text[] not null default '{}'::text[],
  has_words boolean not null default false,
  asks_age_from smallint not null default 18,
  asks_age_to smallint not null default 98,
  shows_presence boolean not null default true,
  asks_within_km smallint,
  entered_in bigint default ((pg_current_xact_id())::text)::bigint,
  asks_more boolean not null default false,
  other_pairs smallint not null default 0,
  constraint discovery_entries_pkey PRIMARY KEY (pool_id, country, region_id, member_id, gender, seeks),
  constraint discovery_entries_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint discovery_entries_region_id_fkey FOREIGN KEY (region_id) REFERENCES geo_regions(id),
  constraint discovery_entries_other_pairs_check CHECK (((other_pairs >= 0) AND (other_pairs <= 15)))
);
CREATE INDEX discovery_city_both ON public.discovery_entries USING btree (pool_id, country, region_id, city_id, gender, seeks, is_new, active_at DESC, member_id) INCLUDE (asks_age_from, asks_age_to, asks_within_km, asks_more, born_on, height_cm, intent, has_words);
CREATE INDEX discovery_country_both ON public.discovery_entries USING btree (pool_id, country, gender, seeks, is_new, active_at DESC, member_id) INCLUDE (asks_age_from, asks_age_to, asks_within_km, asks_more, born_on, height_cm, intent, has_words, city_id);
CREATE INDEX discovery_entered ON public.discovery_entries USING btree (pool_id, country, region_id, gender, seeks, entered_in) WHERE (entered_in IS NOT NULL);
CREATE INDEX discovery_member ON public.discovery_entries USING btree (member_id);
CREATE INDEX discovery_new ON public.discovery_entries USING btree (created_at) WHERE is_new;
CREATE INDEX discovery_newest ON public.discovery_entries USING btree (pool_id, country, region_id, gender, seeks, created_at DESC);
CREATE INDEX discovery_region_both ON public.discovery_entries USING btree (pool_id, country, region_id, gender, seeks, is_new, active_at DESC, member_id) INCLUDE (asks_age_from, asks_age_to, asks_within_km, asks_more, born_on, height_cm, intent, has_words, city_id);

create table dispute_answers (
  id uuid not null,
  attempt_id uuid not null,
  brand_id text not null,
  member_id uuid not null,
  kind text not null,
  state text not null,
  body text,
  reason text,
  made_by text not null,
  address text,
  made_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  check_at timestamp with time zone,
  checks smallint not null default 0,
  refusal text,
  constraint dispute_answers_pkey PRIMARY KEY (id),
  constraint dispute_answers_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES disputes(attempt_id),
  constraint dispute_answers_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint dispute_answers_check_at_check CHECK (((state = 'submitting'::text) = (check_at IS NOT NULL))),
  constraint dispute_answers_kind_check CHECK ((kind = ANY (ARRAY['evidence'::text, 'acceptance'::text]))),
  constraint dispute_answers_refusal_check CHECK (((state = 'refused'::text) = (refusal IS NOT NULL))),
  constraint dispute_answers_state_check CHECK ((state = ANY (ARRAY['submitting'::text, 'sent'::text, 'refused'::text, 'unclear'::text])))
);
CREATE INDEX dispute_answers_member ON public.dispute_answers USING btree (member_id);
CREATE INDEX dispute_answers_of ON public.dispute_answers USING btree (attempt_id, made_at);
CREATE UNIQUE INDEX dispute_answers_once ON public.dispute_answers USING btree (attempt_id) WHERE (state <> 'refused'::text);

create table disputes (
  attempt_id uuid not null,
  brand_id text not null,
  member_id uuid not null,
  state text not null,
  credits integer not null,
  unused_ms bigint not null,
  used_minor integer not null,
  currency character(3) not null,
  settled_at timestamp with time zone,
  opened_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  provider_ref text,
  reason text,
  due_at timestamp with time zone,
  awaits_us boolean not null default false,
  contested_minor integer,
  contested_currency character(3),
  reported_at timestamp with time zone,
  constraint disputes_pkey PRIMARY KEY (attempt_id),
  constraint disputes_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  constraint disputes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint disputes_check CHECK (((settled_at IS NULL) OR (state = 'lost'::text))),
  constraint disputes_credits_check CHECK ((credits >= 0)),
  constraint disputes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text, 'refunded'::text]))),
  constraint disputes_unused_ms_check CHECK ((unused_ms >= 0)),
  constraint disputes_used_minor_check CHECK ((used_minor >= 0))
);
CREATE INDEX disputes_claims ON public.disputes USING btree (brand_id, updated_at) WHERE ((state = 'lost'::text) AND (used_minor > 0) AND (settled_at IS NULL));
CREATE INDEX disputes_decided ON public.disputes USING btree (brand_id, updated_at DESC, attempt_id DESC) WHERE (state <> 'open'::text);
CREATE INDEX disputes_member ON public.disputes USING btree (member_id, attempt_id);
CREATE INDEX disputes_open ON public.disputes USING btree (brand_id, opened_at) WHERE (state = 'open'::text);
CREATE INDEX disputes_opened ON public.disputes USING btree (brand_id, opened_at);

create table drafts (
  member_id uuid not null,
  other_id uuid not null,
  body text not null,
  updated_at timestamp with time zone not null,
  constraint drafts_pkey PRIMARY KEY (member_id, other_id),
  constraint drafts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint drafts_other_id_fkey FOREIGN KEY (other_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint drafts_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 2000)))
);
CREATE INDEX drafts_other ON public.drafts USING btree (other_id);

create table emails (
  id uuid not null,
  brand_id text not null,
  member_id uuid,
  kind text not null,
  to_address text not null,
  locale text not null,
  props jsonb not null,
  state text not null default 'queued'::text,
  attempts smallint not null default 0,
  last_error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  requeued_at timestamp with time zone,
  constraint emails_pkey PRIMARY KEY (id),
  constraint emails_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint emails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'dead'::text, 'withheld'::text, 'bounced'::text])))
) partition by RANGE (id);
CREATE INDEX emails_address ON public.emails USING btree (to_address);
CREATE INDEX emails_contact ON public.emails USING btree (lower((props ->> 'email'::text))) WHERE (kind = 'contact'::text);
CREATE INDEX emails_dead ON public.emails USING btree (created_at) WHERE (state = 'dead'::text);
CREATE INDEX emails_member ON public.emails USING btree (member_id);
CREATE INDEX emails_queued ON public.emails USING btree (created_at) WHERE (state = 'queued'::text);
CREATE INDEX emails_renewal_notice ON public.emails USING btree (member_id) WHERE (kind = 'renewal-notice'::text);
CREATE INDEX emails_time ON public.emails USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');

create table empty_picks (
  member_id uuid not null,
  search bytea not null,
  looked_at timestamp with time zone not null,
  constraint empty_picks_pkey PRIMARY KEY (member_id),
  constraint empty_picks_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint empty_picks_search_check CHECK ((octet_length(search) = 32))
);

create table erasures (
  member_id uuid not null,
  author_id uuid not null,
  payer_id uuid not null,
  step text not null,
  started_at timestamp with time zone not null,
  constraint erasures_author_id_key UNIQUE (author_id),
  constraint erasures_payer_id_key UNIQUE (payer_id),
  constraint erasures_pkey PRIMARY KEY (member_id),
  constraint erasures_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table external_identities (
  brand_id text not null,
  issuer text not null,
  subject text not null,
  member_id uuid not null,
  email text not null,
  linked_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint external_identities_member_id_issuer_key UNIQUE (member_id, issuer),
  constraint external_identities_pkey PRIMARY KEY (brand_id, issuer, subject),
  constraint external_identities_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint external_identities_issuer_check CHECK (((char_length(issuer) >= 1) AND (char_length(issuer) <= 255))),
  constraint external_identities_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 255)))
);

create table first_message_limits (
  member_id uuid not null,
  rule_id uuid not null,
  per_hour smallint not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  window_start timestamp with time zone not null,
  begun smallint not null default 0,
  constraint first_message_limits_pkey PRIMARY KEY (member_id),
  constraint first_message_limits_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint first_message_limits_begun_check CHECK ((begun >= 0)),
  constraint first_message_limits_per_hour_check CHECK (((per_hour >= 1) AND (per_hour <= 60))),
  constraint first_message_limits_until_check CHECK ((until_at > from_at))
);
CREATE INDEX first_message_limits_until ON public.first_message_limits USING btree (until_at);

create table former_emails (
  brand_id text not null,
  email text not null,
  member_id uuid not null,
  changed_at timestamp with time zone not null,
  kept_until timestamp with time zone not null,
  constraint former_emails_pkey PRIMARY KEY (brand_id, email),
  constraint former_emails_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint former_emails_email_check CHECK ((email = lower(email)))
);
CREATE INDEX former_emails_end ON public.former_emails USING btree (kept_until);
CREATE INDEX former_emails_member ON public.former_emails USING btree (member_id);

create table geo_cities (
  id integer not null,
  country character(2) not null,
  region_id integer not null,
  province text not null,
  name text not null,
  name_folded text not null,
  latitude real not null,
  longitude real not null,
  constraint geo_cities_pkey PRIMARY KEY (id),
  constraint geo_cities_region_id_fkey FOREIGN KEY (region_id) REFERENCES geo_regions(id)
);
CREATE INDEX geo_cities_prefix ON public.geo_cities USING btree (country, name_folded text_pattern_ops);
CREATE INDEX geo_cities_region ON public.geo_cities USING btree (region_id, name_folded);

create table geo_regions (
  id integer not null,
  country character(2) not null,
  name text not null,
  constraint geo_regions_country_name_key UNIQUE (country, name),
  constraint geo_regions_pkey PRIMARY KEY (id)
);

create table hidden_messages (
  member_id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  by_moderator boolean not null default false,
  constraint hidden_messages_pkey PRIMARY KEY (conversation_id, seq, member_id),
  constraint hidden_messages_conversation_id_seq_fkey FOREIGN KEY (conversation_id, seq) REFERENCES messages(conversation_id, seq) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint hidden_messages_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX hidden_messages_member ON public.hidden_messages USING btree (member_id);

create table inbox (
  member_id uuid not null,
  conversation_id uuid not null,
  other_id uuid not null,
  last_seq integer not null,
  last_at timestamp with time zone not null,
  unread integer not null default 0,
  read_seq integer not null default 0,
  other_read_seq integer not null default 0,
  constraint inbox_member_id_other_id_key UNIQUE (member_id, other_id),
  constraint inbox_pkey PRIMARY KEY (member_id, conversation_id),
  constraint inbox_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id),
  constraint inbox_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint inbox_unread_check CHECK ((unread >= 0))
);
CREATE INDEX inbox_conversation ON public.inbox USING btree (conversation_id);

create table installation_secrets (
  id text not null,
  written_from timestamp with time zone,
  written_until timestamp with time zone not null,
  constraint installation_secrets_pkey PRIMARY KEY (id),
  constraint installation_secrets_id_check CHECK ((length(id) = 8))
);

create table invitations (
  brand_id text not null,
  token_hash bytea not null,
  email text not null,
  source text,
  campid text,
  flow_id text,
  red text not null default '/find'::text,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint invitations_pkey PRIMARY KEY (brand_id, token_hash),
  constraint invitations_email_check CHECK ((email = lower(email))),
  constraint invitations_red_check CHECK ((red ~~ '/%'::text)),
  constraint invitations_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX invitations_address ON public.invitations USING btree (brand_id, email);
CREATE INDEX invitations_expiry ON public.invitations USING btree (expires_at);

create table invoice_series (
  company text not null,
  year smallint not null,
  kind text not null,
  last_number integer not null,
  constraint invoice_series_pkey PRIMARY KEY (company, year, kind),
  constraint invoice_series_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint invoice_series_last_number_check CHECK ((last_number > 0))
);

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
  issued_at timestamp with time zone not null,
  territory text,
  constraint invoices_pkey PRIMARY KEY (company, year, kind, number),
  constraint invoices_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  constraint invoices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint invoices_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  constraint invoices_check CHECK (((vat_minor >= 0) AND (vat_minor <= total_minor))),
  constraint invoices_check1 CHECK (((refund_id IS NULL) OR (kind = 'credit_note'::text))),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint invoices_number_check CHECK ((number > 0)),
  constraint invoices_total_minor_check CHECK ((total_minor > 0)),
  constraint invoices_vat_per_mille_check CHECK (((vat_per_mille >= 0) AND (vat_per_mille <= 400)))
);
CREATE UNIQUE INDEX invoices_attempt ON public.invoices USING btree (attempt_id) WHERE (kind = 'invoice'::text);
CREATE INDEX invoices_brand ON public.invoices USING btree (brand_id, issued_at);
CREATE INDEX invoices_issued ON public.invoices USING btree (issued_at);
CREATE UNIQUE INDEX invoices_lost ON public.invoices USING btree (attempt_id) WHERE ((kind = 'credit_note'::text) AND (refund_id IS NULL));
CREATE INDEX invoices_member ON public.invoices USING btree (member_id, issued_at);
CREATE INDEX invoices_notes ON public.invoices USING btree (attempt_id) WHERE (kind = 'credit_note'::text);
CREATE INDEX invoices_of_attempt ON public.invoices USING btree (attempt_id);
CREATE UNIQUE INDEX invoices_refund ON public.invoices USING btree (refund_id) WHERE (refund_id IS NOT NULL);

create table job_workers (
  process_id uuid not null,
  worker_ids text[] not null,
  seen_at timestamp with time zone not null,
  constraint job_workers_pkey PRIMARY KEY (process_id)
);

create table journeys (
  brand_id text not null,
  journey text not null,
  is_on boolean not null,
  changed_by text not null,
  changed_at timestamp with time zone not null,
  constraint journeys_pkey PRIMARY KEY (brand_id, journey),
  constraint journeys_changed_by_check CHECK ((changed_by <> ''::text)),
  constraint journeys_journey_check CHECK (((char_length(journey) >= 1) AND (char_length(journey) <= 40)))
);

create table kpi_cohorts (
  brand_id text not null,
  week date not null,
  age smallint not null,
  metric text not null,
  currency text not null,
  count integer not null,
  amount_minor bigint not null,
  constraint kpi_cohorts_pkey PRIMARY KEY (brand_id, week, age, metric, currency),
  constraint kpi_cohorts_age_check CHECK (((age >= 0) AND (age <= 12))),
  constraint kpi_cohorts_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint kpi_cohorts_count_check CHECK ((count > 0)),
  constraint kpi_cohorts_metric_check CHECK ((metric = ANY (ARRAY['signed_up'::text, 'present'::text, 'paid'::text]))),
  constraint kpi_cohorts_week_check CHECK ((EXTRACT(isodow FROM week) = (1)::numeric))
);
CREATE INDEX kpi_cohorts_week ON public.kpi_cohorts USING btree (week);

create table kpi_counted (
  brand_id text not null,
  day date not null,
  counted_at timestamp with time zone not null,
  sealed_at timestamp with time zone,
  constraint kpi_counted_pkey PRIMARY KEY (brand_id, day)
);
CREATE INDEX kpi_counted_day ON public.kpi_counted USING btree (day);

create table kpi_days (
  brand_id text not null,
  day date not null,
  metric text not null,
  flow_id text not null,
  source text not null,
  campid text not null,
  country text not null,
  currency text not null,
  count integer not null,
  amount_minor bigint not null,
  constraint kpi_days_pkey PRIMARY KEY (brand_id, day, metric, flow_id, source, campid, country, currency),
  constraint kpi_days_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint kpi_days_count_check CHECK ((count > 0)),
  constraint kpi_days_metric_check CHECK ((metric <> ''::text))
);
CREATE INDEX kpi_days_day ON public.kpi_days USING btree (day);

create table kpi_events (
  member_id uuid not null,
  id uuid not null,
  brand_id text not null,
  name text not null,
  value text not null,
  level smallint not null,
  flow_id text not null,
  created_at timestamp with time zone not null,
  constraint kpi_events_pkey PRIMARY KEY (member_id, id),
  constraint kpi_events_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
) partition by RANGE (id);
CREATE INDEX kpi_events_time ON public.kpi_events USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');

create table kpi_slices (
  brand_id text not null,
  metric text not null,
  dimension text not null,
  day date not null,
  value text not null,
  currency text not null,
  count integer not null,
  amount_minor bigint not null,
  constraint kpi_slices_pkey PRIMARY KEY (brand_id, metric, dimension, day, value, currency),
  constraint kpi_slices_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint kpi_slices_count_check CHECK ((count > 0)),
  constraint kpi_slices_dimension_check CHECK ((dimension = ANY (ARRAY['all'::text, 'flow'::text, 'source'::text, 'campaign'::text, 'country'::text, 'region'::text, 'gender'::text, 'region_gender'::text]))),
  constraint kpi_slices_metric_check CHECK ((metric <> ''::text))
);
CREATE INDEX kpi_slices_day ON public.kpi_slices USING btree (day);

create table ledger_checks (
  kind text not null,
  after_member uuid,
  checked_until timestamp with time zone,
  differences integer not null default 0,
  updated_at timestamp with time zone not null,
  began_at timestamp with time zone,
  constraint ledger_checks_pkey PRIMARY KEY (kind),
  constraint ledger_checks_kind_check CHECK ((kind = ANY (ARRAY['full'::text, 'changes'::text])))
);

create table ledger_transfers (
  member_id uuid not null,
  id uuid not null,
  brand_id text not null,
  from_account text not null,
  to_account text not null,
  amount integer not null,
  idempotency_key text not null,
  created_at timestamp with time zone not null,
  level smallint,
  constraint ledger_transfers_pkey PRIMARY KEY (member_id, id),
  constraint ledger_transfers_amount_check CHECK ((amount > 0)),
  constraint ledger_transfers_check CHECK ((from_account <> to_account)),
  constraint ledger_transfers_from_account_check CHECK ((from_account = ANY (ARRAY['wallet:messages'::text, 'wallet:icebreakers'::text, 'wallet:likes'::text, 'house:gifts'::text, 'house:sales'::text, 'house:spent'::text, 'house:refunds'::text, 'house:support'::text]))),
  constraint ledger_transfers_to_account_check CHECK ((to_account = ANY (ARRAY['wallet:messages'::text, 'wallet:icebreakers'::text, 'wallet:likes'::text, 'house:gifts'::text, 'house:sales'::text, 'house:spent'::text, 'house:refunds'::text, 'house:support'::text])))
);
CREATE UNIQUE INDEX ledger_transfers_key ON public.ledger_transfers USING btree (member_id, idempotency_key) WHERE (idempotency_key <> 'message'::text);
CREATE INDEX ledger_transfers_time ON public.ledger_transfers USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');

create table legal_holds (
  member_id uuid not null,
  reason text not null,
  made_by text not null,
  created_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  constraint legal_holds_pkey PRIMARY KEY (member_id),
  constraint legal_holds_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint legal_holds_made_by_check CHECK ((made_by <> ''::text)),
  constraint legal_holds_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000)))
);

create table limit_counters (
  bucket text not null,
  window_start timestamp with time zone not null,
  hits integer not null,
  constraint limit_counters_pkey PRIMARY KEY (bucket, window_start),
  constraint limit_counters_hits_check CHECK ((hits > 0))
);
CREATE INDEX limit_counters_window ON public.limit_counters USING btree (window_start);

create table mail_addresses (
  brand_id text not null,
  address_hash bytea not null,
  stopped_at timestamp with time zone,
  stopped_why text,
  confirmed_at timestamp with time zone,
  soft_failures smallint not null default 0,
  soft_failed_at timestamp with time zone,
  constraint mail_addresses_pkey PRIMARY KEY (brand_id, address_hash),
  constraint mail_addresses_address_hash_check CHECK ((octet_length(address_hash) = 32)),
  constraint mail_addresses_check CHECK (((stopped_at IS NULL) = (stopped_why IS NULL))),
  constraint mail_addresses_stopped_why CHECK ((stopped_why = ANY (ARRAY['bounced'::text, 'unreachable'::text])))
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
  created_at timestamp with time zone not null,
  constraint mail_events_brand_id_source_event_key_key UNIQUE (brand_id, source, event_key),
  constraint mail_events_pkey PRIMARY KEY (brand_id, id),
  constraint mail_events_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint mail_events_address_hash_check CHECK ((octet_length(address_hash) = 32)),
  constraint mail_events_check CHECK (((class IS NOT NULL) = (kind = ANY (ARRAY['delayed'::text, 'failed'::text])))),
  constraint mail_events_class_check CHECK ((class = ANY (ARRAY['hard'::text, 'soft'::text, 'policy'::text]))),
  constraint mail_events_code_check CHECK ((char_length(code) <= 40)),
  constraint mail_events_diagnostic_check CHECK ((char_length(diagnostic) <= 200)),
  constraint mail_events_event_key_check CHECK (((char_length(event_key) >= 1) AND (char_length(event_key) <= 200))),
  constraint mail_events_kind_check CHECK ((kind = ANY (ARRAY['delivered'::text, 'delayed'::text, 'failed'::text, 'complained'::text, 'unsubscribed'::text]))),
  constraint mail_events_source CHECK ((source = ANY (ARRAY['smtp'::text, 'mailgun'::text, 'report'::text])))
);
CREATE INDEX mail_events_email ON public.mail_events USING btree (email_id);
CREATE INDEX mail_events_end ON public.mail_events USING btree (created_at);
CREATE INDEX mail_events_member ON public.mail_events USING btree (member_id);

create table mail_rates (
  brand_id text not null,
  sent integer not null,
  bounced integer not null,
  complained integer not null,
  measured_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  released_at timestamp with time zone,
  constraint mail_rates_pkey PRIMARY KEY (brand_id),
  constraint mail_rates_bounced_check CHECK ((bounced >= 0)),
  constraint mail_rates_complained_check CHECK ((complained >= 0)),
  constraint mail_rates_sent_check CHECK ((sent >= 0))
);

create table mail_suppressions (
  brand_id text not null,
  list text not null,
  address_hash bytea not null,
  member_id uuid,
  source text not null,
  created_at timestamp with time zone not null,
  constraint mail_suppressions_pkey PRIMARY KEY (brand_id, list, address_hash),
  constraint mail_suppressions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint mail_suppressions_address_hash_check CHECK ((octet_length(address_hash) = 32)),
  constraint mail_suppressions_list_check CHECK ((list = ANY (ARRAY['notices'::text, 'promotion'::text]))),
  constraint mail_suppressions_source_check CHECK ((source = ANY (ARRAY['link'::text, 'member'::text, 'provider'::text])))
);
CREATE INDEX mail_suppressions_member ON public.mail_suppressions USING btree (member_id);

create table mailings (
  brand_id text not null,
  id uuid not null,
  name text not null,
  segment text not null,
  texts jsonb not null,
  state text not null default 'draft'::text,
  starts_at timestamp with time zone,
  made_by text not null,
  made_at timestamp with time zone not null,
  changed_by text not null,
  changed_at timestamp with time zone not null,
  approved_by text,
  approved_at timestamp with time zone,
  approved_digest bytea,
  begun_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by text,
  listed_to uuid,
  is_listed boolean not null default false,
  constraint mailings_pkey PRIMARY KEY (brand_id, id),
  constraint mailings_approved CHECK ((((approved_by IS NULL) = (approved_digest IS NULL)) AND ((approved_by IS NULL) = (approved_at IS NULL)))),
  constraint mailings_approved_digest_check CHECK ((octet_length(approved_digest) = 32)),
  constraint mailings_begun CHECK (((state = ANY (ARRAY['sending'::text, 'sent'::text])) <= (begun_at IS NOT NULL))),
  constraint mailings_changed_by_check CHECK ((changed_by <> ''::text)),
  constraint mailings_made_by_check CHECK ((made_by <> ''::text)),
  constraint mailings_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint mailings_second_person CHECK (((approved_by <> made_by) AND (approved_by <> changed_by))),
  constraint mailings_segment_check CHECK (((char_length(segment) >= 1) AND (char_length(segment) <= 40))),
  constraint mailings_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text, 'sending'::text, 'sent'::text, 'stopped'::text]))),
  constraint mailings_texts_check CHECK ((jsonb_typeof(texts) = 'object'::text)),
  constraint mailings_unapproved CHECK (((state <> ALL (ARRAY['approved'::text, 'sending'::text, 'sent'::text])) OR (approved_by IS NOT NULL)))
);
CREATE INDEX mailings_changed ON public.mailings USING btree (brand_id, changed_at DESC, id DESC);
CREATE INDEX mailings_running ON public.mailings USING btree (brand_id, id) WHERE (state = ANY (ARRAY['approved'::text, 'sending'::text]));

create table measured_days (
  pool_id text not null,
  day date not null,
  constraint measured_days_pkey PRIMARY KEY (pool_id, day)
);

create table member_clickids (
  brand_id text not null,
  clickid text not null,
  member_id uuid not null,
  constraint member_clickids_pkey PRIMARY KEY (brand_id, clickid),
  constraint member_clickids_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX member_clickids_member ON public.member_clickids USING btree (member_id);

create table member_devices (
  member_id uuid not null,
  device_hash bytea not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  notified_at timestamp with time zone,
  brand_id text,
  browser_hash bytea,
  network cidr,
  constraint member_devices_pkey PRIMARY KEY (member_id, device_hash),
  constraint member_devices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint member_devices_device_hash_check CHECK ((octet_length(device_hash) = 32))
);
CREATE INDEX member_devices_browser ON public.member_devices USING btree (browser_hash) WHERE (browser_hash IS NOT NULL);
CREATE INDEX member_devices_last_seen ON public.member_devices USING btree (last_seen_at);
CREATE INDEX member_devices_network ON public.member_devices USING btree (brand_id, network, last_seen_at) WHERE (network IS NOT NULL);
CREATE INDEX member_devices_network_age ON public.member_devices USING btree (last_seen_at) WHERE (network IS NOT NULL);

create table member_emails (
  brand_id text not null,
  email text not null,
  member_id uuid not null,
  constraint member_emails_pkey PRIMARY KEY (brand_id, email),
  constraint member_emails_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint member_emails_email_check CHECK ((email = lower(email)))
);
CREATE INDEX member_emails_member ON public.member_emails USING btree (member_id);

create table member_events (
  member_id uuid not null,
  id uuid not null,
  kind text not null,
  other_id uuid,
  created_at timestamp with time zone not null,
  detail jsonb,
  constraint member_events_pkey PRIMARY KEY (member_id, id),
  constraint member_events_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
) partition by RANGE (id);
CREATE INDEX member_events_other ON public.member_events USING btree (other_id);
CREATE INDEX member_events_time ON public.member_events USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');

create table member_facts (
  member_id uuid not null,
  children text,
  smoking text,
  work text,
  languages text[] not null default '{}'::text[],
  faith text,
  faith_consented_at timestamp with time zone,
  changed_at timestamp with time zone not null,
  constraint member_facts_pkey PRIMARY KEY (member_id),
  constraint member_facts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint member_facts_faith_check CHECK (((faith IS NULL) = (faith_consented_at IS NULL))),
  constraint member_facts_languages_check CHECK ((cardinality(languages) <= 8)),
  constraint member_facts_work_check CHECK (((work <> ''::text) AND (char_length(work) <= 60)))
);

create table member_notes (
  member_id uuid not null,
  id uuid not null,
  body text not null,
  made_by text not null,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  constraint member_notes_pkey PRIMARY KEY (member_id, id),
  constraint member_notes_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint member_notes_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 2000))),
  constraint member_notes_edited_check CHECK ((edited_at >= created_at))
);

create table member_photos (
  member_id uuid not null,
  id uuid not null,
  storage_key text not null,
  state text not null,
  is_default boolean not null default false,
  created_at timestamp with time zone not null,
  position smallint not null default 0,
  thumbhash bytea,
  perceptual_hash bytea,
  refusal text,
  decided_at timestamp with time zone,
  removed_at timestamp with time zone,
  site_origin text,
  constraint member_photos_pkey PRIMARY KEY (member_id, id),
  constraint member_photos_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint member_photos_main_check CHECK (((NOT is_default) OR (removed_at IS NULL))),
  constraint member_photos_refusal_check CHECK (((refusal IS NULL) OR (state = 'refused'::text))),
  constraint member_photos_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'refused'::text])))
);
CREATE INDEX member_photos_created ON public.member_photos USING btree (created_at);
CREATE UNIQUE INDEX member_photos_default ON public.member_photos USING btree (member_id) WHERE is_default;
CREATE INDEX member_photos_hash ON public.member_photos USING btree (perceptual_hash) WHERE (perceptual_hash IS NOT NULL);
CREATE UNIQUE INDEX member_photos_id ON public.member_photos USING btree (id);
CREATE INDEX member_photos_pending ON public.member_photos USING btree (created_at, id) WHERE ((state = 'pending'::text) AND (removed_at IS NULL));
CREATE INDEX member_photos_refused ON public.member_photos USING btree (created_at, id) WHERE ((state = 'refused'::text) AND (removed_at IS NULL));

create table member_presence (
  member_id uuid not null,
  arrived_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  constraint member_presence_pkey PRIMARY KEY (member_id),
  constraint member_presence_check CHECK ((seen_at >= arrived_at))
);

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
  about text not null default ''::text,
  looking_for text not null default ''::text,
  hair_color text,
  height_cm smallint,
  weight_kg smallint,
  level smallint not null default 0,
  level_until timestamp with time zone,
  flow_id text not null,
  flow_version text not null,
  source text not null default 'direct'::text,
  campid text,
  state text not null default 'active'::text,
  email_confirmed_at timestamp with time zone,
  verified_at timestamp with time zone,
  sample boolean,
  welcome_gift_shown_at timestamp with time zone,
  last_active_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  deletion_due_at timestamp with time zone,
  needs_confirmation boolean not null default true,
  is_hidden boolean not null default false,
  hides_last_seen boolean not null default false,
  hides_visits boolean not null default false,
  first_messages_from text not null default 'everyone'::text,
  home_changes timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  verified_by text,
  gender_changes timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  absence_check_at timestamp with time zone not null default '2026-01-01 00:00:00+00'::timestamp with time zone,
  age_corrected_at timestamp with time zone,
  no_messages_until timestamp with time zone,
  gender_word text,
  hides_gender_word boolean not null default false,
  listed_in_both boolean not null default false,
  seeks_both boolean not null default false,
  constraint members_pkey PRIMARY KEY (id),
  constraint members_city_id_fkey FOREIGN KEY (city_id) REFERENCES geo_cities(id),
  constraint members_region_id_fkey FOREIGN KEY (region_id) REFERENCES geo_regions(id),
  constraint members_sample_fkey FOREIGN KEY (sample) REFERENCES demo_installations(mark),
  constraint members_about_check CHECK ((char_length(about) <= 2000)),
  constraint members_age_stated_check CHECK (((age_stated >= 18) AND (age_stated <= 98))),
  constraint members_deletion_check CHECK (((state = 'deleting'::text) = (deletion_due_at IS NOT NULL))),
  constraint members_first_messages_from CHECK ((first_messages_from = ANY (ARRAY['everyone'::text, 'verified'::text, 'liked'::text]))),
  constraint members_gender_check CHECK ((gender = ANY (ARRAY['man'::text, 'woman'::text]))),
  constraint members_gender_word_check CHECK ((gender_word = ANY (ARRAY['nonbinary'::text, 'genderfluid'::text, 'agender'::text, 'trans_woman'::text, 'trans_man'::text, 'questioning'::text]))),
  constraint members_hair_color_check CHECK ((hair_color = ANY (ARRAY['blond'::text, 'brown'::text, 'red'::text, 'dark blond'::text, 'black'::text, 'dyed'::text]))),
  constraint members_height_cm_check CHECK (((height_cm >= 100) AND (height_cm <= 250))),
  constraint members_level_check CHECK (((level >= 0) AND (level <= 2))),
  constraint members_locale_check CHECK ((locale = ANY (ARRAY['it'::text, 'es'::text, 'fr'::text, 'en'::text]))),
  constraint members_looking_for_check CHECK ((char_length(looking_for) <= 2000)),
  constraint members_sample_check CHECK (sample),
  constraint members_screen_name_check CHECK (((char_length(screen_name) >= 1) AND (char_length(screen_name) <= 440))),
  constraint members_seeks_check CHECK ((seeks = ANY (ARRAY['man'::text, 'woman'::text]))),
  constraint members_state_check CHECK ((state = ANY (ARRAY['active'::text, 'deactivated'::text, 'suspended'::text, 'deleting'::text, 'deleted'::text]))),
  constraint members_verified_by CHECK ((verified_by = 'gesture'::text)),
  constraint members_weight_kg_check CHECK (((weight_kg >= 30) AND (weight_kg <= 300)))
);
CREATE INDEX members_absence ON public.members USING btree (brand_id, absence_check_at, id) WHERE ((state = 'active'::text) AND (sample IS NULL));
CREATE INDEX members_by_flow ON public.members USING btree (brand_id, flow_id) WHERE (state = 'active'::text);
CREATE INDEX members_confirmed ON public.members USING btree (brand_id, email_confirmed_at) WHERE (email_confirmed_at IS NOT NULL);
CREATE INDEX members_country ON public.members USING btree (brand_id, country);
CREATE INDEX members_created ON public.members USING btree (brand_id, created_at);
CREATE INDEX members_deletion_due ON public.members USING btree (deletion_due_at) WHERE (state = 'deleting'::text);
CREATE INDEX members_name ON public.members USING btree (brand_id, lower(regexp_replace(NORMALIZE(screen_name, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text)) COLLATE "C") WHERE (screen_name IS NOT NULL);
CREATE INDEX members_of_brand ON public.members USING btree (brand_id, id) WHERE (state = 'active'::text);
CREATE INDEX members_sample ON public.members USING btree (id) WHERE sample;
CREATE INDEX members_verified ON public.members USING btree (id) WHERE (verified_at IS NOT NULL);

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
  created_at timestamp with time zone not null,
  duration_ms integer,
  waveform smallint[],
  constraint message_media_conversation_id_seq_key UNIQUE (conversation_id, seq),
  constraint message_media_pkey PRIMARY KEY (id),
  constraint message_media_conversation_id_seq_fkey FOREIGN KEY (conversation_id, seq) REFERENCES messages(conversation_id, seq) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint message_media_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint message_media_height_check CHECK ((height > 0)),
  constraint message_media_kind CHECK ((((kind = 'photo'::text) AND (width IS NOT NULL) AND (height IS NOT NULL) AND (thumbhash IS NOT NULL) AND (duration_ms IS NULL) AND (waveform IS NULL)) OR ((kind = 'voice'::text) AND (width IS NULL) AND (height IS NULL) AND (thumbhash IS NULL) AND (duration_ms > 0) AND ((cardinality(waveform) >= 1) AND (cardinality(waveform) <= 64))))),
  constraint message_media_width_check CHECK ((width > 0))
);
CREATE INDEX message_media_sender ON public.message_media USING btree (sender_id);
CREATE INDEX message_media_unsent ON public.message_media USING btree (sender_id) WHERE (seq IS NULL);

create table message_reactions (
  member_id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  kind text not null,
  created_at timestamp with time zone not null,
  constraint message_reactions_pkey PRIMARY KEY (conversation_id, seq, member_id),
  constraint message_reactions_conversation_id_seq_fkey FOREIGN KEY (conversation_id, seq) REFERENCES messages(conversation_id, seq) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint message_reactions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint message_reactions_kind_check CHECK ((kind = ANY (ARRAY['heart'::text, 'laugh'::text, 'wow'::text, 'sad'::text, 'thumbs_up'::text, 'fire'::text])))
);
CREATE INDEX message_reactions_member ON public.message_reactions USING btree (member_id);

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
  created_at timestamp with time zone not null,
  reply_to integer,
  edited_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  media text,
  constraint messages_pkey PRIMARY KEY (conversation_id, seq),
  constraint messages_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 2000))),
  constraint messages_cost_check CHECK ((cost >= 0)),
  constraint messages_media CHECK ((media = ANY (ARRAY['photo'::text, 'voice'::text]))),
  constraint messages_seq_check CHECK ((seq > 0))
);
CREATE UNIQUE INDEX messages_client ON public.messages USING btree (conversation_id, uuid_hash_extended(client_message_id, uuid_hash_extended(sender_id, (0)::bigint)));

create table moderation_decisions (
  brand_id text not null,
  id uuid not null,
  subject text not null,
  subject_id uuid not null,
  verdict text not null,
  reason text,
  made_by text not null,
  created_at timestamp with time zone not null,
  constraint moderation_decisions_pkey PRIMARY KEY (brand_id, id),
  constraint moderation_decisions_made_by_check CHECK ((made_by <> ''::text)),
  constraint moderation_decisions_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000))),
  constraint moderation_decisions_subject CHECK ((subject = ANY (ARRAY['report'::text, 'review'::text, 'photo'::text, 'verification'::text]))),
  constraint moderation_decisions_verdict CHECK ((verdict = ANY (ARRAY['upheld'::text, 'dismissed'::text, 'gone'::text, 'published'::text, 'refused'::text, 'approved'::text])))
);
CREATE INDEX moderation_decisions_newest ON public.moderation_decisions USING btree (brand_id, created_at DESC);
CREATE INDEX moderation_decisions_subject_id ON public.moderation_decisions USING btree (subject_id, created_at);

create table notices (
  member_id uuid not null,
  event text not null,
  about uuid not null,
  seq integer not null default 0,
  planned boolean not null,
  held boolean not null default false,
  waiting text[] not null,
  happened_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  constraint notices_pkey PRIMARY KEY (member_id, event, about),
  constraint notices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint notices_planned_check CHECK (((NOT planned) OR ((cardinality(waiting) > 0) AND (NOT held)))),
  constraint notices_seq_check CHECK ((seq >= 0)),
  constraint notices_waiting_check CHECK ((cardinality(waiting) <= 8))
);
CREATE INDEX notices_due ON public.notices USING btree (due_at);

create table notification_choices (
  member_id uuid not null,
  event text not null,
  channel text not null,
  enabled boolean not null,
  changed_at timestamp with time zone not null,
  constraint notification_choices_pkey PRIMARY KEY (member_id, event, channel),
  constraint notification_choices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table notification_settings (
  member_id uuid not null,
  quiet_from smallint,
  quiet_until smallint,
  time_zone text,
  digest text not null default 'off'::text,
  paused_until timestamp with time zone,
  discreet boolean not null default false,
  changed_at timestamp with time zone not null,
  constraint notification_settings_pkey PRIMARY KEY (member_id),
  constraint notification_settings_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint notification_settings_digest_check CHECK ((digest = ANY (ARRAY['off'::text, 'daily'::text, 'weekly'::text]))),
  constraint notification_settings_quiet_check CHECK ((((quiet_from IS NULL) = (quiet_until IS NULL)) AND (quiet_from <> quiet_until) AND ((quiet_from >= 0) AND (quiet_from <= 1439)) AND ((quiet_until >= 0) AND (quiet_until <= 1439)))),
  constraint notification_settings_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64)))
);

create table notifications (
  member_id uuid not null,
  id uuid not null,
  kind text not null,
  actor_id uuid not null,
  answers_like boolean not null default false,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  prompt text,
  constraint notifications_member_id_kind_actor_id_key UNIQUE (member_id, kind, actor_id),
  constraint notifications_pkey PRIMARY KEY (member_id, id),
  constraint notifications_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint notifications_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['like'::text, 'visit'::text])))
);
CREATE INDEX notifications_actor_member ON public.notifications USING btree (actor_id, member_id);
CREATE INDEX notifications_newest ON public.notifications USING btree (member_id, created_at DESC, id DESC);
CREATE INDEX notifications_time ON public.notifications USING brin (created_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX notifications_unread ON public.notifications USING btree (member_id, kind) WHERE (read_at IS NULL);

create table onboarding (
  member_id uuid not null,
  skipped text[] not null default '{}'::text[],
  verification_declined_at timestamp with time zone,
  constraint onboarding_pkey PRIMARY KEY (member_id),
  constraint onboarding_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint onboarding_skipped_check CHECK ((skipped <@ '{photo,intent,prompt,interests}'::text[]))
);

create table one_time_tokens (
  token_hash bytea not null,
  purpose text not null,
  brand_id text not null,
  member_id uuid not null,
  email text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint one_time_tokens_pkey PRIMARY KEY (token_hash),
  constraint one_time_tokens_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['confirm_email'::text, 'reset_password'::text, 'autologin'::text, 'undo_email_change'::text, 'keep_account'::text, 'change_email'::text, 'read_cases'::text]))),
  constraint one_time_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX one_time_tokens_end ON public.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_member ON public.one_time_tokens USING btree (member_id, purpose);

create table outages (
  service text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  fault text not null,
  constraint outages_pkey PRIMARY KEY (service, began_at),
  constraint outages_ended_at_check CHECK ((ended_at >= began_at)),
  constraint outages_fault_check CHECK ((fault = ANY (ARRAY['silent'::text, 'failing'::text, 'credentials'::text])))
);
CREATE INDEX outages_by_time ON public.outages USING btree (began_at);
CREATE UNIQUE INDEX outages_open ON public.outages USING btree (service) WHERE (ended_at IS NULL);

create table outbox (
  id uuid not null,
  topic text not null,
  payload jsonb not null,
  created_at timestamp with time zone not null,
  retry_at timestamp with time zone,
  constraint outbox_pkey PRIMARY KEY (id)
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
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_brand_id_credential_id_key UNIQUE (brand_id, credential_id),
  constraint passkeys_pkey PRIMARY KEY (brand_id, id),
  constraint passkeys_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  constraint passkeys_name_check CHECK ((char_length(name) <= 60)),
  constraint passkeys_public_key_check CHECK (((octet_length(public_key) >= 1) AND (octet_length(public_key) <= 4096)))
);
CREATE INDEX passkeys_member ON public.passkeys USING btree (member_id);

create table password_guesses (
  address_hash bytea not null,
  wrong integer not null,
  last_at timestamp with time zone not null,
  notified_at timestamp with time zone,
  constraint password_guesses_pkey PRIMARY KEY (address_hash),
  constraint password_guesses_wrong_check CHECK ((wrong > 0))
);
CREATE INDEX password_guesses_by_time ON public.password_guesses USING btree (last_at);

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
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  check_at timestamp with time zone,
  checks smallint not null default 0,
  granted_at timestamp with time zone,
  accepts jsonb not null default '{}'::jsonb,
  locale text not null default 'it'::text,
  card_token_id uuid,
  refunded_minor integer not null default 0,
  flagged text,
  flagged_at timestamp with time zone,
  site_origin text,
  term_start timestamp with time zone,
  term_end timestamp with time zone,
  renewal_of uuid,
  renewal_from timestamp with time zone,
  withdrawn_at timestamp with time zone,
  connection text not null,
  return_to text,
  change_of uuid,
  credit_minor integer not null default 0,
  replaced_by uuid,
  credited_minor integer,
  term_resumes_at timestamp with time zone,
  asking_until timestamp with time zone,
  replacing_until timestamp with time zone,
  refund_due_at timestamp with time zone,
  further_flags jsonb not null default '[]'::jsonb,
  constraint payment_attempts_member_id_order_key_key UNIQUE (member_id, order_key),
  constraint payment_attempts_pkey PRIMARY KEY (id),
  constraint payment_attempts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint payment_attempts_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint payment_attempts_credit CHECK (((credit_minor >= 0) AND ((change_of IS NOT NULL) OR (credit_minor = 0)))),
  constraint payment_attempts_refunded_minor_check CHECK ((refunded_minor >= 0)),
  constraint payment_attempts_renewal CHECK (((renewal_of IS NULL) = (renewal_from IS NULL))),
  constraint payment_attempts_replaced CHECK ((((replaced_by IS NULL) = (credited_minor IS NULL)) AND (COALESCE(credited_minor, 0) >= 0))),
  constraint payment_attempts_resumes CHECK (((term_resumes_at IS NULL) OR ((term_resumes_at >= term_start) AND (term_resumes_at <= term_end)))),
  constraint payment_attempts_state_check CHECK ((state = ANY (ARRAY['created'::text, 'submitting'::text, 'requires_action'::text, 'processing'::text, 'authorised'::text, 'captured'::text, 'declined'::text, 'cancelled'::text, 'expired'::text, 'failed'::text, 'unknown'::text, 'partially_refunded'::text, 'refunded'::text, 'disputed'::text, 'won'::text, 'lost'::text])))
);
CREATE INDEX payment_attempts_check ON public.payment_attempts USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX payment_attempts_created ON public.payment_attempts USING btree (brand_id, created_at);
CREATE INDEX payment_attempts_flagged ON public.payment_attempts USING btree (brand_id, flagged_at) WHERE (flagged IS NOT NULL);
CREATE INDEX payment_attempts_granted ON public.payment_attempts USING btree (brand_id, granted_at) WHERE (granted_at IS NOT NULL);
CREATE INDEX payment_attempts_left_flags ON public.payment_attempts USING btree (id) WHERE ((flagged IS NULL) AND (further_flags <> '[]'::jsonb));
CREATE INDEX payment_attempts_newest ON public.payment_attempts USING btree (member_id, created_at DESC);
CREATE INDEX payment_attempts_number ON public.payment_attempts USING btree (brand_id, "right"((id)::text, 10));
CREATE INDEX payment_attempts_provider_ref ON public.payment_attempts USING btree (connection, provider_ref) WHERE (provider_ref IS NOT NULL);
CREATE INDEX payment_attempts_refund_due ON public.payment_attempts USING btree (refund_due_at, id) WHERE (flagged = 'paid_twice'::text);
CREATE UNIQUE INDEX payment_attempts_renewal_once ON public.payment_attempts USING btree (renewal_of, renewal_from) WHERE (state <> ALL (ARRAY['declined'::text, 'cancelled'::text, 'expired'::text, 'failed'::text]));
CREATE INDEX payment_attempts_sealed ON public.payment_attempts USING btree (id) WHERE (sealed_request IS NOT NULL);

create table payment_differences (
  id uuid not null,
  attempt_id uuid not null,
  brand_id text not null,
  what text not null,
  ours_state text not null,
  ours_minor integer not null,
  ours_currency character(3) not null,
  theirs_state text not null,
  theirs_minor integer,
  theirs_currency character(3),
  theirs_reference text,
  found_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  settled_by text,
  settled_reason text,
  constraint payment_differences_pkey PRIMARY KEY (id),
  constraint payment_differences_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  constraint payment_differences_settled_check CHECK ((((settled_at IS NULL) = (settled_by IS NULL)) AND ((settled_at IS NULL) = (settled_reason IS NULL)))),
  constraint payment_differences_what_check CHECK ((what = ANY (ARRAY['amount'::text, 'reference'::text, 'state'::text, 'refund'::text])))
);
CREATE INDEX payment_differences_open ON public.payment_differences USING btree (brand_id, found_at, id) WHERE (settled_at IS NULL);
CREATE UNIQUE INDEX payment_differences_same ON public.payment_differences USING btree (attempt_id, what, theirs_state, theirs_minor, theirs_currency, theirs_reference) NULLS NOT DISTINCT;
CREATE INDEX payment_differences_settled ON public.payment_differences USING btree (brand_id, settled_at DESC, id DESC) WHERE (settled_at IS NOT NULL);

create table payment_transitions (
  attempt_id uuid not null,
  n integer not null,
  from_state text not null,
  to_state text not null,
  cause text not null,
  created_at timestamp with time zone not null,
  constraint payment_transitions_pkey PRIMARY KEY (attempt_id, n),
  constraint payment_transitions_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id)
);

create table payment_webhooks (
  connection text not null,
  event_id text not null,
  body jsonb not null,
  received_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  error text,
  constraint payment_webhooks_pkey PRIMARY KEY (connection, event_id)
);
CREATE INDEX payment_webhooks_bodies ON public.payment_webhooks USING btree (received_at) WHERE ((processed_at IS NOT NULL) AND (error IS NULL) AND ((body ->> 'kind'::text) <> 'hint'::text));
CREATE INDEX payment_webhooks_reference ON public.payment_webhooks USING btree (((body #>> '{state,reference}'::text[])));
CREATE INDEX payment_webhooks_stray ON public.payment_webhooks USING btree (received_at) WHERE (error = 'no such payment'::text);
CREATE INDEX payment_webhooks_time ON public.payment_webhooks USING brin (received_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX payment_webhooks_waiting ON public.payment_webhooks USING btree (received_at) WHERE (processed_at IS NULL);

create table phone_numbers (
  member_id uuid not null,
  number text not null,
  shown_to text not null,
  changed_at timestamp with time zone not null,
  constraint phone_numbers_pkey PRIMARY KEY (member_id),
  constraint phone_numbers_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint phone_numbers_number_check CHECK ((number ~ '^\+[1-9][0-9]{6,14}$'::text)),
  constraint phone_numbers_shown_to_check CHECK ((shown_to = ANY (ARRAY['nobody'::text, 'written'::text, 'paying'::text])))
);
CREATE INDEX phone_numbers_number ON public.phone_numbers USING btree (number);

create table phone_views (
  member_id uuid not null,
  viewer_id uuid not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint phone_views_pkey PRIMARY KEY (member_id, viewer_id),
  constraint phone_views_member_id_fkey FOREIGN KEY (member_id) REFERENCES phone_numbers(member_id) ON DELETE CASCADE,
  constraint phone_views_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX phone_views_viewer ON public.phone_views USING btree (viewer_id);

create table photo_bans (
  brand_id text not null,
  id uuid not null,
  photo_id uuid not null,
  hash bytea not null,
  mean smallint not null,
  mean_top smallint not null,
  reason text not null,
  banned_at timestamp with time zone not null,
  constraint photo_bans_photo_key UNIQUE (brand_id, photo_id),
  constraint photo_bans_pkey PRIMARY KEY (brand_id, id),
  constraint photo_bans_reason_check CHECK ((reason = ANY (ARRAY['not_the_member'::text, 'nudity'::text, 'minor'::text, 'unlawful'::text, 'fraud'::text])))
);
CREATE INDEX photo_bans_age ON public.photo_bans USING btree (banned_at);
CREATE INDEX photo_bans_near ON public.photo_bans USING btree (brand_id, mean, mean_top);

create table photo_upload_parts (
  member_id uuid not null,
  upload_id uuid not null,
  starts_at integer not null,
  bytes bytea not null,
  constraint photo_upload_parts_pkey PRIMARY KEY (member_id, upload_id, starts_at),
  constraint photo_upload_parts_member_id_upload_id_fkey FOREIGN KEY (member_id, upload_id) REFERENCES photo_uploads(member_id, id) ON DELETE CASCADE,
  constraint photo_upload_parts_bytes_check CHECK ((length(bytes) > 0)),
  constraint photo_upload_parts_starts_at_check CHECK ((starts_at >= 0))
);

create table photo_uploads (
  member_id uuid not null,
  id uuid not null,
  size_bytes integer not null,
  received integer not null default 0,
  photo_id uuid,
  created_at timestamp with time zone not null,
  constraint photo_uploads_pkey PRIMARY KEY (member_id, id),
  constraint photo_uploads_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint photo_uploads_check CHECK (((received >= 0) AND (received <= size_bytes))),
  constraint photo_uploads_check1 CHECK (((received = size_bytes) = (photo_id IS NOT NULL))),
  constraint photo_uploads_size_bytes_check CHECK ((size_bytes > 0))
);
CREATE INDEX photo_uploads_created ON public.photo_uploads USING btree (created_at);

create table photo_verifications (
  member_id uuid not null,
  id uuid not null,
  photo_id uuid not null,
  gesture text not null,
  state text not null,
  storage_key text,
  site_origin text,
  refusal text,
  asked_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  decided_at timestamp with time zone,
  constraint photo_verifications_id_key UNIQUE (id),
  constraint photo_verifications_pkey PRIMARY KEY (member_id),
  constraint photo_verifications_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint photo_verifications_member_id_photo_id_fkey FOREIGN KEY (member_id, photo_id) REFERENCES member_photos(member_id, id) ON DELETE CASCADE,
  constraint photo_verifications_check CHECK (((storage_key IS NOT NULL) = (state = 'sent'::text))),
  constraint photo_verifications_check1 CHECK (((refusal IS NOT NULL) = (state = 'refused'::text))),
  constraint photo_verifications_check2 CHECK (((decided_at IS NOT NULL) = (state = ANY (ARRAY['approved'::text, 'refused'::text])))),
  constraint photo_verifications_gesture_check CHECK ((gesture = ANY (ARRAY['thumb_up'::text, 'open_hand'::text, 'two_fingers'::text, 'hand_on_head'::text, 'finger_on_nose'::text, 'hand_on_ear'::text]))),
  constraint photo_verifications_refusal_check CHECK ((refusal = ANY (ARRAY['another_person'::text, 'another_gesture'::text, 'unclear'::text]))),
  constraint photo_verifications_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'sent'::text, 'approved'::text, 'refused'::text])))
);
CREATE INDEX photo_verifications_queue ON public.photo_verifications USING btree (sent_at, id) WHERE (state = 'sent'::text);
CREATE INDEX photo_verifications_sent ON public.photo_verifications USING btree (sent_at) WHERE (state = 'sent'::text);

create table plan_prices (
  brand_id text not null,
  flow_id text not null,
  plan_id text not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone,
  total_minor integer not null,
  currency text not null,
  constraint plan_prices_pkey PRIMARY KEY (brand_id, flow_id, plan_id, currency, from_at),
  constraint plan_prices_check CHECK ((until_at > from_at)),
  constraint plan_prices_total_minor_check CHECK ((total_minor >= 0))
);
CREATE UNIQUE INDEX plan_prices_current_in ON public.plan_prices USING btree (brand_id, flow_id, plan_id, currency) WHERE (until_at IS NULL);

create table plan_uses (
  member_id uuid not null,
  last_at timestamp with time zone not null,
  constraint plan_uses_pkey PRIMARY KEY (member_id),
  constraint plan_uses_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE
);

create table postback_deliveries (
  brand_id text not null,
  postback text not null,
  event_key text not null,
  event text not null,
  member_id uuid not null,
  state text not null default 'waiting'::text,
  facts jsonb not null,
  tries smallint not null default 0,
  status smallint,
  why text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  id uuid default gen_random_uuid(),
  next_at timestamp with time zone,
  constraint postback_deliveries_pkey PRIMARY KEY (brand_id, postback, event_key),
  constraint postback_deliveries_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint postback_deliveries_check CHECK (((state = 'waiting'::text) = (ended_at IS NULL))),
  constraint postback_deliveries_event_check CHECK ((event = ANY (ARRAY['lead'::text, 'attempt'::text, 'sale'::text, 'refund'::text]))),
  constraint postback_deliveries_event_key_check CHECK (((char_length(event_key) >= 1) AND (char_length(event_key) <= 100))),
  constraint postback_deliveries_id_check CHECK ((id IS NOT NULL)),
  constraint postback_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'withheld'::text])))
);
CREATE INDEX postback_deliveries_by_event ON public.postback_deliveries USING btree (brand_id, event, created_at DESC, id DESC);
CREATE INDEX postback_deliveries_by_postback ON public.postback_deliveries USING btree (brand_id, postback, created_at DESC, id DESC);
CREATE INDEX postback_deliveries_by_state ON public.postback_deliveries USING btree (brand_id, state, created_at DESC, id DESC);
CREATE INDEX postback_deliveries_created ON public.postback_deliveries USING btree (created_at);
CREATE INDEX postback_deliveries_event ON public.postback_deliveries USING btree (brand_id, event_key);
CREATE UNIQUE INDEX postback_deliveries_id ON public.postback_deliveries USING btree (brand_id, id);
CREATE INDEX postback_deliveries_log ON public.postback_deliveries USING btree (brand_id, created_at DESC, id DESC);
CREATE INDEX postback_deliveries_member ON public.postback_deliveries USING btree (member_id);

create table postback_progress (
  brand_id text not null,
  event text not null,
  started_at timestamp with time zone not null,
  planned_until timestamp with time zone not null,
  constraint postback_progress_pkey PRIMARY KEY (brand_id, event)
);

create table privacy_requests (
  brand_id text not null,
  id uuid not null,
  kind text not null,
  way text not null,
  member_id uuid,
  requester text,
  asks text not null,
  received_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  extended_at timestamp with time zone,
  extended_because text,
  outcome text,
  identified_by text,
  answer text,
  recorded_by text not null,
  recorded_at timestamp with time zone not null,
  closed_by text,
  closed_at timestamp with time zone,
  constraint privacy_requests_pkey PRIMARY KEY (brand_id, id),
  constraint privacy_requests_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint privacy_requests_closed_check CHECK ((((closed_at IS NULL) = (outcome IS NULL)) AND ((closed_at IS NULL) = (answer IS NULL)) AND ((closed_at IS NULL) = (closed_by IS NULL)))),
  constraint privacy_requests_extended_check CHECK (((extended_at IS NULL) = (extended_because IS NULL))),
  constraint privacy_requests_identified_check CHECK ((identified_by = ANY (ARRAY['account'::text, 'address'::text, 'document'::text, 'not_needed'::text]))),
  constraint privacy_requests_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'correction'::text, 'erasure'::text, 'restriction'::text, 'portability'::text, 'objection'::text]))),
  constraint privacy_requests_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'partly'::text, 'refused'::text, 'withdrawn'::text]))),
  constraint privacy_requests_texts_check CHECK ((((char_length(asks) >= 1) AND (char_length(asks) <= 2000)) AND (char_length(answer) <= 2000) AND (char_length(extended_because) <= 2000) AND (recorded_by <> ''::text))),
  constraint privacy_requests_way_check CHECK ((way = ANY (ARRAY['mail'::text, 'form'::text, 'letter'::text, 'phone'::text, 'authority'::text])))
);
CREATE INDEX privacy_requests_age ON public.privacy_requests USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX privacy_requests_closed ON public.privacy_requests USING btree (brand_id, closed_at DESC, id DESC) WHERE (closed_at IS NOT NULL);
CREATE INDEX privacy_requests_member ON public.privacy_requests USING btree (member_id);
CREATE INDEX privacy_requests_open ON public.privacy_requests USING btree (brand_id, due_at, id) WHERE (closed_at IS NULL);

create table profile_choices (
  member_id uuid not null,
  intent text,
  interests text[] not null default '{}'::text[],
  intent_since timestamp with time zone,
  interests_since timestamp with time zone,
  prompts_since timestamp with time zone,
  constraint profile_choices_pkey PRIMARY KEY (member_id),
  constraint profile_choices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint profile_choices_intent_check CHECK ((intent = ANY (ARRAY['relationship'::text, 'slowly'::text, 'light'::text, 'friendship'::text, 'open'::text]))),
  constraint profile_choices_interests_check CHECK ((cardinality(interests) <= 10))
);

create table profile_prompts (
  member_id uuid not null,
  place smallint not null,
  prompt text not null,
  answer text not null,
  constraint profile_prompts_member_id_prompt_key UNIQUE (member_id, prompt),
  constraint profile_prompts_pkey PRIMARY KEY (member_id, place),
  constraint profile_prompts_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint profile_prompts_answer_check CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 300))),
  constraint profile_prompts_place_check CHECK (((place >= 1) AND (place <= 3)))
);

create table promotions (
  member_id uuid not null,
  source text not null,
  about text not null,
  brand_id text not null,
  state text not null default 'waiting'::text,
  reason text,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  email_id uuid,
  queued_at timestamp with time zone,
  sending_at timestamp with time zone,
  sent_at timestamp with time zone,
  constraint promotions_pkey PRIMARY KEY (member_id, source, about),
  constraint promotions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint promotions_about_check CHECK ((char_length(about) <= 40)),
  constraint promotions_dropped CHECK (((state = 'dropped'::text) <= (reason IS NOT NULL))),
  constraint promotions_queued CHECK (((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])) <= ((email_id IS NOT NULL) AND (queued_at IS NOT NULL)))),
  constraint promotions_reason_check CHECK ((char_length(reason) <= 40)),
  constraint promotions_sent CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint promotions_source_check CHECK (((char_length(source) >= 1) AND (char_length(source) <= 40))),
  constraint promotions_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'queued'::text, 'sent'::text, 'failed'::text, 'dropped'::text])))
);
CREATE INDEX promotions_created ON public.promotions USING btree (created_at);
CREATE INDEX promotions_due ON public.promotions USING btree (due_at) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX promotions_email ON public.promotions USING btree (email_id) WHERE (email_id IS NOT NULL);
CREATE INDEX promotions_source ON public.promotions USING btree (brand_id, source, about, state);

create table push_devices (
  member_id uuid not null,
  id uuid not null,
  brand_id text not null,
  session_id uuid not null,
  endpoint_hash bytea not null,
  subscription_sealed text not null,
  created_at timestamp with time zone not null,
  renewed_at timestamp with time zone not null,
  last_ok_at timestamp with time zone,
  constraint push_devices_brand_id_endpoint_hash_key UNIQUE (brand_id, endpoint_hash),
  constraint push_devices_pkey PRIMARY KEY (member_id, id),
  constraint push_devices_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint push_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint push_devices_endpoint_hash_check CHECK ((octet_length(endpoint_hash) = 32))
);
CREATE INDEX push_devices_session ON public.push_devices USING btree (session_id);

create table push_keys (
  brand_id text not null,
  public_key text not null,
  private_key_sealed text not null,
  created_at timestamp with time zone not null,
  constraint push_keys_pkey PRIMARY KEY (brand_id)
);

create table reactions (
  member_id uuid not null,
  other_id uuid not null,
  kind text not null,
  created_at timestamp with time zone not null,
  constraint reactions_pkey PRIMARY KEY (member_id, other_id),
  constraint reactions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint reactions_other_id_fkey FOREIGN KEY (other_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint reactions_check CHECK ((member_id <> other_id)),
  constraint reactions_kind_check CHECK ((kind = ANY (ARRAY['like'::text, 'dislike'::text])))
);
CREATE INDEX reactions_likes_time ON public.reactions USING btree (created_at) WHERE (kind = 'like'::text);
CREATE INDEX reactions_newest_likes ON public.reactions USING btree (member_id, created_at DESC) WHERE (kind = 'like'::text);
CREATE INDEX reactions_other ON public.reactions USING btree (other_id, member_id);

create table received_by_day (
  pool_id text not null,
  day date not null,
  member_id uuid not null,
  first_messages integer not null,
  likes integer not null,
  constraint received_by_day_pkey PRIMARY KEY (pool_id, day, member_id),
  constraint received_by_day_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint received_by_day_first_messages_check CHECK ((first_messages >= 0)),
  constraint received_by_day_likes_check CHECK ((likes >= 0))
);
CREATE INDEX received_by_day_member ON public.received_by_day USING btree (member_id);

create table refill_progress (
  only_row boolean not null default true,
  after_member uuid,
  spent_until timestamp with time zone not null,
  constraint refill_progress_pkey PRIMARY KEY (only_row),
  constraint refill_progress_only_row_check CHECK (only_row)
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
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  check_at timestamp with time zone,
  checks smallint not null default 0,
  provider_ref text,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  constraint refunds_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint refunds_amount_minor_check CHECK ((amount_minor > 0)),
  constraint refunds_credits_check CHECK ((credits >= 0)),
  constraint refunds_reason_check CHECK ((reason = ANY (ARRAY['withdrawal'::text, 'back_office'::text, 'paid_twice'::text]))),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['submitting'::text, 'accepted'::text, 'refunded'::text, 'refused'::text, 'failed'::text])))
);
CREATE INDEX refunds_by_provider ON public.refunds USING btree (provider_ref) WHERE (provider_ref IS NOT NULL);
CREATE INDEX refunds_check ON public.refunds USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX refunds_created ON public.refunds USING btree (brand_id, created_at);
CREATE INDEX refunds_member ON public.refunds USING btree (member_id);
CREATE UNIQUE INDEX refunds_paid_twice_once ON public.refunds USING btree (attempt_id) WHERE (reason = 'paid_twice'::text);
CREATE UNIQUE INDEX refunds_provider_ref ON public.refunds USING btree (attempt_id, provider_ref);
CREATE UNIQUE INDEX refunds_withdrawal_once ON public.refunds USING btree (attempt_id) WHERE (reason = 'withdrawal'::text);

create table reports (
  id uuid not null,
  brand_id text not null,
  reporter_id uuid,
  reported_id uuid,
  reason text not null,
  body text,
  message_ids uuid[] not null default '{}'::uuid[],
  state text not null default 'open'::text,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by text,
  decision text,
  site_origin text,
  conversation_id uuid,
  channel text not null default 'member'::text,
  claims_illegal boolean not null default false,
  content_kind text,
  content_id uuid,
  content_date timestamp with time zone,
  place text,
  notifier text,
  notifier_hash bytea,
  answered_at timestamp with time zone,
  notifier_locale text,
  unfounded boolean not null default false,
  flagger_id uuid,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_reported_id_fkey FOREIGN KEY (reported_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint reports_channel_check CHECK ((channel = ANY (ARRAY['member'::text, 'public'::text, 'flagger'::text, 'authority'::text]))),
  constraint reports_content_kind_check CHECK ((content_kind = ANY (ARRAY['photo'::text, 'profile'::text, 'message'::text, 'voice'::text, 'review'::text, 'name'::text]))),
  constraint reports_decision_check CHECK (((char_length(decision) >= 1) AND (char_length(decision) <= 1000))),
  constraint reports_decision_said CHECK ((((state = 'open'::text) = (decided_at IS NULL)) AND ((state = 'open'::text) = (decided_by IS NULL)) AND ((state = 'open'::text) = (decision IS NULL)))),
  constraint reports_notifier_check CHECK ((((notifier IS NULL) = (notifier_hash IS NULL)) AND ((notifier IS NULL) = (notifier_locale IS NULL)))),
  constraint reports_state_check CHECK ((state = ANY (ARRAY['open'::text, 'upheld'::text, 'dismissed'::text, 'gone'::text])))
);
CREATE INDEX reports_by_flagger ON public.reports USING btree (brand_id, flagger_id) WHERE (flagger_id IS NOT NULL);
CREATE INDEX reports_decided ON public.reports USING btree (brand_id, state, created_at, id) WHERE (state <> 'open'::text);
CREATE INDEX reports_notifier ON public.reports USING btree (brand_id, notifier_hash) WHERE (notifier_hash IS NOT NULL);
CREATE INDEX reports_reported ON public.reports USING btree (reported_id);
CREATE INDEX reports_reporter ON public.reports USING btree (reporter_id);
CREATE INDEX reports_waiting ON public.reports USING btree (brand_id, created_at) WHERE (state = 'open'::text);

create table restrictions (
  brand_id text not null,
  id uuid not null,
  member_id uuid,
  case_id uuid,
  kind text not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone,
  lifted_at timestamp with time zone,
  lifted_by text,
  ground text not null,
  clause text not null,
  facts text not null,
  content_type text not null,
  content_id uuid,
  content_date timestamp with time zone,
  removed jsonb,
  automated_detection boolean not null,
  automated_decision boolean not null,
  territory text not null,
  source text not null,
  paused_ms bigint not null default 0,
  made_by text not null,
  constraint restrictions_pkey PRIMARY KEY (brand_id, id),
  constraint restrictions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE SET NULL,
  constraint restrictions_content_type_check CHECK ((content_type = ANY (ARRAY['account'::text, 'photo'::text, 'profile'::text, 'message'::text, 'voice'::text, 'review'::text, 'name'::text]))),
  constraint restrictions_facts_check CHECK (((char_length(facts) >= 1) AND (char_length(facts) <= 2000))),
  constraint restrictions_ground_check CHECK ((ground = ANY (ARRAY['illegal'::text, 'terms'::text]))),
  constraint restrictions_kind_check CHECK ((kind = ANY (ARRAY['warning'::text, 'content_removed'::text, 'messaging_off'::text, 'suspension'::text, 'removal'::text]))),
  constraint restrictions_lifted_check CHECK (((lifted_at IS NULL) = (lifted_by IS NULL))),
  constraint restrictions_made_by_check CHECK ((made_by <> ''::text)),
  constraint restrictions_until_check CHECK (((until_at IS NULL) OR (until_at > from_at)))
);
CREATE INDEX restrictions_ending ON public.restrictions USING btree (until_at) WHERE ((kind = 'suspension'::text) AND (lifted_at IS NULL));
CREATE INDEX restrictions_made ON public.restrictions USING btree (brand_id, from_at);
CREATE INDEX restrictions_member ON public.restrictions USING btree (member_id, from_at);
CREATE INDEX restrictions_removed ON public.restrictions USING btree (from_at) WHERE (removed IS NOT NULL);

create table retention_runs (
  table_name text not null,
  ran_at timestamp with time zone not null,
  removed bigint not null,
  constraint retention_runs_pkey PRIMARY KEY (ran_at, table_name),
  constraint retention_runs_removed_check CHECK ((removed >= 0))
);

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
  created_at timestamp with time zone not null,
  refusal text,
  decided_at timestamp with time zone,
  site_origin text,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint reviews_sample_fkey FOREIGN KEY (sample) REFERENCES demo_installations(mark),
  constraint reviews_author_gender_check CHECK ((author_gender = ANY (ARRAY['man'::text, 'woman'::text]))),
  constraint reviews_body_length CHECK (((char_length(body) >= 1) AND (char_length(body) <= 1000))),
  constraint reviews_check CHECK (((member_id IS NOT NULL) OR sample)),
  constraint reviews_refusal_check CHECK ((refusal = ANY (ARRAY['insults'::text, 'personal_data'::text, 'advertising'::text, 'unlawful'::text, 'off_topic'::text, 'not_own'::text]))),
  constraint reviews_refusal_said CHECK (((state = 'refused'::text) = (refusal IS NOT NULL))),
  constraint reviews_sample_check CHECK (sample),
  constraint reviews_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
  constraint reviews_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'published'::text, 'refused'::text])))
);
CREATE INDEX reviews_decided ON public.reviews USING btree (brand_id, state, created_at, id) WHERE ((state <> 'pending'::text) AND (sample IS NULL));
CREATE UNIQUE INDEX reviews_one_each ON public.reviews USING btree (member_id);
CREATE INDEX reviews_published ON public.reviews USING btree (brand_id) WHERE (state = 'published'::text);
CREATE INDEX reviews_sample ON public.reviews USING btree (id) WHERE sample;
CREATE INDEX reviews_waiting ON public.reviews USING btree (brand_id, created_at) WHERE (state = 'pending'::text);

create table risk_hits (
  brand_id text not null,
  id uuid not null,
  rule_id uuid not null,
  version integer not null,
  member_id uuid not null,
  simulation_id uuid,
  hit_at timestamp with time zone not null,
  signals jsonb not null,
  constraint risk_hits_pkey PRIMARY KEY (brand_id, id),
  constraint risk_hits_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint risk_hits_simulation_fkey FOREIGN KEY (brand_id, simulation_id) REFERENCES risk_simulations(brand_id, id) ON DELETE CASCADE
);
CREATE INDEX risk_hits_age ON public.risk_hits USING btree (hit_at);
CREATE INDEX risk_hits_member ON public.risk_hits USING btree (member_id, rule_id, hit_at);
CREATE INDEX risk_hits_rule ON public.risk_hits USING btree (brand_id, rule_id, hit_at) WHERE (simulation_id IS NULL);
CREATE INDEX risk_hits_simulation ON public.risk_hits USING btree (brand_id, simulation_id) WHERE (simulation_id IS NOT NULL);

create table risk_rules (
  brand_id text not null,
  id uuid not null,
  version integer not null,
  name text not null,
  conditions jsonb not null,
  effect text not null,
  per_hour smallint,
  state text not null default 'draft'::text,
  made_by text not null,
  made_at timestamp with time zone not null,
  live_by text,
  live_at timestamp with time zone,
  applied_until timestamp with time zone,
  applied_until_id uuid,
  constraint risk_rules_pkey PRIMARY KEY (brand_id, id, version),
  constraint risk_rules_another_check CHECK (((effect <> 'slow'::text) OR (live_by IS NULL) OR (live_by <> made_by))),
  constraint risk_rules_effect_check CHECK ((effect = ANY (ARRAY['queue'::text, 'slow'::text]))),
  constraint risk_rules_live_check CHECK ((((live_at IS NULL) = (live_by IS NULL)) AND ((state <> 'live'::text) OR (live_at IS NOT NULL)))),
  constraint risk_rules_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint risk_rules_per_hour_check CHECK ((((effect = 'slow'::text) = (per_hour IS NOT NULL)) AND ((per_hour >= 1) AND (per_hour <= 60)))),
  constraint risk_rules_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'simulated'::text, 'live'::text, 'off'::text]))),
  constraint risk_rules_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX risk_rules_one_live ON public.risk_rules USING btree (brand_id, id) WHERE (state = 'live'::text);

create table risk_simulations (
  brand_id text not null,
  id uuid not null,
  rule_id uuid not null,
  version integer not null,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  done_at timestamp with time zone,
  failed boolean not null default false,
  result jsonb,
  constraint risk_simulations_pkey PRIMARY KEY (brand_id, id),
  constraint risk_simulations_rule_fkey FOREIGN KEY (brand_id, rule_id, version) REFERENCES risk_rules(brand_id, id, version),
  constraint risk_simulations_done_check CHECK (((result IS NULL) OR (done_at IS NOT NULL)))
);
CREATE INDEX risk_simulations_asked ON public.risk_simulations USING btree (asked_at);
CREATE UNIQUE INDEX risk_simulations_one ON public.risk_simulations USING btree (brand_id, rule_id, version) WHERE (done_at IS NULL);
CREATE INDEX risk_simulations_rule ON public.risk_simulations USING btree (brand_id, rule_id, asked_at);

create table saved_searches (
  member_id uuid not null,
  id uuid not null,
  name text,
  filters jsonb not null,
  region_id integer,
  city_id integer,
  seen_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  whole_country boolean not null default false,
  constraint saved_searches_pkey PRIMARY KEY (member_id, id),
  constraint saved_searches_city_id_fkey FOREIGN KEY (city_id) REFERENCES geo_cities(id),
  constraint saved_searches_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint saved_searches_region_id_fkey FOREIGN KEY (region_id) REFERENCES geo_regions(id),
  constraint saved_searches_check CHECK (((city_id IS NULL) OR (region_id IS NOT NULL))),
  constraint saved_searches_filters_check CHECK ((jsonb_typeof(filters) = 'object'::text)),
  constraint saved_searches_name_check CHECK (((name <> ''::text) AND (length(name) <= 60))),
  constraint saved_searches_whole_country_check CHECK (((NOT whole_country) OR (region_id IS NULL)))
);

create table schema_migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table search_settings (
  member_id uuid not null,
  filters jsonb not null default '{}'::jsonb,
  is_suggested boolean not null default false,
  region_id integer,
  city_id integer,
  whole_country boolean not null default false,
  left_region_id integer,
  constraint search_settings_pkey PRIMARY KEY (member_id),
  constraint search_settings_city_id_fkey FOREIGN KEY (city_id) REFERENCES geo_cities(id),
  constraint search_settings_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint search_settings_region_id_fkey FOREIGN KEY (region_id) REFERENCES geo_regions(id),
  constraint search_settings_check CHECK (((city_id IS NULL) OR (region_id IS NOT NULL))),
  constraint search_settings_filters_check CHECK ((jsonb_typeof(filters) = 'object'::text)),
  constraint search_settings_whole_country_check CHECK (((NOT whole_country) OR (region_id IS NULL)))
);

create table server_keys (
  kid text not null,
  purpose text not null,
  sealed_private_jwk text not null,
  public_jwk jsonb not null,
  created_at timestamp with time zone not null,
  retires_at timestamp with time zone not null,
  constraint server_keys_pkey PRIMARY KEY (kid),
  constraint server_keys_purpose_check CHECK ((purpose = 'signup'::text))
);

create table service_calls (
  service text not null,
  ok_at timestamp with time zone,
  failed_at timestamp with time zone,
  fault text,
  failures integer not null,
  failing_since timestamp with time zone,
  constraint service_calls_pkey PRIMARY KEY (service),
  constraint service_calls_failing_since_check CHECK (((failures > 0) = (failing_since IS NOT NULL))),
  constraint service_calls_fault_check CHECK ((fault = ANY (ARRAY['silent'::text, 'failing'::text, 'credentials'::text])))
);

create table sessions (
  token_hash bytea not null,
  id uuid not null,
  member_id uuid not null,
  brand_id text not null,
  device text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sessions_id_key UNIQUE (id),
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint sessions_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_member ON public.sessions USING btree (member_id);

create table signup_devices (
  brand_id text not null,
  signal_hash bytea not null,
  email_hash bytea not null,
  seen_at timestamp with time zone not null,
  constraint signup_devices_pkey PRIMARY KEY (brand_id, signal_hash, email_hash)
);
CREATE INDEX signup_devices_address ON public.signup_devices USING btree (email_hash);
CREATE INDEX signup_devices_seen ON public.signup_devices USING btree (seen_at);

create table staff (
  id uuid not null,
  email text not null,
  name text not null,
  locale text not null,
  password_hash text,
  state text not null,
  created_at timestamp with time zone not null,
  left_at timestamp with time zone,
  constraint staff_email_key UNIQUE (email),
  constraint staff_pkey PRIMARY KEY (id),
  constraint staff_check CHECK (((state <> 'active'::text) OR (password_hash IS NOT NULL))),
  constraint staff_check1 CHECK (((state = 'left'::text) = (left_at IS NOT NULL))),
  constraint staff_locale_check CHECK ((locale = ANY (ARRAY['it'::text, 'es'::text, 'fr'::text, 'en'::text]))),
  constraint staff_state_check CHECK ((state = ANY (ARRAY['invited'::text, 'active'::text, 'left'::text])))
);

create table staff_invitations (
  brand_id text not null,
  staff_id uuid not null,
  name text not null,
  roles text[] not null,
  invited_at timestamp with time zone not null,
  constraint staff_invitations_pkey PRIMARY KEY (brand_id, staff_id),
  constraint staff_invitations_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  constraint staff_invitations_roles_check CHECK ((((cardinality(roles) >= 1) AND (cardinality(roles) <= 5)) AND (roles <@ '{owner,support,moderator,finance,marketing}'::text[])))
);
CREATE INDEX staff_invitations_by_staff ON public.staff_invitations USING btree (staff_id);

create table staff_links (
  token_hash bytea not null,
  staff_id uuid not null,
  purpose text not null,
  expires_at timestamp with time zone not null,
  brand_id text,
  constraint staff_links_pkey PRIMARY KEY (token_hash),
  constraint staff_links_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  constraint staff_links_purpose_check CHECK ((purpose = ANY (ARRAY['invitation'::text, 'reset'::text])))
);
CREATE INDEX staff_links_by_staff ON public.staff_links USING btree (staff_id);

create table staff_passkeys (
  id uuid not null,
  staff_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint staff_passkeys_credential_id_key UNIQUE (credential_id),
  constraint staff_passkeys_pkey PRIMARY KEY (id),
  constraint staff_passkeys_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  constraint staff_passkeys_counter_check CHECK ((counter >= 0))
);
CREATE INDEX staff_passkeys_by_staff ON public.staff_passkeys USING btree (staff_id);

create table staff_recovery_codes (
  staff_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint staff_recovery_codes_pkey PRIMARY KEY (staff_id, code_hash),
  constraint staff_recovery_codes_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);

create table staff_roles (
  staff_id uuid not null,
  brand_id text not null,
  role text not null,
  given_at timestamp with time zone not null,
  constraint staff_roles_pkey PRIMARY KEY (staff_id, brand_id, role),
  constraint staff_roles_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  constraint staff_roles_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'support'::text, 'moderator'::text, 'finance'::text, 'marketing'::text])))
);
CREATE INDEX staff_roles_by_brand ON public.staff_roles USING btree (brand_id, role);

create table staff_sessions (
  token_hash bytea not null,
  id uuid not null,
  staff_id uuid not null,
  network text not null,
  device text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  second_factor_at timestamp with time zone,
  proved_at timestamp with time zone,
  constraint staff_sessions_id_key UNIQUE (id),
  constraint staff_sessions_pkey PRIMARY KEY (token_hash),
  constraint staff_sessions_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);
CREATE INDEX staff_sessions_by_end ON public.staff_sessions USING btree (expires_at);
CREATE INDEX staff_sessions_by_staff ON public.staff_sessions USING btree (staff_id);

create table staff_totp (
  staff_id uuid not null,
  secret text,
  pending text,
  last_step integer not null default 0,
  constraint staff_totp_pkey PRIMARY KEY (staff_id),
  constraint staff_totp_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  constraint staff_totp_check CHECK (((secret IS NOT NULL) OR (pending IS NOT NULL)))
);

create table staff_views (
  brand_id text not null,
  id uuid not null,
  staff_id uuid not null,
  page text not null,
  name text not null,
  query jsonb not null,
  is_default boolean not null default false,
  shared_at timestamp with time zone,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint staff_views_pkey PRIMARY KEY (brand_id, id),
  constraint staff_views_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE,
  constraint staff_views_query_check CHECK (((jsonb_typeof(query) = 'object'::text) AND (octet_length((query)::text) <= 2000))),
  constraint staff_views_texts_check CHECK (((page <> ''::text) AND ((char_length(name) >= 1) AND (char_length(name) <= 60))))
);
CREATE UNIQUE INDEX staff_views_default ON public.staff_views USING btree (brand_id, staff_id, page) WHERE (is_default AND (deleted_at IS NULL));
CREATE INDEX staff_views_deleted ON public.staff_views USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX staff_views_name ON public.staff_views USING btree (brand_id, staff_id, page, lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX staff_views_shared ON public.staff_views USING btree (brand_id) WHERE ((shared_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX staff_views_staff ON public.staff_views USING btree (staff_id);

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
  started_at timestamp with time zone not null,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  cancelled_at timestamp with time zone,
  notice_sent_at timestamp with time zone,
  notice_due_at timestamp with time zone,
  next_try_at timestamp with time zone,
  tries smallint not null default 0,
  grace_until timestamp with time zone,
  anchored_at timestamp with time zone not null,
  site_origin text,
  next_plan jsonb,
  card_notice_at timestamp with time zone,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id),
  constraint subscriptions_state_check CHECK ((state = ANY (ARRAY['active'::text, 'cancelled'::text, 'past_due'::text, 'ended'::text])))
);
CREATE INDEX subscriptions_by_plan ON public.subscriptions USING btree (brand_id, flow_id, plan_id) WHERE (state = ANY (ARRAY['active'::text, 'past_due'::text, 'cancelled'::text]));
CREATE INDEX subscriptions_due ON public.subscriptions USING btree (period_end) WHERE (state = ANY (ARRAY['active'::text, 'past_due'::text, 'cancelled'::text]));
CREATE INDEX subscriptions_end ON public.subscriptions USING btree ((
CASE
    WHEN ((state = 'cancelled'::text) OR (NOT renews)) THEN period_end
    ELSE grace_until
END), id) WHERE (state = ANY (ARRAY['active'::text, 'past_due'::text, 'cancelled'::text]));
CREATE INDEX subscriptions_ended ON public.subscriptions USING btree (brand_id, COALESCE(grace_until, period_end)) WHERE (state = 'ended'::text);
CREATE INDEX subscriptions_member ON public.subscriptions USING btree (member_id);
CREATE INDEX subscriptions_notice ON public.subscriptions USING btree (notice_due_at) WHERE (renews AND (state = 'active'::text) AND (notice_sent_at IS NULL));
CREATE INDEX subscriptions_notice_due ON public.subscriptions USING btree (notice_due_at) WHERE (renews AND (state = 'active'::text));
CREATE UNIQUE INDEX subscriptions_running ON public.subscriptions USING btree (member_id) WHERE (state = ANY (ARRAY['active'::text, 'past_due'::text]));
CREATE INDEX subscriptions_try ON public.subscriptions USING btree (next_try_at) WHERE (renews AND (state = ANY (ARRAY['active'::text, 'past_due'::text])));

create table system_inbox (
  member_id uuid not null,
  conversation text not null,
  last_seq integer not null,
  last_at timestamp with time zone not null,
  read_seq integer not null default 0,
  constraint system_inbox_pkey PRIMARY KEY (member_id, conversation),
  constraint system_inbox_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint system_inbox_check CHECK (((read_seq >= 0) AND (read_seq <= last_seq))),
  constraint system_inbox_conversation_check CHECK ((conversation = ANY (ARRAY['000000'::text, '111111'::text, 'admin'::text]))),
  constraint system_inbox_last_seq_check CHECK ((last_seq > 0))
);

create table system_messages (
  member_id uuid not null,
  conversation text not null,
  seq integer not null,
  id uuid not null,
  kind text not null,
  facts jsonb not null,
  created_at timestamp with time zone not null,
  constraint system_messages_pkey PRIMARY KEY (member_id, conversation, seq),
  constraint system_messages_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint system_messages_conversation_check CHECK ((conversation = ANY (ARRAY['000000'::text, '111111'::text, 'admin'::text]))),
  constraint system_messages_seq_check CHECK ((seq > 0))
);

create table telegram_links (
  member_id uuid not null,
  brand_id text not null,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  chat_hash bytea,
  chat_sealed text,
  linked_at timestamp with time zone,
  last_ok_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_why text,
  constraint telegram_links_brand_id_chat_hash_key UNIQUE (brand_id, chat_hash),
  constraint telegram_links_brand_id_code_hash_key UNIQUE (brand_id, code_hash),
  constraint telegram_links_pkey PRIMARY KEY (member_id),
  constraint telegram_links_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint telegram_links_chat_check CHECK ((((chat_hash IS NULL) = (chat_sealed IS NULL)) AND ((chat_hash IS NULL) = (linked_at IS NULL)))),
  constraint telegram_links_code_check CHECK (((code_hash IS NULL) = (code_expires_at IS NULL))),
  constraint telegram_links_ended_check CHECK ((((ended_at IS NULL) = (ended_why IS NULL)) AND ((ended_at IS NULL) OR (chat_hash IS NULL)))),
  constraint telegram_links_why_check CHECK ((ended_why = ANY (ARRAY['stopped'::text, 'blocked'::text, 'gone'::text, 'taken'::text, 'removed'::text])))
);

create table ticket_messages (
  brand_id text not null,
  ticket_id uuid not null,
  id uuid not null,
  member_id uuid,
  kind text not null,
  via text not null,
  author uuid,
  body text not null,
  quoted text,
  from_address text,
  subject text,
  left_out text[] not null default '{}'::text[],
  message_id text,
  source_hash bytea,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  email_id uuid,
  undo jsonb,
  constraint ticket_messages_pkey PRIMARY KEY (brand_id, ticket_id, id),
  constraint ticket_messages_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint ticket_messages_ticket_fkey FOREIGN KEY (brand_id, ticket_id) REFERENCES tickets(brand_id, id) ON DELETE CASCADE,
  constraint ticket_messages_author_check CHECK (((author IS NOT NULL) = (kind = ANY (ARRAY['answer'::text, 'note'::text])))),
  constraint ticket_messages_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 20000))),
  constraint ticket_messages_kind_check CHECK ((kind = ANY (ARRAY['member'::text, 'answer'::text, 'note'::text, 'automatic'::text]))),
  constraint ticket_messages_sent_check CHECK (((kind = 'answer'::text) OR ((sent_at IS NULL) AND (email_id IS NULL) AND (undo IS NULL)))),
  constraint ticket_messages_undo_check CHECK (((sent_at IS NULL) OR (undo IS NULL))),
  constraint ticket_messages_via_check CHECK ((via = ANY (ARRAY['form'::text, 'mail'::text, 'console'::text])))
);
CREATE INDEX ticket_messages_member ON public.ticket_messages USING btree (member_id);
CREATE UNIQUE INDEX ticket_messages_source ON public.ticket_messages USING btree (brand_id, ticket_id, source_hash) WHERE (source_hash IS NOT NULL);

create table tickets (
  brand_id text not null,
  id uuid not null,
  member_id uuid,
  signed_in boolean not null,
  name text not null,
  email text not null,
  topic text not null,
  subject text not null,
  locale text not null,
  state text not null default 'open'::text,
  assigned_to uuid,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  version integer not null default 1,
  opened_at timestamp with time zone not null,
  waiting_since timestamp with time zone,
  last_at timestamp with time zone not null,
  first_answered_at timestamp with time zone,
  constraint tickets_pkey PRIMARY KEY (brand_id, id),
  constraint tickets_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint tickets_claimed_check CHECK (((claimed_by IS NULL) = (claimed_until IS NULL))),
  constraint tickets_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint tickets_state_check CHECK ((state = ANY (ARRAY['open'::text, 'waiting'::text, 'closed'::text]))),
  constraint tickets_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 120))),
  constraint tickets_topic_check CHECK ((topic = ANY (ARRAY['service'::text, 'account'::text, 'payments'::text, 'safety'::text, 'privacy'::text, 'other'::text]))),
  constraint tickets_waiting_check CHECK (((state = 'open'::text) = (waiting_since IS NOT NULL)))
);
CREATE INDEX tickets_answered ON public.tickets USING btree (brand_id, first_answered_at) WHERE (first_answered_at IS NOT NULL);
CREATE INDEX tickets_assigned ON public.tickets USING btree (brand_id, assigned_to, last_at, id) WHERE (state <> 'closed'::text);
CREATE INDEX tickets_closed ON public.tickets USING btree (brand_id, last_at, id) WHERE (state = 'closed'::text);
CREATE INDEX tickets_email ON public.tickets USING btree (brand_id, email);
CREATE INDEX tickets_last ON public.tickets USING btree (last_at);
CREATE INDEX tickets_member ON public.tickets USING btree (member_id);
CREATE INDEX tickets_open ON public.tickets USING btree (brand_id, waiting_since, id) WHERE (state = 'open'::text);
CREATE INDEX tickets_waiting ON public.tickets USING btree (brand_id, last_at, id) WHERE (state = 'waiting'::text);

create table trusted_flaggers (
  brand_id text not null,
  id uuid not null,
  name text not null,
  email text not null,
  token_hash bytea not null,
  added_by text not null,
  added_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint trusted_flaggers_token_hash_key UNIQUE (token_hash),
  constraint trusted_flaggers_pkey PRIMARY KEY (brand_id, id),
  constraint trusted_flaggers_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  constraint trusted_flaggers_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE UNIQUE INDEX trusted_flaggers_current ON public.trusted_flaggers USING btree (brand_id, email) WHERE (ended_at IS NULL);

create table upkeep (
  what text not null,
  at timestamp with time zone not null,
  constraint upkeep_pkey PRIMARY KEY (what),
  constraint upkeep_what_check CHECK ((what = ANY (ARRAY['backup'::text, 'log'::text, 'restore_proved'::text, 'restore_faulty'::text])))
);

create table used_tokens (
  kind text not null,
  token_hash bytea not null,
  ends_at timestamp with time zone not null,
  constraint used_tokens_pkey PRIMARY KEY (kind, token_hash)
);
CREATE INDEX used_tokens_by_end ON public.used_tokens USING btree (ends_at);

create table visit_days (
  brand_id text not null,
  day date not null,
  entry text not null,
  source text not null,
  campid text not null,
  flow_id text not null,
  country text not null,
  visits integer not null,
  constraint visit_days_pkey PRIMARY KEY (brand_id, day, entry, source, campid, flow_id, country),
  constraint visit_days_visits_check CHECK ((visits > 0))
);
CREATE INDEX visit_days_day ON public.visit_days USING btree (day);

create table visits (
  member_id uuid not null,
  other_id uuid not null,
  last_at timestamp with time zone not null,
  constraint visits_pkey PRIMARY KEY (member_id, other_id),
  constraint visits_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint visits_other_id_fkey FOREIGN KEY (other_id) REFERENCES members(id) ON DELETE CASCADE
);
CREATE INDEX visits_newest ON public.visits USING btree (member_id, last_at DESC);
CREATE INDEX visits_other ON public.visits USING btree (other_id);
CREATE INDEX visits_time ON public.visits USING brin (last_at) WITH (pages_per_range='32', autosummarize='on');

create table wallets (
  member_id uuid not null,
  brand_id text not null,
  messages integer not null default 0,
  icebreakers integer not null default 0,
  likes integer not null default 0,
  constraint wallets_pkey PRIMARY KEY (member_id),
  constraint wallets_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE,
  constraint wallets_icebreakers_check CHECK ((icebreakers >= 0)),
  constraint wallets_likes_check CHECK ((likes >= 0)),
  constraint wallets_messages_check CHECK ((messages >= 0))
);

CREATE OR REPLACE FUNCTION public.cell_of(degrees real)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select floor(degrees::float8 * 10)::integer
$function$;

CREATE OR REPLACE FUNCTION public.km_between_cells(a_row integer, a_column integer, b_row integer, b_column integer)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select 11.12 * sqrt((a_row - b_row)::float8 ^ 2 + ((a_column - b_column) * cos(radians((a_row + b_row + 1) * 0.05))) ^ 2)
$function$;

CREATE OR REPLACE FUNCTION public.move_credits(p_member uuid, p_brand text, p_transfer uuid, p_account text, p_house text, p_amount integer, p_key text, p_at timestamp with time zone)
 RETURNS TABLE(outcome text, messages integer, icebreakers integer, likes integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  held wallets;
  is_repeated boolean;
begin
  select * into held from wallets w where w.member_id = p_member for update;
  if not found then return; end if;
  -- The entry of a paid message has the message's id as its own and shares this key (send_messages).
  select true into is_repeated from ledger_transfers t
  where t.member_id = p_member and t.idempotency_key = p_key and t.idempotency_key <> 'message';
  if is_repeated then
    return query select 'repeated', held.messages, held.icebreakers, held.likes; return;
  elsif p_amount = 0 then
    return query select 'moved', held.messages, held.icebreakers, held.likes; return;
  elsif (p_amount + case p_account when 'messages' then held.messages when 'icebreakers' then held.icebreakers else held.likes end) < 0 then
    return query select 'insufficient', held.messages, held.icebreakers, held.likes; return;
  end if;
  insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at, level)
  values (p_member, p_transfer, p_brand,
    case when p_amount > 0 then 'house:' || p_house else 'wallet:' || p_account end,
    case when p_amount > 0 then 'wallet:' || p_account else 'house:' || p_house end,
    abs(p_amount), p_key, p_at, (select m.level from members m where m.id = p_member));
  return query
    update wallets w set
      messages = w.messages + case p_account when 'messages' then p_amount else 0 end,
      icebreakers = w.icebreakers + case p_account when 'icebreakers' then p_amount else 0 end,
      likes = w.likes + case p_account when 'likes' then p_amount else 0 end
    where w.member_id = p_member
    returning 'moved', w.messages, w.icebreakers, w.likes;
end $function$;

CREATE OR REPLACE FUNCTION public.send_messages(p_now timestamp with time zone, p_followed boolean, p_brand text[], p_pool text[], p_sender uuid[], p_recipient uuid[], p_conversation uuid[], p_message uuid[], p_client_message uuid[], p_body text[], p_level smallint[], p_cost integer[])
 RETURNS TABLE(n integer, seq integer, messages_left integer, icebreakers_left integer, likes_left integer, recipient_unread integer, sender_name text, sender_photo uuid, sender_sample boolean)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
declare
  paid integer[];
  sent integer[];
  places integer[];
  seqs integer[];
  names text[];
  photos uuid[];
  samples boolean[];
  messages integer[];
  icebreakers integer[];
  likes integer[];
  received bigint[];
  reads integer[];
  due bigint[];
  conversations integer;
  sides integer;
  changed integer;
begin
  -- The debit is the lock; it is put back below where the checks under it say no.
  with debited as (
    update wallets w set messages = w.messages - d.cost
    from (
      select b.n, b.sender, b.cost from unnest(p_sender, p_cost) with ordinality b (sender, cost, n)
      where b.cost > 0 order by b.sender) d
    where w.member_id = d.sender and w.messages >= d.cost
    returning d.n)
  select coalesce(array_agg(d.n), '{}') into paid from debited d;

  -- Read after the lock is held: what was committed before counts.
  with allowed as (
    select b.n, b.conversation, shown_name(s.screen_name, s.locale) as name, s.sample, p.id as photo, w.messages, w.icebreakers, w.likes
    from (
      -- A member's first message of a conversation keeps back the other's later one, so that they stay in order.
      select b.*, bool_and(case when c.low_id = b.sender then c.low_wrote else c.high_wrote end)
        over (partition by b.conversation order by b.n) as have_written
      from unnest(p_sender, p_recipient, p_conversation, p_client_message, p_pool, p_level, p_cost) with ordinality
        b (sender, recipient, conversation, client_message, pool, level, cost, n)
      join conversations c on c.id = b.conversation and coalesce(c.invite_state, 'accepted') = 'accepted') b
    join members s on s.id = b.sender and s.state = 'active' and s.level = b.level
      and (s.no_messages_until is null or s.no_messages_until <= p_now)
    join wallets w on w.member_id = b.sender
    join members r on r.id = b.recipient and r.state = 'active' and r.pool_id = b.pool
      and (r.email_confirmed_at is not null or not r.needs_confirmation)
    left join member_photos p on p.member_id = b.sender and p.is_default and p.state = 'approved'
    where b.have_written and (b.cost = 0 or b.n = any(paid))
      and not exists (select from blocks x where x.member_id = b.sender and x.other_id = b.recipient)
      and not exists (
        select from messages x
        where x.conversation_id = b.conversation
          and uuid_hash_extended(x.client_message_id, uuid_hash_extended(x.sender_id, 0))
            = uuid_hash_extended(b.client_message, uuid_hash_extended(b.sender, 0))
          and x.sender_id = b.sender and x.client_message_id = b.client_message))
  select coalesce(array_agg(a.n), '{}'), array_agg(a.place), array_agg(a.name), array_agg(a.photo), array_agg(a.sample),
    array_agg(a.messages), array_agg(a.icebreakers), array_agg(a.likes), count(distinct a.conversation)
  into sent, places, names, photos, samples, messages, icebreakers, likes, conversations
  from (select *, (row_number() over (partition by conversation order by n))::integer as place from allowed) a;

  if not paid <@ sent then
    update wallets w set messages = w.messages + p_cost[d.n]
    from unnest(paid) d (n) where d.n <> all(sent) and w.member_id = p_sender[d.n];
  end if;
  if cardinality(sent) = 0 then return; end if;

  with side as (
    -- One row for each member of each conversation: with what they wrote, and with what was written to them. Messages
    -- are numbered from the row's last one.
    update inbox i set last_seq = i.last_seq + greatest(d.own, d.others), last_at = greatest(i.last_at, p_now),
      unread = case when d.own is null then i.unread + 1 when d.others > d.own then 1 else 0 end,
      read_seq = coalesce(i.last_seq + d.own, i.read_seq),
      other_read_seq = coalesce(i.last_seq + d.others - 1, i.other_read_seq)
    from (
      select p_conversation[b.n] as conversation, m.member_id, max(b.place) filter (where m.own) as own,
        max(b.place) filter (where not m.own) as others, max(b.at) filter (where not m.own) as at
      from unnest(sent, places) with ordinality b (n, place, at)
      cross join lateral (values (p_sender[b.n], true), (p_recipient[b.n], false)) m (member_id, own)
      group by 1, 2 order by 1, 2) d
    where i.member_id = d.member_id and i.conversation_id = d.conversation
    returning d.conversation, old.last_seq as before, d.at,
      case when d.own < d.others then old.last_seq + d.own else old.read_seq end as read),
  numbered as (select conversation, min(before) as before, max(before) as latest from side group by conversation)
  select (select count(*) from side), (select array_agg(d.at order by d.at) from side d where d.at is not null),
    (select array_agg(d.read order by d.at) from side d where d.at is not null),
    array_agg(c.before + places[b.at] order by b.at), count(*) filter (where c.before <> c.latest)
  into sides, received, reads, seqs, changed
  from unnest(sent) with ordinality b (n, at) join numbered c on c.conversation = p_conversation[b.n];
  if sides <> 2 * conversations or changed > 0 then
    raise exception 'a conversation of the batch has not two equal sides';
  end if;

  with stored as (
    insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
    select p_conversation[d.n], d.seq, p_message[d.n], p_sender[d.n], p_client_message[d.n], p_body[d.n], false, p_level[d.n],
      p_cost[d.n], p_now
    from unnest(sent, seqs) d (n, seq)
  ), booked as (
    insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at, level)
    select p_sender[d.n], p_message[d.n], p_brand[d.n], 'wallet:messages', 'house:spent', p_cost[d.n], 'message', p_now, p_level[d.n]
    from unnest(sent) d (n) where p_cost[d.n] > 0
  )
  -- Read while the lists are locked, as those that change the rest lock them first: withdrawing the last message, and the
  -- job of a notice.
  select (
    select count(*) from unnest(sent) d (n)
    where not exists (
      select from conversations c where c.id = p_conversation[d.n] and coalesce(c.invite_state, 'accepted') = 'accepted'
        and case when c.low_id = p_sender[d.n] then c.low_wrote else c.high_wrote end)), (
    -- While a job is planned that looks at the conversation, and until a notice about it has been opened, none is due.
    select array_agg(d.at) from unnest(received, reads) d (at, read)
    where p_followed or not exists (
      select from notices m where m.member_id = p_recipient[sent[d.at]] and m.event = 'message' and m.about = p_conversation[sent[d.at]]
        and (m.planned or m.seq > d.read)))
  into changed, due;
  if changed > 0 then raise exception 'a conversation of the batch has been withdrawn'; end if;

  if due is not null then
    insert into outbox (id, topic, payload, created_at)
    select p_message[sent[d.at]], 'message', jsonb_build_object('conversationId', p_conversation[sent[d.at]],
      'seq', seqs[d.at], 'senderId', p_sender[sent[d.at]], 'recipientId', p_recipient[sent[d.at]]), p_now
    from unnest(due) d (at);
  end if;

  return query
  select d.n, d.seq, d.messages, d.icebreakers, d.likes,
    (select coalesce(sum(i.unread), 0)::integer from inbox i where i.member_id = p_recipient[d.n])
      + (select coalesce(sum(y.last_seq - y.read_seq), 0)::integer from system_inbox y where y.member_id = p_recipient[d.n]), d.name, d.photo, d.sample
  from unnest(sent, seqs, messages, icebreakers, likes, names, photos, samples)
    d (n, seq, messages, icebreakers, likes, name, photo, sample);
end $function$;

CREATE OR REPLACE FUNCTION public.send_one_message(p_now timestamp with time zone, p_followed boolean, p_message jsonb)
 RETURNS TABLE(status text, message_id uuid, seq integer, sent_at timestamp with time zone, icebreaker boolean, messages_left integer, icebreakers_left integer, likes_left integer, recipient_unread integer, sender_name text, sender_photo uuid, sender_sample boolean)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  p record;
  w record;
  f record;
  upload_kind text;
  upload_seq integer;
  refusal text;
  n integer;
  is_ordinary boolean;
  is_first boolean := false;
  has_begun boolean;
  invite text;
  inviter uuid;
  is_match boolean := false;
  price integer;
  account text := 'messages';
  side uuid;
  number integer;
  mark integer;
  recipient_read integer;
  later record;
begin
  select * into p from jsonb_to_record(p_message) as r (
    conversation uuid, message uuid, brand text, pool text, sender uuid, recipient uuid, client_message uuid, body text,
    level smallint, first_account text, first_cost integer, next_cost integer, invites boolean, reply_to integer, media uuid);
  select messages, icebreakers, likes into w from wallets where member_id = p.sender for no key update;
  if not found then
    return query select 'gone', null::uuid, 0, p_now, false, 0, 0, 0, 0, null::text, null::uuid, null::boolean; return;
  end if;
  if p.media is not null then
    select a.kind, a.seq into upload_kind, upload_seq from message_media a
      where a.id = p.media and a.sender_id = p.sender and a.conversation_id = p.conversation for update;
  end if;

  -- Read after the lock is held: what was committed before counts.
  select s.state = 'active' and s.level = p.level as may_send, s.no_messages_until > p_now as is_silenced, shown_name(s.screen_name, s.locale) as name, s.sample,
    (select h.id from member_photos h where h.member_id = p.sender and h.is_default and h.state = 'approved') as photo,
    r.state = 'active' and r.pool_id = p.pool and (r.email_confirmed_at is not null or not r.needs_confirmation)
      and not exists (select from blocks b where b.member_id = p.sender and b.other_id = p.recipient)
      and (not r.is_hidden or likes.sender
        or exists (select from inbox i where i.member_id = p.sender and i.other_id = p.recipient)) as is_open,
    r.first_messages_from = 'everyone' or (r.first_messages_from = 'verified' and s.verified_at is not null)
      or likes.sender as may_begin, likes.sender as is_liked,
    x.id, x.seq, x.body, x.reply_to, x.media, x.created_at, x.icebreaker, x.edited_at is not null or x.withdrawn_at is not null as is_changed,
    case when c.low_id = p.sender then c.low_wrote else c.high_wrote end and coalesce(c.invite_state, 'accepted') = 'accepted' as has_written
  into f
  from members s
  left join members r on r.id = p.recipient
  cross join lateral (select exists (
    select from reactions y where y.member_id = p.recipient and y.other_id = p.sender and y.kind = 'like') as sender) likes
  left join conversations c on c.id = p.conversation
  left join messages x on x.conversation_id = p.conversation
    and uuid_hash_extended(x.client_message_id, uuid_hash_extended(x.sender_id, 0))
      = uuid_hash_extended(p.client_message, uuid_hash_extended(p.sender, 0))
    and x.sender_id = p.sender and x.client_message_id = p.client_message
  where s.id = p.sender;

  if f.id is not null then
    -- What was first in a message that was edited or withdrawn is not known any more.
    return query select case
        when f.is_changed or f.body = p.body and f.reply_to is not distinct from p.reply_to
          and case when p.media is null then f.media is null else f.seq = upload_seq end then 'repeated'
        else 'key_reused' end,
      f.id, f.seq, f.created_at, f.icebreaker, w.messages, w.icebreakers, w.likes, 0, f.name, f.photo, f.sample;
    return;
  end if;
  refusal := case
    when f.may_send is not true then 'stale'
    when f.is_silenced then 'messaging_off'
    when f.is_open is not true then 'closed'
    -- One upload is one message.
    when p.media is not null and (upload_kind is null or upload_seq is not null) then 'gone'
  end;
  -- Where all were withdrawn there is nothing to answer.
  if refusal is null and p.reply_to is not null and not exists (
    select from messages q join conversations c on c.id = q.conversation_id and (c.low_wrote or c.high_wrote)
    where q.conversation_id = p.conversation and q.seq = p.reply_to) then
    refusal := 'gone';
  end if;
  if refusal is null and p.media is not null
    and not exists (select from conversations c where c.id = p.conversation and c.low_wrote and c.high_wrote) then
    refusal := 'not_answered';
  end if;
  if refusal is not null then
    return query select refusal, null::uuid, 0, p_now, false, w.messages, w.icebreakers, w.likes, 0, f.name, f.photo, f.sample;
    return;
  end if;

  -- Nearly always.
  is_ordinary := f.has_written is true and w.messages >= p.next_cost;
  price := p.next_cost;

  if not is_ordinary then
    -- The first message makes the conversation; the price is checked before, so that a refused first message leaves nothing behind.
    -- Where all were withdrawn the next is the first again, under the next number.
    loop
      select c.low_wrote or c.high_wrote, c.invite_state,
        (select m.sender_id from messages m where m.conversation_id = c.id and m.seq = c.invite_seq)
      into has_begun, invite, inviter from conversations c where c.id = p.conversation for update;
      is_first := has_begun is not true;
      is_match := f.is_liked and exists (
        select from reactions y where y.member_id = p.sender and y.other_id = p.recipient and y.kind = 'like');
      account := case
        when not is_first then 'messages'
        when p.first_account <> 'icebreakers_else_messages' then p.first_account
        when w.icebreakers > 0 then 'icebreakers'
        else 'messages' end;
      price := case when not is_first then p.next_cost when account = 'icebreakers' then 1 else p.first_cost end;
      refusal := case
        -- A declined invite reads to its sender like one that waits.
        when inviter = p.sender and (invite = 'declined' or invite = 'pending' and not is_match) then 'invite_pending'
        when is_first and f.may_begin is not true then 'not_accepted'
        -- Before the price: no one buys credits for what they may not send.
        when is_first and exists (
          select from first_message_limits l where l.member_id = p.sender and l.until_at > p_now
            and l.window_start > p_now - interval '1 hour' and l.begun >= l.per_hour) then 'slowed'
        when price > 0 and (case account when 'icebreakers' then w.icebreakers else w.messages end) < price then 'no_credits'
      end;
      if refusal is not null then
        return query select refusal, null::uuid, 0, p_now, is_first and refusal = 'no_credits', w.messages, w.icebreakers, w.likes, 0,
          f.name, f.photo, f.sample;
        return;
      end if;
      exit when has_begun is not null;
      insert into conversations (id, pool_id, low_id, high_id, created_at)
        values (p.conversation, p.pool, least(p.sender, p.recipient), greatest(p.sender, p.recipient), p_now)
        on conflict (id) do nothing;
    end loop;
    -- Who was invited accepts by writing; a match counts as accepted, too.
    update conversations c set invite_state = case when c.invite_state is null then null else 'accepted' end,
      low_wrote = c.low_wrote or c.low_id = p.sender, high_wrote = c.high_wrote or c.high_id = p.sender
      where c.id = p.conversation;
  end if;

  if is_first then
    update first_message_limits l set
      begun = case when l.window_start > p_now - interval '1 hour' then l.begun else 0 end + 1,
      window_start = case when l.window_start > p_now - interval '1 hour' then l.window_start else p_now end
      where l.member_id = p.sender and l.until_at > p_now;
    insert into inbox (member_id, conversation_id, other_id, last_seq, last_at)
      values (p.sender, p.conversation, p.recipient, 0, p_now), (p.recipient, p.conversation, p.sender, 0, p_now)
      on conflict (member_id, conversation_id) do nothing;
  end if;
  foreach side in array array[least(p.sender, p.recipient), greatest(p.sender, p.recipient)] loop
    update inbox i set last_seq = i.last_seq + 1, last_at = greatest(i.last_at, p_now),
      unread = case when i.member_id = p.sender then 0 else i.unread + 1 end,
      read_seq = case when i.member_id = p.sender then i.last_seq + 1 else i.read_seq end,
      other_read_seq = case when i.member_id = p.sender then i.other_read_seq else i.last_seq end
      where i.member_id = side and i.conversation_id = p.conversation
      returning i.last_seq, i.read_seq into number, mark;
    if number is null or number <> n then raise exception 'conversation % has not two equal sides', p.conversation; end if;
    n := number;
    if side = p.recipient then recipient_read := mark; end if;
  end loop;

  if price > 0 then
    update wallets set
      messages = messages - case account when 'messages' then price else 0 end,
      icebreakers = icebreakers - case account when 'icebreakers' then price else 0 end
      where member_id = p.sender returning messages, icebreakers, likes into w;
    insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at, level)
      values (p.sender, p.message, p.brand, 'wallet:' || account, 'house:spent', price, 'message', p_now, p.level);
  end if;

  insert into messages (
      conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at, reply_to, media)
    values (p.conversation, n, p.message, p.sender, p.client_message, p.body, is_first, p.level, price, p_now, p.reply_to, upload_kind);
  if p.media is not null then
    update message_media a set seq = n where a.id = p.media;
  end if;
  -- In a flow with invites a first message waits to be accepted, unless the two like each other.
  if is_first and p.invites and not is_match then
    update conversations c set invite_seq = n, invite_state = 'pending' where c.id = p.conversation;
  end if;

  -- Read while the lists are locked, as those that change it lock them first: withdrawing the last message, and the job
  -- of a notice.
  select
    (select case when c.low_id = p.sender then c.low_wrote else c.high_wrote end and coalesce(c.invite_state, 'accepted') = 'accepted'
      from conversations c where c.id = p.conversation) as has_written,
    -- While a job is planned that looks at the conversation, and until a notice about it has been opened, none is due.
    p_followed or not exists (
      select from notices m where m.member_id = p.recipient and m.event = 'message' and m.about = p.conversation
        and (m.planned or m.seq > recipient_read)) as is_due,
    (select coalesce(sum(i.unread), 0)::integer from inbox i where i.member_id = p.recipient)
      + (select coalesce(sum(y.last_seq - y.read_seq), 0)::integer from system_inbox y where y.member_id = p.recipient) as unread
  into later;
  if is_ordinary and later.has_written is not true then
    raise exception 'conversation % has been withdrawn meanwhile', p.conversation using errcode = 'serialization_failure';
  end if;
  if later.is_due then
    insert into outbox (id, topic, payload, created_at)
      values (p.message, 'message', jsonb_build_object('conversationId', p.conversation, 'seq', n, 'senderId', p.sender, 'recipientId', p.recipient), p_now);
  end if;

  return query select 'sent', p.message, n, p_now, is_first, w.messages, w.icebreakers, w.likes, later.unread, f.name, f.photo, f.sample;
end $function$;

CREATE OR REPLACE FUNCTION public.shown_name(p_chosen text, p_locale text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(p_chosen, case p_locale when 'it' then 'Membro' when 'es' then 'Miembro' when 'fr' then 'Membre' else 'Member' end)
$function$;
