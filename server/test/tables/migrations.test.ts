import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { migrate } from '#platform/database/migrate.ts'
import { retentionRules } from '#src/tables.ts'
import { blockingDdl } from './blocking-ddl.ts'
import { longestWait } from '#test/support/longest-wait.ts'
import { databaseUrl, onServer, randomName } from '#test/support/template.ts'

const folder = new URL('../../migrations/', import.meta.url)
const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

/** Makes everything on an empty database. */
const baseline = '0001_baseline.sql'
const later = names.filter((name) => name !== baseline)

describe('new migrations', () => {
  it.each([baseline, ...later])('%s blocks no one', async (name) => {
    expect(blockingDdl(await readFile(new URL(name, folder), 'utf8'))).toEqual([])
  })
})

describe('the rules for migrations detect', () => {
  it.each<[string, string]>([
    ['create index a_b on a (b);', 'index'],
    ['create index concurrently if not exists a_b on a (b);', 'index'],
    ['-- no-transaction\ncreate index concurrently a_b on a (b);', 'index'],
    ['alter table a add column b int not null;', 'not-null'],
    ['alter table a add column b int, add column c text not null;', 'not-null'],
    ['alter table a add column b uuid default gen_random_uuid();', 'default'],
    ['alter table a add column b int generated always as identity;', 'default'],
    ['alter table a add column b uuid references c (id);', 'constraint'],
    ['alter table a add column b int check (b > 0);', 'constraint'],
    ['alter table a add column b int unique;', 'index'],
    ['alter table a add constraint b check (c > 0);', 'constraint'],
    ['alter table a add constraint b foreign key (c) references d (id);', 'constraint'],
    ['alter table a add constraint b unique (c);', 'index'],
    ['alter table a add primary key (b);', 'index'],
    ['alter table a add constraint b check (c > 0) not valid; alter table a validate constraint b;', 'validate'],
    ['alter table a alter column b type bigint;', 'type'],
    ['alter table a alter column b set not null;', 'not-null'],
    ['alter table a drop column b;', 'drop'],
    ['alter table a rename column b to c;', 'rename'],
    ['alter table a rename to b;', 'rename'],
    ['drop table a;', 'drop'],
    ['drop view a;', 'drop'],
    ['drop index a_b;', 'drop-index'],
    ['drop function a(int);', 'drop-function'],
    ['update a set b = 1;', 'all-rows'],
    ['delete from a;', 'all-rows'],
    ['truncate a;', 'keeps-the-table'],
    ['lock table a;', 'keeps-the-table'],
    ['reindex table a;', 'keeps-the-table'],
    // An exception is for one statement and one rule.
    ['-- allow drop: nobody reads it\ndrop table a;\ndrop table b;', 'drop'],
    ['-- allow rename: wrong rule\ndrop table a;', 'drop'],
    ['-- allow drop:\ndrop table a;', 'drop'],
  ])('%s', (sql, rule) => {
    expect(blockingDdl(sql).map((fault) => fault.split(':')[0])).toEqual([rule])
  })

  it.each([
    'create table a (id int primary key, b int not null check (b > 0)); create index a_b on a (b); update a set b = 1;',
    '-- no-transaction\ncreate index concurrently if not exists a_b on a (b);\ndrop index concurrently if exists a_c;',
    "alter table a add column b int not null default 0, add column c timestamptz default now(), add column d text default 'x';",
    'alter table a add constraint b check (c > 0) not valid, add constraint d not null e not valid;',
    'alter table a validate constraint b;',
    'alter table a add constraint b unique using index a_b;',
    'alter table a drop constraint b, alter column c set default 1, alter column d drop not null;',
    "update a set b = 1 where c = 'few';",
    '-- allow drop: the version before does not read it any more\ndrop table a;',
  ])('and allow: %s', (sql) => {
    expect(blockingDdl(sql)).toEqual([])
  })
})

/**
 * The statements of a running process of the previous version, in short transactions as there: a migration waits for
 * the end of each that has its table. The ids are those of `fill`.
 */
async function writeLikeBefore(client: pg.Client, round: number): Promise<void> {
  const member = 1 + (round % 5000)
  const at = '2026-11-22T10:00:00Z'
  await client.query('begin')
  await client.query('update members set last_active_at = $2 where id = $1', [id(member), at])
  await client.query('update wallets set messages = messages + 1 where member_id = $1', [id(member)])
  await client.query(
    `insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
     values ($1, $2, gen_random_uuid(), $3, gen_random_uuid(), 'hello', false, 1, 0, $4)`,
    [id(member), 10_000 + round, id(member), at],
  )
  await client.query(
    `insert into notifications (member_id, id, kind, actor_id, created_at) values ($1, gen_random_uuid(), 'visit', $2, $3)
     on conflict (member_id, kind, actor_id) do update set created_at = excluded.created_at`,
    [id(member), id(member + 1), at],
  )
  await client.query(
    `insert into message_media (id, sender_id, conversation_id, seq, kind, storage_key, width, height, thumbhash, created_at)
     values (gen_random_uuid(), $1, $1, $2, 'photo', 'x', 1200, 900, '\\x00', $3)`,
    [id(member), 10_000 + round, at],
  )
  await client.query('commit')
  await client.query('begin')
  await client.query(
    `insert into payment_attempts (id, brand_id, member_id, order_key, provider, flow_id, flow_version, plan_id, plan, amount_minor,
       currency, state, connection, created_at, updated_at)
     values ($2, 'local', $1, gen_random_uuid(), 'adyen', '7', '1', 'month', '{}', 1990, 'EUR', 'captured', 'adyen', $3, $3)`,
    [id(member), id(10_000 + round), at],
  )
  await client.query(`update subscriptions set tries = tries + 1 where id = $1`, [id(member)])
  await client.query(`update limit_counters set hits = hits + 1 where bucket = $1`, [`c${member}`])
  await client.query(`update search_settings set region_id = null where member_id = $1`, [id(member)])
  await client.query(`update saved_searches set seen_at = $2 where member_id = $1`, [id(member), at])
  await client.query(`update profile_choices set intent = 'open', interests = '{}' where member_id = $1`, [id(member)])
  await client.query(`insert into outbox (id, topic, payload, created_at) values ($1, 'like', '{}', $2)`, [
    id(10_000 + round),
    at,
  ])
  await client.query(
    `insert into invoices (company, year, kind, number, brand_id, member_id, attempt_id, country, vat_per_mille, total_minor,
       vat_minor, currency, seller, issued_at)
     values ('local', 2026, 'invoice', $2, 'local', $1, $3, 'IT', 220, 1990, 359, 'EUR', 'Incontro', $4)`,
    [id(member), 10_000 + round, id(10_000 + round), at],
  )
  await client.query(
    `insert into refunds (id, brand_id, member_id, attempt_id, reason, amount_minor, currency, credits, state, created_at, updated_at,
       provider_ref)
     values ($2, 'local', $1, $2, 'back_office', 100, 'EUR', 0, 'refunded', $3, $3, 'x')`,
    [id(member), id(10_000 + round), at],
  )
  await client.query('commit')
  await client.query('begin')
  await client.query(
    `insert into consents (member_id, id, kind, granted, text_version, locale, given_at) values ($1, $2, 'data', true, '1', 'it', $3)`,
    [id(member), id(10_000 + round), at],
  )
  await client.query(
    `insert into emails (id, brand_id, member_id, kind, to_address, locale, props, created_at)
     values ($2, 'local', $1, 'welcome', 'a@a.example', 'it', '{}', $3)`,
    [id(member), newId(), at],
  )
  await client.query(`update emails set state = 'sent' where id = $1`, [idAt(member)])
  await client.query(`insert into member_events (member_id, id, kind, created_at) values ($1, $2, 'engage', $3)`, [
    id(member),
    newId(),
    at,
  ])
  await client.query(`update discovery_entries set active_at = 'infinity' where member_id = $1`, [id(member)])
  await client.query(
    `insert into account_changes (member_id, id, change, made_by, reason, created_at)
     values ($1, gen_random_uuid(), 'reactivated', 'member', 'asked', $2)`,
    [id(member), at],
  )
  await client.query(`update payment_webhooks set processed_at = $2 where event_id = $1`, [id(member), at])
  await client.query('commit')
}

/** An id that begins with a time, of the rows of `fill`. */
const idAt = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/**
 * 8,000 members in the list with a consent, a browser, a conversation of ten messages each, the last with a photo, a
 * purchase with its invoice and a refund, a plan, a photo that waits, a dispute, a search that is saved, a change of
 * the account, a notification by push and a webhook event.
 */
const fill = `
  insert into members (id, brand_id, pool_id, clickid, email, screen_name, gender, seeks, age_stated, age_stated_on,
      country, locale, flow_id, flow_version, last_active_at, created_at)
    select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'local', 'local', 'c' || i, i || '@a.example', 'Ada',
      'woman', 'man', 30, '2026-01-01', 'IT', 'it', '7', '1', now(), now() from generate_series(1, 8001) i;
  insert into geo_regions (id, country, name) values (1, 'IT', 'Lazio');
  insert into discovery_entries (pool_id, country, region_id, member_id, gender, seeks, is_new, active_at, created_at)
    select 'local', 'IT', 1, id, 'woman', 'man', false, now(), now() from members;
  insert into wallets (member_id, brand_id) select id, 'local' from members;
  insert into data_exports (member_id, id, state, site_origin, asked_at)
    select id, id, 'making', 'https://a.example', now() from members;
  insert into conversations (id, pool_id, low_id, high_id, created_at)
    select id, 'local', id, '00000000-0000-4000-8000-000000008001', now() from members where clickid <> 'c8001';
  insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
    select c.id, s, gen_random_uuid(), c.low_id, gen_random_uuid(), repeat('hello ', 10), false, 1, 0, now()
    from conversations c, generate_series(1, 10) s;
  insert into hidden_messages (member_id, conversation_id, seq)
    select '00000000-0000-4000-8000-000000008001', id, 1 from conversations;
  insert into inbox (member_id, conversation_id, other_id, last_seq, last_at)
    select low_id, id, high_id, 10, now() from conversations;
  insert into message_media (id, sender_id, conversation_id, seq, kind, storage_key, width, height, thumbhash, created_at)
    select id, low_id, id, 10, 'photo', id::text, 1200, 900, '\\x00', now() from conversations;
  insert into payment_attempts (id, brand_id, member_id, order_key, provider, flow_id, flow_version, plan_id, plan, amount_minor,
      currency, state, connection, created_at, updated_at)
    select id, 'local', id, gen_random_uuid(), 'adyen', '7', '1', 'month', '{}', 1990, 'EUR', 'captured', 'adyen', now(), now() from members;
  insert into subscriptions (id, brand_id, member_id, plan_id, plan, flow_id, flow_version, state, renews, started_at, period_start,
      period_end, anchored_at)
    select id, 'local', id, 'month', '{}', '7', '1', 'active', true, now(), now(), now() + interval '30 days', now() from members;
  insert into invoices (company, year, kind, number, brand_id, member_id, attempt_id, country, vat_per_mille, total_minor, vat_minor,
      currency, seller, issued_at)
    select 'local', 2026, 'invoice', row_number() over (), 'local', id, id, 'IT', 220, 1990, 359, 'EUR', 'Incontro', now() from members;
  insert into refunds (id, brand_id, member_id, attempt_id, reason, amount_minor, currency, credits, state, created_at, updated_at,
      provider_ref)
    select id, 'local', id, id, 'back_office', 100, 'EUR', 0, 'refunded', now(), now(), 'refund of ' || id from members;
  insert into consents (member_id, id, kind, granted, text_version, locale, given_at)
    select id, id, 'terms', true, '1', 'it', now() from members;
  insert into signup_devices (brand_id, signal_hash, email_hash, seen_at)
    select 'local', sha256(clickid::bytea), sha256(email::bytea), now() from members;
  insert into member_devices (member_id, device_hash, first_seen_at, last_seen_at)
    select id, sha256(email::bytea), now(), now() from members;
  insert into phone_numbers (member_id, number, shown_to, changed_at)
    select id, '+39333' || right(id::text, 7), 'nobody', now() from members;
  insert into reactions (member_id, other_id, kind, created_at)
    select id, '00000000-0000-4000-8000-000000008001', 'like', now() from members where clickid <> 'c8001';
  insert into emails (id, brand_id, member_id, kind, to_address, locale, props, created_at)
    select ('019a0000-0000-7000-8000-' || right(id::text, 12))::uuid, 'local', id, 'welcome', email, 'it', '{}', now() from members;
  insert into mail_addresses (brand_id, address_hash, stopped_at, stopped_why)
    select 'local', sha256(email::bytea), now(), 'bounced' from members;
  insert into mail_events (brand_id, id, member_id, address_hash, kind, source, event_key, created_at)
    select 'local', id, id, sha256(email::bytea), 'delivered', 'mailgun', id::text, now() from members;
  insert into deliveries (member_id, id, channel, event, created_at) select id, id, 'push', 'message', now() from members;
  insert into member_events (member_id, id, kind, created_at)
    select id, ('019a0000-0000-7000-8000-' || right(id::text, 12))::uuid, 'engage', now() from members;
  insert into kpi_events (member_id, id, brand_id, name, value, level, flow_id, created_at)
    select id, ('019a0000-0000-7000-8000-' || right(id::text, 12))::uuid, 'local', 'first_login', '', 0, '7', now() from members;
  insert into one_time_tokens (token_hash, purpose, brand_id, member_id, email, expires_at, created_at)
    select sha256(id::text::bytea), 'autologin', 'local', id, email, now() + interval '1 day', now() from members;
  insert into limit_counters (bucket, window_start, hits) select clickid, now(), 1 from members;
  insert into outbox (id, topic, payload, created_at) select id, 'like', '{}', now() from members;
  insert into member_photos (member_id, id, storage_key, state, created_at)
    select id, id, 'x', 'pending', now() from members;
  insert into profile_choices (member_id, intent, interests) select id, 'slowly', '{sea}' from members;
  insert into onboarding (member_id, skipped) select id, '{photo}' from members;
  insert into search_settings (member_id, filters, region_id) select id, '{"online": true}', 1 from members;
  insert into saved_searches (member_id, id, filters, region_id, seen_at, created_at)
    select id, id, '{"online": true}', 1, now(), now() from members;
  insert into moderation_decisions (brand_id, id, subject, subject_id, verdict, made_by, created_at)
    select 'local', id, 'photo', id, 'approved', 'command:root', now() from members;
  insert into account_changes (member_id, id, change, made_by, reason, created_at)
    select id, id, 'deactivated', 'member', 'asked', now() from members;
  insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at)
    select id, id, 'local', 'house:gifts', 'wallet:messages', 1, 'registration', now() from members;
  insert into payment_webhooks (connection, event_id, body, received_at, processed_at)
    select 'adyen', id::text, '{"kind":"payment"}', now(), now() from members;
  insert into photo_verifications (member_id, id, photo_id, gesture, state, site_origin, asked_at)
    select id, id, id, 'thumb_up', 'asked', 'http://localhost', now() from members;
  insert into reports (id, brand_id, reporter_id, reported_id, reason, created_at) select id, 'local', id, id, 'fake', now() from members;
  insert into cases (brand_id, id, kind, subject_id, member_id, source, risk, opened_at, due_at)
    select 'local', id, 'profile', id, id, 'member', 20, now(), now() from members;
  insert into appeals (brand_id, id, member_id, report_id, body, filed_at) select 'local', id, id, id, 'a', now() from members;
  insert into authority_orders (brand_id, id, kind, authority, country, legal_ground, reference, clause, asks, member_id, content_type,
      received_at, recorded_by, recorded_at)
    select 'local', id, 'act', 'a', 'IT', 'a', id::text, 'threats', 'a', id, 'account', now(), 'staff:1', now() from members;
  insert into disputes (attempt_id, brand_id, member_id, state, credits, unused_ms, used_minor, currency, opened_at, updated_at)
    select id, 'local', id, 'open', 0, 0, 0, 'EUR', now(), now() from members;
  insert into kpi_days (brand_id, day, metric, flow_id, source, campid, country, currency, count, amount_minor)
    select 'local', '2026-10-07', 'sign_ups', '7', clickid, '', 'IT', '', 1, 0 from members;
  insert into postback_deliveries (brand_id, postback, event_key, event, member_id, facts, created_at)
    select 'local', 'tracker', 'lead ' || id, 'lead', id, '{}', now() from members;
  insert into audit_entries (brand_id, seq, id, at, command, action, subject_kind, previous, hash)
    select 'local', row_number() over (), id, now(), 'staff', 'job_retried', 'installation', '', '' from members;
  insert into card_tokens (member_id, id, connection, token, created_at) select id, id, 'adyen', id::text, now() from members;
  insert into reviews (id, brand_id, member_id, author_name, author_gender, author_age, stars, body, locale, state, created_at)
    select id, 'local', id, 'Ada', 'woman', 30, 5, 'Bene', 'it', 'pending', now() from members;
  insert into staff (id, email, name, locale, password_hash, state, created_at)
    select id, 'staff of ' || email, 'Staff', 'it', 'x', 'active', now() from members;
  insert into staff_links (token_hash, staff_id, purpose, expires_at)
    select sha256(email::bytea), id, 'invitation', now() + interval '3 days' from members;
  analyze`

// Without a migration after the baseline there is nothing to run beside a writer.
it.skipIf(later.length === 0)(
  'the newest migrations run on a filled database while the previous version writes',
  async () => {
    const server = process.env['TEST_DATABASE_URL'] ?? ''
    const name = randomName('filled')
    const url = databaseUrl(server, name)
    await onServer(server, `create database ${name}`)
    try {
      const newest = later.slice(-5)
      await migrate(url, { until: names[names.length - newest.length - 1] ?? baseline })
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(fill)
      // A migration of an empty table proves nothing.
      const sql = (await Promise.all(newest.map((file) => readFile(new URL(file, folder), 'utf8')))).join('\n')
      const changed = new Set(
        [...sql.matchAll(/^alter table (\w+)|^create .*?index .*? on (\w+)/gm)]
          .map((m) => m[1] ?? m[2] ?? '')
          // Those that never grow cannot be filled, and take no time.
          .filter((table) => retentionRules[table]?.kind !== 'fixed'),
      )
      const { rows } = await client.query<{ name: string }>(
        `select relname as name from pg_class where relname = any($1) and reltuples < 8000`,
        [[...changed]],
      )
      expect(rows.map((row) => row.name)).toEqual([])
      await client.end()
      const { longest, writes } = await longestWait(url, writeLikeBefore, () => migrate(url))
      expect(writes).toBeGreaterThan(5)
      // A second, and another that the tests beside it may take of the machine.
      expect(longest).toBeLessThan(2000)
    } finally {
      await onServer(server, `drop database ${name} with (force)`)
    }
  },
  60_000,
)
