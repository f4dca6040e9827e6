import { createCipheriv, randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { removeIndexes, restoreIndexes } from '../load/bare-tables.ts'
import { load } from './processes.ts'

/** Ids are computed from a number, so that what was filled can be asked for. */
export const idOf = (kind: string, n: string): string =>
  `overlay(overlay(md5('${kind} ' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`

/** Members share this many keys, whose details can be unsealed. */
const keys = 1000

/**
 * Fills the brand `local` with members as they are, and with what staff look at: mails at six providers, names of which
 * some are common, browsers, networks of which a few are shared by thousands, orders of two years, cases, tickets and
 * audit entries.
 * @param staffId who made half of the audit entries
 */
export async function fillConsole(url: string, members: number, staffId: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, statement_timeout: 0 })
  await client.connect()
  const from = performance.now()
  const step = (what: string): void =>
    console.error(`${Math.round((performance.now() - from) / 1000)} s  ${what}, load ${load()}`)
  const removed = await removeIndexes(client)
  const sealing = sealed()
  await client.query('create temp table seals (place int, id uuid, sealed text)')
  await client.query('insert into seals select * from unnest($1::int[], $2::uuid[], $3::text[])', [
    sealing.map(({ n }) => n),
    sealing.map(({ id }) => id),
    sealing.map(({ text }) => text),
  ])
  for (const [what, text] of Object.entries(statements(members, staffId))) {
    await client.query(text)
    step(what)
  }
  await client.query(
    `insert into audit_keys (member_id, id, key)
     select ${idOf('member', 's.place')}, s.id, k.key from seals s join unnest($1::int[], $2::bytea[]) k (place, key) on k.place = s.place`,
    [sealing.map(({ n }) => n), sealing.map(({ key }) => key)],
  )
  await client.end()
  await restoreIndexes(url, removed, () => undefined)
  step('indexes and statistics')
}

/** What is in a sealed detail, as `record` writes it. */
function sealed() {
  const plain = JSON.stringify({ reason: 'Ticket 4711: asked by mail', detail: { found: 1, by: 'email' } })
  return Array.from({ length: keys }, (_, n) => {
    const [key, nonce] = [randomBytes(32), randomBytes(12)]
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    const text = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    return { n: n + 1, id: randomUUID(), key, text }
  })
}

const first = `(array['Anna','Giulia','Marco','Luca','Sofia','Chiara','Paolo','Elena','Davide','Sara','Andrea','Laura','Matteo','Giorgia','Simone','Marta','Franco','Ilaria','Pietro','Noemi'])[1 + n % 20]`
const last = `(array['','','',' Maria',' R.',' di Roma',' 78',' Bella',' M.',' Rosa'])[1 + n / 20 % 10]`
const mail = `lower((array['anna','giulia','marco','luca','sofia','chiara'])[1 + n % 6] || '.' || substr(md5(n::text), 1, 6) || n || '@' || (array['gmail.com','libero.it','hotmail.it','yahoo.it','icloud.com','outlook.it'])[1 + n / 7 % 6])`
const ago = (seconds: string): string => `now() - make_interval(secs => ${seconds})`

function statements(members: number, staffId: string): Record<string, string> {
  const each = (count: number): string => `generate_series(1, ${Math.ceil(count)}) n`
  const [orders, cases, tickets, entries] = [members * 0.4, members * 0.3, members * 0.3, members]
  const owner = idOf('member', `(1 + n * 7919::bigint % ${members})`)
  const year = 365 * 86_400
  return {
    members: `
      insert into members (id, brand_id, pool_id, clickid, email, screen_name, gender, seeks, age_stated, age_stated_on, country,
        region_id, locale, about, flow_id, flow_version, source, email_confirmed_at, last_active_at, created_at)
      select ${idOf('member', 'n')}, 'local', 'local', 'bench' || n, ${mail}, ${first} || ${last}, case n % 2 when 0 then 'man' else 'woman' end,
        case n % 2 when 0 then 'woman' else 'man' end, 20 + n % 50, current_date, case n % 100 when 0 then 'FR' else 'IT' end,
        (select min(id) from geo_regions where country = 'IT'), 'it', 'Mi piace camminare.', '7', 'bench', 'direct', now(),
        ${ago('n % 2592000')}, ${ago(`n % ${2 * year}`)}
      from ${each(members)}`,
    addresses: `insert into member_emails (brand_id, email, member_id) select 'local', ${mail}, ${idOf('member', 'n')} from ${each(members)}`,
    'tracker ids': `insert into member_clickids (brand_id, clickid, member_id) select 'local', 'bench' || n, ${idOf('member', 'n')} from ${each(members)}`,
    phones: `
      insert into phone_numbers (member_id, number, shown_to, changed_at)
      select ${idOf('member', 'n')}, '+39' || 3200000000 + n, 'written', now() from ${each(members / 4)}`,
    devices: `
      insert into member_devices (member_id, device_hash, first_seen_at, last_seen_at, brand_id, browser_hash, network)
      select ${idOf('member', 'n')}, sha256(n::text::bytea), ${ago('n % 31536000')}, ${ago('n % 2592000')}, 'local', decode(md5(n::text), 'hex'),
        network(set_masklen(('10.' || case n % 50 when 0 then '0.' || n % 4 else (1 + n % 250) || '.' || n / 250 % 256 end || '.0')::inet, 24))
      from ${each(members)}`,
    wallets: `insert into wallets (member_id, brand_id, messages) select ${idOf('member', 'n')}, 'local', 20 from ${each(members)}`,
    consents: `
      insert into consents (member_id, id, kind, granted, text_version, locale, given_at)
      select ${idOf('member', 'n')}, ${idOf('consent', 'n')}, 'terms', true, '1', 'it', now() from ${each(members)}`,
    photos: `
      insert into member_photos (member_id, id, storage_key, state, is_default, created_at)
      select ${idOf('member', 'n')}, ${idOf('photo', 'n')}, 'bench/' || n || '.jpg', case when n % 25 = 0 then 'pending' else 'approved' end, true, now()
      from ${each(members / 2)}`,
    sessions: `
      insert into sessions (token_hash, id, member_id, brand_id, device, created_at, last_seen_at, expires_at)
      select sha256(('session ' || n)::bytea), ${idOf('session', 'n')}, ${idOf('member', 'n')}, 'local', 'Firefox', now(), now(), now() + interval '30 days'
      from ${each(members / 5)}`,
    orders: `
      insert into payment_attempts (id, brand_id, member_id, order_key, provider, connection, provider_ref, flow_id, flow_version, plan_id, plan,
        amount_minor, currency, state, flagged, flagged_at, created_at, updated_at)
      select ${idOf('order', 'n')}, 'local', ${owner}, ${idOf('key', 'n')}, p, p, 'ref' || n, '7', 'bench', 'plan-1m', '{"name": {"it": "1 mese", "es": "1 mes", "fr": "1 mois", "en": "1 month"}}', 2490,
        'EUR', case when n % 1000 = 0 then 'lost' when n % 10 = 0 then 'declined' else 'captured' end,
        case when n % 5000 = 0 then 'refund_failed' end, case when n % 5000 = 0 then now() end, ${ago(`n * 2::bigint * ${year} / ${orders}`)}, now()
      from (select n, case when n % 500 = 0 then 'trustpay' when n % 7 = 0 then 'mollie' else 'adyen' end as p from ${each(orders)}) of_provider`,
    steps: `
      insert into payment_transitions (attempt_id, n, from_state, to_state, cause, created_at)
      select ${idOf('order', 'n')}, s, 'created', 'captured', 'answer', now() from ${each(orders)} cross join generate_series(1, 2) s`,
    refunds: `
      insert into refunds (id, brand_id, member_id, attempt_id, reason, amount_minor, currency, credits, state, provider_ref, created_at, updated_at)
      select ${idOf('refund', 'n')}, 'local', ${owner}, ${idOf('order', 'n')}, 'back_office', 100, 'EUR', 0, 'refunded', 're' || n, now(), now()
      from ${each(orders / 50)}`,
    reports: `
      insert into reports (id, brand_id, reporter_id, reported_id, reason, body, state, created_at, decided_at, decided_by, decision)
      select ${idOf('report', 'n')}, 'local', ${idOf('member', 'n')}, ${owner}, 'harassment', 'Mi ha insultato', s,
        ${ago('n * 60')}, case s when 'open' then null else now() end, case s when 'open' then null else 'staff:00000000-0000-7000-8000-000000000000' end, case s when 'open' then null else 'dismiss' end
      from (select n, case when n % 20 = 0 then 'open' else 'dismissed' end as s from ${each(cases)}) of_state`,
    cases: `
      insert into cases (brand_id, id, kind, subject_id, member_id, source, risk, parts, opened_at, due_at, state, verdict, decided_by, decided_at, scored_at)
      select 'local', ${idOf('case', 'n')}, 'report', ${idOf('report', 'n')}, ${owner}, 'member', 20 + n * 31 % 70, '{harassment}', ${ago('n * 60')},
        ${ago('n * 60 - 86400')}, s, case s when 'open' then null else 'dismiss' end, case s when 'open' then null else 'staff:00000000-0000-7000-8000-000000000000' end,
        case s when 'open' then null else ${ago('n * 50')} end, now()
      from (select n, case when n % 20 = 0 then 'open' else 'closed' end as s from ${each(cases)}) of_state`,
    restrictions: `
      insert into restrictions (brand_id, id, member_id, kind, from_at, ground, clause, facts, content_type, automated_detection, automated_decision,
        territory, source, made_by)
      select 'local', ${idOf('restriction', 'n')}, ${owner}, 'warning', ${ago('n * 600')}, 'terms', 'harassment', 'Insulti', 'account', false, false, 'IT', 'member', 'staff:00000000-0000-7000-8000-000000000000'
      from ${each(members / 20)}`,
    tickets: `
      insert into tickets (brand_id, id, member_id, signed_in, name, email, topic, subject, locale, state, assigned_to, opened_at, waiting_since, last_at,
        first_answered_at)
      select 'local', ${idOf('ticket', 'n')}, ${owner}, true, ${first}, ${mail}, 'payments', 'Quando si rinnova il mio piano?', 'it', s,
        case when n % 3 = 0 then '${staffId}'::uuid end, ${ago('n * 90')}, case s when 'open' then ${ago('n * 90')} end, ${ago('n * 80')},
        case s when 'open' then null else ${ago('n * 85')} end
      from (select n, case when n % 30 = 0 then 'open' when n % 10 = 0 then 'waiting' else 'closed' end as s from ${each(tickets)}) of_state`,
    'ticket messages': `
      insert into ticket_messages (brand_id, ticket_id, id, kind, via, body, created_at)
      select 'local', ${idOf('ticket', 'n')}, ${idOf('message', "n || ' ' || m")}, 'member', 'form', 'Quando si rinnova il mio piano? Grazie.', now()
      from ${each(tickets)} cross join generate_series(1, 2) m`,
    'audit entries': `
      insert into audit_entries (brand_id, seq, id, at, staff_id, action, subject_kind, subject_id, address, detail, sealed_for, sealed, previous, hash)
      select 'local', n, ${idOf('entry', 'n')}, ${ago(`${entries} - n`)},
        case when n % 2 = 0 then '${staffId}'::uuid else ${idOf('staff', 'n % 40')} end, 'member_opened', 'member', null, '198.51.100.7', null,
        s.id, s.sealed, sha256('x'), sha256('x')
      from ${each(entries)} join seals s on s.place = 1 + n % ${keys}`,
    'audit head': `insert into audit_heads (brand_id, seq, hash) values ('local', ${entries}, sha256('x'))`,
  }
}
