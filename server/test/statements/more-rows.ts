import type pg from 'pg'
import { insertBystanderRows } from '#test/support/bystander-rows.ts'

/** Rows that `loadMembers` does not make. An empty table is read through whatever its indexes are. */
export async function addMoreRows(client: pg.Client): Promise<void> {
  await dropChecks(client)
  for (const statement of insertBystanderRows(new Date())) {
    const [, table = ''] = /insert into (\w+)/.exec(statement) ?? []
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount === 0) await client.query(statement)
  }
  for (const statement of others) await client.query(statement)
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'geo\\_%'",
  )
  for (const { name } of rows) await client.query(`analyze ${name}`)
  await client.query('analyze graphile_worker._private_jobs')
}

/** No plan depends on checks of values, and made-up values would violate many. */
async function dropChecks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as "table", conname as name from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace and conislocal`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint "${name}"`)
}

const others = [
  `insert into push_keys (brand_id, public_key, private_key_sealed, created_at) select distinct brand_id, 'a', 'b', now() from members`,
  `insert into push_devices (member_id, id, brand_id, session_id, endpoint_hash, subscription_sealed, created_at, renewed_at)
    select member_id, id, brand_id, id, token_hash, 'sealed', created_at, created_at from sessions`,
  `insert into telegram_links (member_id, brand_id, chat_hash, chat_sealed, linked_at)
    select id, brand_id, sha256(id::text::bytea), 'sealed', created_at from members`,
  `insert into deliveries (member_id, id, channel, event, created_at) select id, id, 'push', 'message', created_at from members`,
  `insert into payment_differences (id, attempt_id, brand_id, what, ours_state, ours_minor, ours_currency, theirs_state, found_at, seen_at, settled_at)
    select id, id, brand_id, 'state', state, amount_minor, currency, 'failed', created_at, created_at,
      case when n % 20 = 0 then null else created_at end
    from (select *, row_number() over (order by id) as n from payment_attempts) a`,
  // One in twenty waits.
  `insert into cases (brand_id, id, kind, subject_id, member_id, source, risk, opened_at, due_at, state, verdict, decided_by, decided_at)
    select brand_id, id, 'report', id, id, 'member', n % 100, created_at, created_at + interval '3 days',
      case when n % 20 = 0 then 'open' else 'closed' end, case when n % 20 = 0 then null else 'dismiss' end,
      case when n % 20 = 0 then null else 'staff:1' end, case when n % 20 = 0 then null else created_at end
    from (select *, row_number() over (order by id) as n from members) m`,
  `insert into case_skips (brand_id, case_id, staff_id, skipped_at) select brand_id, id, 'staff:1', now() from cases where state = 'open'`,
  `insert into risk_rules (brand_id, id, version, name, conditions, effect, per_hour, state, made_by, made_at, live_by, live_at, applied_until)
    select b.brand_id, gen_random_uuid(), 1, 'a', '[{"signal": "reports", "is": "atLeast", "value": 3}]', 'slow', 5,
      case when n % 2 = 0 then 'live' else 'off' end, 'staff:1', now(), 'staff:2', now(), now()
    from (select distinct brand_id from members) b, generate_series(1, 20) n`,
  `insert into risk_simulations (brand_id, id, rule_id, version, asked_by, asked_at, done_at, result)
    select brand_id, id, id, 1, 'staff:1', made_at, made_at, '{}' from risk_rules`,
  `insert into risk_hits (brand_id, id, rule_id, version, member_id, simulation_id, hit_at, signals)
    select m.brand_id, gen_random_uuid(), r.id, 1, m.id, case when m.n % 2 = 0 then r.id end, m.created_at, '[]'
    from (select *, row_number() over (order by id) as n from members) m
      join lateral (select id from risk_rules r where r.brand_id = m.brand_id order by id offset m.n % 20 limit 1) r on true`,
  `insert into first_message_limits (member_id, rule_id, per_hour, from_at, until_at, window_start)
    select id, id, 5, created_at, created_at + interval '1 day', created_at from members`,
  `insert into photo_bans (brand_id, id, photo_id, hash, mean, mean_top, reason, banned_at)
    select m.brand_id, m.id, m.id, decode(repeat('8a', 768), 'hex'), n % 250, n % 240, 'fraud', m.created_at
    from (select *, row_number() over (order by id) as n from members) m`,
  `insert into restrictions (brand_id, id, member_id, kind, from_at, until_at, ground, clause, facts, content_type, automated_detection,
      automated_decision, territory, source, made_by)
    select brand_id, id, id, case when n % 2 = 0 then 'suspension' else 'warning' end, created_at, created_at + interval '30 days', 'terms',
      'harassment', 'a', 'account', false, false, 'IT', 'member', 'staff:1'
    from (select *, row_number() over (order by id) as n from members) m where n % 5 = 0`,
  `insert into retention_runs (table_name, ran_at, removed)
    select 'visits', timestamptz '2026-01-01' + n * interval '1 day', n from generate_series(1, 400) n`,
  `insert into privacy_requests (brand_id, id, kind, way, member_id, asks, received_at, due_at, recorded_by, recorded_at)
    select brand_id, id, 'access', 'mail', id, 'a', created_at, created_at + interval '30 days', 'staff:1', created_at
    from (select *, row_number() over (order by id) as n from members) m where n % 50 = 1`,
  `insert into changed_texts (member_id, kind, before, version, changed_at)
    select id, 'text', '[]', 1, created_at from (select *, row_number() over (order by id) as n from members) m where n % 20 = 0`,
  `insert into authority_orders (brand_id, id, kind, authority, country, legal_ground, reference, clause, asks, member_id, content_type,
      received_at, recorded_by, recorded_at)
    select brand_id, id, 'act', 'a', 'IT', 'a', id::text, 'threats', 'a', id, 'account', created_at, 'staff:1', created_at
    from (select *, row_number() over (order by id) as n from members) m where n % 50 = 0`,
  `insert into authority_order_steps (brand_id, order_id, id, kind, at, outcome, body, restriction_id, made_by, made_at)
    select o.brand_id, o.id, o.id, 'effect', o.received_at, 'given', 'a', r.id, 'staff:1', o.received_at
    from authority_orders o left join restrictions r on r.brand_id = o.brand_id and r.id = o.id`,
  `insert into active_months (brand_id, month, members, counted_at)
    select brand_id, ('2026-01-01'::date + make_interval(months => n))::date, 100, now() from (select distinct brand_id from members) b,
      generate_series(0, 11) n`,
  `insert into approval_requests (brand_id, id, member_id, kind, amount, body, reason, state, requested_by, requested_at, decided_by,
      decided_at, decided_digest)
    select brand_id, id, id, 'credits', 30, '{"account": "likes", "reference": "T"}', 'a', s.state, 'staff:1', created_at,
      case s.state when 'approved' then 'staff:2' end, case s.state when 'approved' then created_at end,
      case s.state when 'approved' then '\\x01'::bytea end
    from (select *, row_number() over (order by id) as n from members) m,
      lateral (values ((array['done', 'approved', 'done', 'approved', 'waiting'])[1 + n % 5])) as s(state)`,
  `insert into conversation_readings (member_id, id, report_id, messages, read_at) select id, id, id, 11, created_at from members`,
  `insert into member_notes (member_id, id, body, made_by, created_at) select id, id, 'a', 'staff:1', created_at from members`,
  `insert into appeals (brand_id, id, member_id, restriction_id, body, filed_at)
    select brand_id, id, member_id, id, 'a', from_at from restrictions`,
  `insert into tickets (brand_id, id, member_id, signed_in, name, email, topic, subject, locale, state, assigned_to, opened_at, waiting_since,
      last_at, first_answered_at)
    select brand_id, id, id, true, 'a', email, 'other', 'a', 'it', case when n % 20 = 0 then 'open' when n % 20 = 1 then 'waiting' else 'closed' end,
      case when n % 7 = 0 then id end, created_at, case when n % 20 = 0 then created_at end, created_at,
      case when n % 20 > 0 then created_at + interval '1 hour' end
    from (select *, row_number() over (order by id) as n from members) m`,
  `insert into ticket_messages (brand_id, ticket_id, id, member_id, kind, via, body, created_at)
    select brand_id, id, gen_random_uuid(), member_id, 'member', 'form', 'a', opened_at from tickets, generate_series(1, 2)`,
  `insert into mailings (brand_id, id, name, segment, texts, state, made_by, made_at, changed_by, changed_at, approved_by, approved_at,
      approved_digest, begun_at, is_listed)
    select brand_id, min(id::text)::uuid, 'a', 'all', '{}', s.state, 'staff:1', now(), 'staff:1', now(),
      case s.state when 'draft' then null else 'staff:2' end, case s.state when 'draft' then null else now() end,
      case s.state when 'draft' then null else sha256('a') end, case s.state when 'draft' then null else now() end, s.state = 'sent'
    from members, (values ('sent')) as s(state) group by brand_id, s.state`,
  `insert into config_versions (brand_id, kind, key, version, content, digest, state, made_by, made_at, changed_by, changed_at,
      approved_by, approved_at, approved_digest, published_at, published_by)
    select brand_id, 'legal', 'xx-' || n % 20, n, '"a"', sha256('a'), case when n > 380 then 'live' else 'past' end, 'staff:1', now(), 'staff:1', now(),
      'staff:2', now(), sha256('a'), now(), 'staff:1'
    from (select distinct brand_id from members) b, generate_series(1, 400) n`,
  `insert into journeys (brand_id, journey, is_on, changed_by, changed_at)
    select distinct brand_id, 'no_photo', true, 'staff:1', now() from members`,
  `insert into promotions (member_id, source, about, brand_id, state, created_at, due_at, ends_at, email_id, queued_at, sent_at)
    select m.id, 'mailing', g.id::text, m.brand_id, 'sent', m.created_at, m.created_at, m.created_at, gen_random_uuid(), m.created_at,
      m.created_at
    from members m join mailings g on g.brand_id = m.brand_id`,
  `insert into notification_choices (member_id, event, channel, enabled, changed_at)
    select id, 'visit', 'email', true, created_at from members`,
  `insert into notification_settings (member_id, quiet_from, quiet_until, changed_at) select id, 1320, 480, created_at from members`,
  `insert into invoices (company, year, kind, number, brand_id, member_id, attempt_id, country, vat_per_mille, total_minor, vat_minor, currency, seller, issued_at)
    select 'load', 2026, 'invoice', row_number() over (order by id), brand_id, member_id, id, 'IT', 220, amount_minor, amount_minor / 6, currency, '{}', created_at
    from payment_attempts where state = 'captured' and amount_minor > 0`,
  `insert into received_by_day (pool_id, day, member_id, first_messages, likes)
    select m.pool_id, current_date - n, m.id, n, 1 from members m, generate_series(2, 40, 3) n`,
  `insert into measured_days (pool_id, day) select distinct pool_id, day from received_by_day`,
  `insert into clear_replies (member_id, conversation_id, seq, place)
    select member_id, conversation_id, 1, row_number() over (partition by member_id order by conversation_id) from inbox where last_seq > 0`,
  `insert into plan_uses (member_id, last_at) select id, last_active_at from members`,
  `insert into kpi_events (member_id, id, brand_id, name, value, level, flow_id, created_at)
    select id, id, brand_id, 'page', '/find', level, flow_id, created_at from members`,
  `insert into password_guesses (address_hash, wrong, last_at) select sha256(email::bytea), 1, last_active_at from members`,
  `insert into mail_addresses (brand_id, address_hash, stopped_at, stopped_why)
    select brand_id, sha256(email::bytea), last_active_at, 'bounced' from members where email like '%1@%'`,
  `insert into mail_rates (brand_id, sent, bounced, complained, measured_at)
    select distinct brand_id, 1000, 1, 0, now() from members`,
  `insert into mail_events (brand_id, id, email_id, member_id, address_hash, kind, class, source, event_key, created_at)
    select brand_id, gen_random_uuid(), id, member_id, sha256(to_address::bytea), case when n = 1 then 'delivered' else 'delayed' end,
      case when n = 2 then 'soft' end, 'mailgun', id || ' ' || n, created_at from emails, generate_series(1, 2) n`,
  `insert into kpi_days (brand_id, day, metric, flow_id, source, campid, country, currency, count, amount_minor)
    select b, current_date - n, metric, '7', 'radio', 'k' || k, 'IT', '', 10, 0
    from (select distinct brand_id as b from members) brands, generate_series(0, 60) n, unnest('{sign_ups,payments}'::text[]) metric, generate_series(1, 50) k`,
  `insert into kpi_slices (brand_id, metric, dimension, day, value, currency, count, amount_minor)
    select brand_id, metric, dimension, day, value, '', sum(count), 0 from kpi_days
    cross join lateral (values ('all', ''), ('campaign', campid), ('region_gender', 'IT/' || right(campid, 1) || '/woman')) d(dimension, value)
    group by brand_id, metric, dimension, day, value`,
  `insert into kpi_counted (brand_id, day, counted_at) select distinct brand_id, day, now() from kpi_days`,
  `insert into kpi_cohorts (brand_id, week, age, metric, currency, count, amount_minor)
    select distinct brand_id, date_trunc('week', day)::date, age, 'present', '', 10, 0 from kpi_days, generate_series(1, 12) age`,
  `insert into visit_days (brand_id, day, entry, source, campid, flow_id, country, visits)
    select brand_id, day, '/', source, campid, flow_id, country, 10 from kpi_days where metric = 'sign_ups'`,
  `insert into staff (id, email, name, locale, password_hash, state, created_at)
    select gen_random_uuid(), 'staff' || n || '@console.example.com', 'Staff', 'en', 'x', 'active', now() from generate_series(1, 2000) n`,
  `insert into staff_roles (staff_id, brand_id, role, given_at)
    select id, b, role, now() from staff, (select distinct brand_id as b from members) brands, unnest('{owner,support}'::text[]) role
    where hashtext(id::text) % 10 <> 0`,
  `insert into staff_invitations (brand_id, staff_id, name, roles, invited_at)
    select b, id, 'Staff', '{finance}', now() from staff, (select distinct brand_id as b from members) brands where hashtext(id::text) % 10 = 0`,
  `insert into staff_links (token_hash, staff_id, purpose, expires_at) select sha256(email::bytea), id, 'invitation', now() from staff`,
  `insert into staff_passkeys (id, staff_id, credential_id, public_key, counter, transports, name, created_at)
    select id, id, sha256(email::bytea), 'x', 0, '{}', '', now() from staff`,
  `insert into staff_views (brand_id, id, staff_id, page, name, query, shared_at, created_at, deleted_at)
    select r.brand_id, gen_random_uuid(), r.staff_id, 'orders', 'a' || n, '{"state": "failed"}',
      case when n = 1 and hashtext(r.staff_id::text) % 100 = 1 then now() end, now(), case when n = 5 then now() end
    from (select distinct staff_id, brand_id from staff_roles) r, generate_series(1, 5) n`,
  `insert into trusted_flaggers (brand_id, id, name, email, token_hash, added_by, added_at)
    select 'local', gen_random_uuid(), 'a', 'a' || n, sha256(n::text::bytea), 'x', now() from generate_series(1, 20) n`,
  `insert into staff_totp (staff_id, secret) select id, 'x' from staff`,
  `insert into staff_recovery_codes (staff_id, code_hash)
    select id, sha256((email || n)::bytea) from staff, generate_series(1, 10) n`,
  `insert into staff_sessions (token_hash, id, staff_id, network, device, created_at, expires_at)
    select sha256((email || n)::bytea), gen_random_uuid(), id, '', '', now(), now() + n * interval '1 hour' from staff, generate_series(1, 3) n`,
  `insert into audit_keys (member_id, id, key) select id, gen_random_uuid(), 'x' from members`,
  `insert into audit_entries (brand_id, seq, id, at, staff_id, action, subject_kind, about_brand, sealed_for, sealed, previous, hash)
    select m.brand_id, row_number() over (partition by m.brand_id order by m.id), gen_random_uuid(), now(),
      gen_random_uuid(), 'member_opened', 'member', m.brand_id, k.id, 'x', 'x', 'x'
    from members m join audit_keys k on k.member_id = m.id`,
  `insert into audit_heads (brand_id, seq, hash) select brand_id, max(seq), 'x' from audit_entries group by 1`,
  `insert into postback_deliveries (brand_id, postback, event_key, event, member_id, state, facts, created_at, ended_at)
    select brand_id, 'tracker', 'lead ' || id, 'lead', id, 'delivered', '{}', created_at, created_at from members`,
  `insert into affiliates (brand_id, id, name, source, added_by, added_at)
    select brand_id, gen_random_uuid(), 'Radio ' || n, 'radio-' || n, 'staff:x', now()
    from (select distinct brand_id from members) b, generate_series(1, 60) n`,
  `insert into affiliate_keys (brand_id, id, affiliate_id, hash, sealed, ending, made_by, made_at)
    select brand_id, gen_random_uuid(), id, sha256(id::text::bytea), 'x', 'abcd', 'staff:x', now() from affiliates`,
  `insert into affiliate_postbacks (brand_id, affiliate_id, event, url, since, changed_by, changed_at)
    select brand_id, id, event, 'https://t.example/', now(), 'staff:x', now()
    from affiliates, unnest(array['lead', 'sale']) event`,
  `insert into campaign_names (brand_id, kind, value, name, note, changed_by, changed_at)
    select brand_id, 'source', source, name, '', added_by, added_at from affiliates`,
  `insert into postback_progress (brand_id, event, started_at, planned_until) select distinct brand_id, 'lead', now(), now() from members`,
  `insert into used_tokens (kind, token_hash, ends_at) select 'challenge', sha256(email::bytea), last_active_at from members`,
  `insert into outbox (id, topic, payload, created_at) select gen_random_uuid(), 'message', '{}', now() from generate_series(1, 500)`,
  // Most jobs are planned for later, some have failed for the last time, a few are in progress.
  `insert into graphile_worker._private_tasks (identifier) values ('notify-message'), ('email-send') on conflict do nothing`,
  `insert into job_workers (process_id, worker_ids, seen_at) values (gen_random_uuid(), '{worker-1}', now())`,
  `insert into graphile_worker._private_jobs (task_id, payload, run_at, key, attempts, max_attempts, locked_at, locked_by, created_at, updated_at)
    select t.id, json_build_object('n', n), now() + n * interval '1 minute', t.identifier || ' ' || n,
      case when n % 10 = 0 then 3 else 0 end, 3, case when n % 1000 = 5 then now() end, case when n % 1000 = 5 then 'worker-1' end,
      now() - n * interval '1 minute', now() - n * interval '10 minutes'
    from graphile_worker._private_tasks t, generate_series(1, 4000) n where t.identifier in ('notify-message', 'email-send')`,
]
