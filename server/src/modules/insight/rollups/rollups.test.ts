import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { countCohort, countCohorts, weekOf } from './count-cohorts.ts'
import { countDay, countDueDays, countPresent, countToday, dueDays, mostCampaigns, other } from './count-days.ts'
import { cohorts, figures, funnel, rowsOf } from './report.ts'
import { advertisingWith, balance, divided, series } from './slices.ts'

let database: TestDatabase
let handle: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 4 })
  await sql`insert into demo_installations values (true, now(), 'test')`.execute(handle.db)
})
afterAll(async () => {
  await handle?.close()
  await database?.drop()
})

const day = '2026-10-07'
const at = (hours: number, on = day): Date => new Date(new Date(`${on}T00:00:00Z`).getTime() + hours * 3_600_000)
const now = at(40)
/** Its company counts days in UTC, which the days of these tests are. */
const local = { key: 'local', company: { vatNumber: '' } }
const brands = { list: [local, { ...local, key: 'battito' }] }
const run = (text: string, values: unknown[] = []) => handle.pool.query(text, values)

interface Kind {
  readonly brand?: string
  readonly createdAt?: Date
  readonly confirmedAt?: Date | null
  readonly activeAt?: Date
  readonly sample?: boolean
  readonly source?: string
  readonly campid?: string | null
}

async function member({
  brand = 'local',
  createdAt = at(10),
  confirmedAt = null,
  activeAt = createdAt,
  sample = false,
  source = 'direct',
  campid = null,
}: Kind = {}): Promise<string> {
  const id = crypto.randomUUID()
  await run(
    `insert into members (id, brand_id, pool_id, clickid, email, gender, seeks, age_stated, age_stated_on, country, locale, flow_id, flow_version,
      created_at, email_confirmed_at, last_active_at, sample, source, campid)
     values ($1::uuid, $2, $2, $1::uuid::text, $1::uuid::text, 'woman', 'man', 30, now(), 'IT', 'it', '7', '1', $3, $4, $5, $6, $7, $8)`,
    [id, brand, createdAt, confirmedAt, activeAt, sample ? true : null, source, campid],
  )
  return id
}
const photo = (memberId: string, createdAt: Date) =>
  run(
    `insert into member_photos (member_id, id, storage_key, state, created_at) values ($1, gen_random_uuid(), 'key', 'approved', $2)`,
    [memberId, createdAt],
  )
async function writes(from: string, to: string, sentAt: Date, answered = false): Promise<void> {
  const id = crypto.randomUUID()
  const [low, high] = from < to ? [from, to] : [to, from]
  await run(
    `insert into conversations (id, pool_id, low_id, high_id, low_wrote, high_wrote, created_at) values ($1, 'local', $2, $3, $4, $5, $6)`,
    [id, low, high, answered || low === from, answered || high === from, sentAt],
  )
  await run(
    `insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
     values ($1, 1, gen_random_uuid(), $2, gen_random_uuid(), 'Ciao', true, 0, 1, $3)`,
    [id, from, sentAt],
  )
}
async function pays(
  memberId: string,
  grantedAt: Date | null,
  over: { amount?: number; renewalOf?: string; brand?: string } = {},
): Promise<string> {
  const id = crypto.randomUUID()
  const { amount = 2490, renewalOf = null, brand = 'local' } = over
  await run(
    `insert into payment_attempts (id, brand_id, member_id, order_key, provider, flow_id, flow_version, plan_id, plan, amount_minor, currency, state,
      created_at, updated_at, granted_at, connection, renewal_of, renewal_from)
     values ($1, $2, $3, gen_random_uuid(), 'adyen', '7', '1', 'p', '{}', $4, 'EUR', 'captured', $5, $5, $6, 'adyen', $7, $8)`,
    [id, brand, memberId, amount, at(0), grantedAt, renewalOf, renewalOf === null ? null : at(0)],
  )
  return id
}
const refund = (memberId: string, attempt: string, createdAt: Date, state = 'refunded', reason = 'back_office') =>
  run(
    `insert into refunds (id, brand_id, member_id, attempt_id, reason, amount_minor, currency, credits, state, created_at, updated_at)
     values (gen_random_uuid(), 'local', $1, $2, $5, 1000, 'EUR', 0, $3, $4, $4)`,
    [memberId, attempt, state, createdAt, reason],
  )
async function term(memberId: string, state: string, startedAt: Date, endsAt: Date): Promise<void> {
  await run(
    `insert into subscriptions (id, brand_id, member_id, plan_id, plan, flow_id, flow_version, state, renews, started_at, period_start, period_end, anchored_at)
     values (gen_random_uuid(), 'local', $1, 'p', '{}', '7', '1', $2, true, $3, $3, $4, $3)`,
    [memberId, state, startedAt, endsAt],
  )
}
const mailed = (sentAt: Date | null, createdAt: Date, memberId: string | null = null) =>
  run(
    `insert into emails (id, brand_id, member_id, kind, to_address, locale, props, state, created_at, sent_at)
     values (gen_random_uuid(), 'local', $1, 'welcome', 'x@person.example', 'it', '{}', $2, $3, $4)`,
    [memberId, sentAt ? 'sent' : 'queued', createdAt, sentAt],
  )
const came = (kind: string, meaning: string | null, createdAt: Date) =>
  run(
    `insert into mail_events (brand_id, id, address_hash, kind, class, source, event_key, created_at)
     values ('local', gen_random_uuid(), sha256('x'), $1, $2, 'report', gen_random_uuid()::text, $3)`,
    [kind, meaning, createdAt],
  )
const disputed = (memberId: string, attempt: string, openedAt: Date) =>
  run(
    `insert into disputes (attempt_id, brand_id, member_id, state, credits, unused_ms, used_minor, currency, opened_at, updated_at)
     values ($1, 'local', $2, 'open', 0, 0, 0, 'EUR', $3, $3)`,
    [attempt, memberId, openedAt],
  )
const isCase = (memberId: string | null, openedAt: Date, decidedAt: Date | null, kind = 'report') =>
  run(
    `insert into cases (brand_id, id, kind, subject_id, member_id, source, risk, opened_at, due_at, state, decided_at, decided_by, verdict)
     values ('local', gen_random_uuid(), $1, gen_random_uuid(), $2, 'member', 0, $3, $3::timestamptz + interval '8 hours',
       case when $4::timestamptz is null then 'open' else 'closed' end, $4, case when $4::timestamptz is not null then 'x' end,
       case when $4::timestamptz is not null then 'upheld' end)`,
    [kind, memberId, openedAt, decidedAt],
  )
const reported = (memberId: string, name: string, createdAt: Date) =>
  run(
    `insert into kpi_events (member_id, id, brand_id, name, value, level, flow_id, created_at) values ($1, gen_random_uuid(), 'local', $2, '', 0, '7', $3)`,
    [memberId, name, createdAt],
  )
const notified = (memberId: string, channel: string, state: string, createdAt: Date, reason: string | null = null) =>
  run(
    `insert into deliveries (member_id, id, channel, event, state, reason, created_at, sent_at)
     values ($1, gen_random_uuid(), $2, 'message', $3, $5, $4, case when $3 = 'sent' then $4::timestamptz end)`,
    [memberId, channel, state, createdAt, reason],
  )
const clear = () =>
  run(
    `truncate cases, disputes, deliveries, kpi_slices, kpi_days, kpi_counted, kpi_cohorts, visit_days, kpi_events, mail_events, emails, subscriptions, refunds, payment_attempts, messages,
      conversations, member_photos, members cascade`,
  )

/** Everything a day has, on both sides of each of its borders, and of a sample member and another brand. */
async function makeDay(): Promise<void> {
  const [first, last] = [at(0), new Date(at(24).getTime() - 1)]
  const [before, after] = [new Date(at(0).getTime() - 1), at(24)]
  const ada = await member({ createdAt: first, confirmedAt: at(1), source: 'radio', campid: 'k1' })
  const bea = await member({ createdAt: last, source: 'radio', campid: 'k2' })
  const cia = await member({ createdAt: before, confirmedAt: after })
  const dea = await member({ createdAt: after, confirmedAt: last })
  const eva = await member({ sample: true, confirmedAt: at(3) })
  const fee = await member({ brand: 'battito', confirmedAt: at(3) })
  for (const [who, when] of [
    [ada, first],
    [ada, at(2)],
    [bea, after],
    [cia, before],
    [cia, at(5)],
    [dea, last],
    [eva, at(4)],
  ] as const)
    await photo(who, when)
  await writes(ada, bea, first, true)
  // Not her first; not the answer of the one who is written to.
  await writes(ada, cia, at(3), true)
  await writes(cia, dea, before)
  await writes(cia, eva, at(6))
  await writes(dea, ada, last)
  await writes(eva, bea, at(7), true)
  await writes(fee, dea, at(8))
  const paid = await pays(ada, first)
  await disputed(ada, paid, first)
  await disputed(ada, await pays(ada, null), after)
  await disputed(eva, await pays(eva, null), at(3))
  await isCase(ada, before, first)
  await isCase(ada, first, new Date(at(0).getTime() + 60_000))
  await isCase(null, at(2), at(9))
  await isCase(bea, at(-30), last)
  await isCase(bea, at(3), after)
  await isCase(bea, last, null)
  await isCase(eva, at(3), at(4))
  await isCase(bea, at(3), at(4), 'sample')
  await pays(ada, at(5), { renewalOf: crypto.randomUUID() })
  const taken = await pays(bea, last, { amount: 990 })
  await pays(cia, before)
  await pays(cia, at(6))
  await pays(dea, after)
  await pays(dea, null)
  await pays(dea, at(7), { amount: 0 })
  await pays(eva, at(8))
  await pays(fee, at(8), { brand: 'battito' })
  await refund(ada, paid, first)
  await refund(ada, paid, last, 'accepted')
  await refund(ada, paid, at(9), 'failed')
  await refund(ada, paid, before)
  await refund(ada, paid, after)
  // Refunds of what was never sold: paid twice.
  await refund(bea, await pays(bea, null), at(4))
  // Bea withdrew, which the provider refused to refund: she has withdrawn, and was not refunded.
  await refund(bea, taken, after, 'failed', 'withdrawal')
  await term(ada, 'ended', at(-720), first)
  await term(bea, 'ended', at(-720), last)
  await term(cia, 'ended', at(-720), at(5))
  // She went on with another.
  await term(cia, 'active', at(4), at(720))
  await term(dea, 'cancelled', at(-720), at(6))
  await term(dea, 'ended', at(-720), after)
  await mailed(first, at(-30), ada)
  await mailed(last, at(20))
  await mailed(before, before)
  await mailed(after, at(23))
  await mailed(null, at(5))
  await mailed(at(5), at(5), eva)
  for (const [kind, meaning] of [
    ['delivered', null],
    ['failed', 'hard'],
    ['failed', 'soft'],
    ['failed', 'policy'],
    ['complained', null],
    ['unsubscribed', null],
    ['delayed', 'soft'],
  ] as const)
    for (const when of [first, last, before, after]) await came(kind, meaning, when)
  for (const when of [first, last, before, after]) {
    await notified(ada, 'push', 'sent', when)
    await notified(bea, 'telegram', 'failed', when)
    await notified(bea, 'push', 'queued', when)
    await notified(bea, 'push', 'failed', when, 'the browser is no longer subscribed')
    await notified(bea, 'telegram', 'failed', when, 'the bot is blocked')
    await notified(ada, 'telegram', 'failed', when, 'the chat is gone')
    await notified(eva, 'push', 'sent', when)
    await notified(fee, 'push', 'sent', when)
  }
  for (const when of [first, last, before, after]) await reported(ada, 'tentativo', when)
  await reported(bea, 'like', at(3))
  await run(
    `insert into visit_days (brand_id, day, entry, source, campid, flow_id, country, visits) values
      ('local', $1, '/', 'radio', 'k1', '0000', 'IT', 5), ('local', $1, '/signup', 'radio', 'k1', '0000', 'IT', 2),
      ('local', $1::date - 1, '/', 'radio', '', '7', 'IT', 100), ('local', $1::date + 1, '/', 'radio', '', '7', 'IT', 100), ('battito', $1, '/', 'x', '', '7', 'ES', 9)`,
    [day],
  )
}

/** The same figures, each counted from its table by a statement of its own. */
const counted: Readonly<Record<string, string>> = {
  sign_ups: `select count(*) from members where brand_id = 'local' and sample is null and created_at::date = $1`,
  confirmations: `select count(*) from members where brand_id = 'local' and sample is null and email_confirmed_at::date = $1`,
  photos: `select count(*) from (select member_id, min(created_at) as first from member_photos group by 1) p
    join members m on m.id = p.member_id where m.brand_id = 'local' and sample is null and first::date = $1`,
  first_messages: `select count(*) from (select sender_id, min(created_at) as first from messages where seq = 1 group by 1) g
    join members m on m.id = g.sender_id where brand_id = 'local' and sample is null and first::date = $1`,
  first_replies: `select count(*) from (select distinct on (sender_id) sender_id, g.created_at, low_wrote and high_wrote as answered from messages g
      join conversations c on c.id = conversation_id where seq = 1 order by sender_id, g.created_at) g
    join members m on m.id = g.sender_id where brand_id = 'local' and sample is null and answered and g.created_at::date = $1`,
  conversations: `select count(*) from conversations c join messages g on conversation_id = c.id and seq = 1 join members m on m.id = sender_id
    where brand_id = 'local' and sample is null and c.created_at::date = $1`,
  conversations_answered: `select count(*) from conversations c join messages g on conversation_id = c.id and seq = 1 join members m on m.id = sender_id
    where brand_id = 'local' and sample is null and low_wrote and high_wrote and c.created_at::date = $1`,
  disputes: `select count(*), sum(amount_minor) from disputes d join payment_attempts a on a.id = attempt_id join members m on m.id = d.member_id
    where sample is null and opened_at::date = $1`,
  cases_opened: `select count(*) from cases c left join members m on m.id = member_id where sample is null and kind <> 'sample' and opened_at::date = $1`,
  cases_decided: `select count(*) from cases c left join members m on m.id = member_id where sample is null and kind <> 'sample' and decided_at::date = $1`,
  cases_in_time: `select count(*) from cases c left join members m on m.id = member_id where sample is null and kind <> 'sample' and decided_at::date = $1
    and decided_at <= due_at`,
  cases_within_hour: `select count(*) from cases c left join members m on m.id = member_id where sample is null and kind <> 'sample' and decided_at::date = $1
    and decided_at - opened_at < '1 hour'`,
  cases_within_day: `select count(*) from cases c left join members m on m.id = member_id where sample is null and kind <> 'sample' and decided_at::date = $1
    and decided_at - opened_at < '1 day'`,
  payments: `select count(*), sum(amount_minor) from payment_attempts a join members m on m.id = member_id
    where a.brand_id = 'local' and sample is null and amount_minor > 0 and granted_at::date = $1`,
  renewals: `select count(*), sum(amount_minor) from payment_attempts where brand_id = 'local' and renewal_of is not null and granted_at::date = $1`,
  first_payments: `select count(*), sum(amount_minor) from (select distinct on (member_id) member_id, granted_at, amount_minor from payment_attempts
      where granted_at is not null and amount_minor > 0 order by member_id, granted_at) a
    join members m on m.id = member_id where m.brand_id = 'local' and sample is null and granted_at::date = $1`,
  refunds: `select count(*), sum(amount_minor) from refunds where state <> 'failed' and created_at::date = $1
    and attempt_id in (select id from payment_attempts where granted_at is not null)`,
  churn: `select count(*) from subscriptions s where state = 'ended' and period_end::date = $1
    and member_id not in (select member_id from subscriptions where state = 'active')`,
  mail_sent: `select count(*) from emails e left join members m on m.id = member_id where sample is null and sent_at::date = $1`,
  mail_delivered: `select count(*) from mail_events where kind = 'delivered' and created_at::date = $1`,
  mail_bounced: `select count(*) from mail_events where class = 'hard' and created_at::date = $1`,
  mail_failed: `select count(*) from mail_events where kind = 'failed' and class <> 'hard' and created_at::date = $1`,
  mail_soft: `select count(*) from mail_events where class = 'soft' and created_at::date = $1`,
  mail_refused: `select count(*) from mail_events where class = 'policy' and created_at::date = $1`,
  mail_complained: `select count(*) from mail_events where kind = 'complained' and created_at::date = $1`,
  mail_unsubscribed: `select count(*) from mail_events where kind = 'unsubscribed' and created_at::date = $1`,
  event_tentativo: `select count(*) from kpi_events where name = 'tentativo' and created_at::date = $1`,
  event_like: `select count(*) from kpi_events where name = 'like' and created_at::date = $1`,
  push_sent: `select count(*) from deliveries d join members m on m.id = d.member_id
    where brand_id = 'local' and sample is null and channel = 'push' and d.state = 'sent' and d.created_at::date = $1`,
  telegram_failed: `select count(*) from deliveries d join members m on m.id = d.member_id
    where brand_id = 'local' and sample is null and channel = 'telegram' and d.state = 'failed' and d.created_at::date = $1`,
  push_gone: `select count(*) from deliveries d join members m on m.id = d.member_id
    where brand_id = 'local' and sample is null and channel = 'push' and reason = 'the browser is no longer subscribed' and d.created_at::date = $1`,
  push_failed: `select count(*) from deliveries d join members m on m.id = d.member_id
    where brand_id = 'local' and sample is null and channel = 'push' and d.state = 'failed' and d.created_at::date = $1`,
  telegram_gone: `select count(*) from deliveries d join members m on m.id = d.member_id
    where brand_id = 'local' and sample is null and channel = 'telegram' and reason in ('the bot is blocked', 'the chat is gone') and d.created_at::date = $1`,
  visits: `select sum(visits) as count from visit_days where brand_id = 'local' and day = $1`,
  funnel_confirmed: `select count(*) from members where brand_id = 'local' and sample is null and created_at::date = $1 and email_confirmed_at is not null`,
  funnel_photo: `select count(*) from members m where brand_id = 'local' and sample is null and created_at::date = $1
    and id in (select member_id from member_photos)`,
  funnel_first_message: `select count(*) from members m where brand_id = 'local' and sample is null and created_at::date = $1
    and id in (select sender_id from messages where seq = 1)`,
  funnel_first_reply: `select count(*) from members m where brand_id = 'local' and sample is null and created_at::date = $1
    and id in (select sender_id from messages join conversations c on c.id = conversation_id where low_wrote and high_wrote)`,
  funnel_payment: `select count(*) from members m where brand_id = 'local' and sample is null and created_at::date = $1
    and id in (select member_id from payment_attempts where granted_at is not null and amount_minor > 0)`,
  funnel_refund: `select count(*) from members m where brand_id = 'local' and sample is null and created_at::date = $1
    and id in (select r.member_id from refunds r join payment_attempts a on a.id = attempt_id where r.state in ('accepted', 'refunded')
      and granted_at is not null)`,
  funnel_withdrawal: `select count(*) from members m where brand_id = 'local' and sample is null and created_at::date = $1
    and id in (select member_id from refunds where reason = 'withdrawal')`,
  funnel_complaint: `select count(*) from members m where brand_id = 'local' and sample is null and created_at::date = $1
    and (id in (select member_id from disputes) or id in (select reporter_id from reports) or id in (select member_id from tickets
      where topic in ('payments', 'service', 'safety')) or id in (select member_id from mail_events where kind = 'complained'))`,
}

describe('a day', () => {
  // A thousand statements.
  it('has for each figure what its rows are, once, and lists them', { timeout: 60_000 }, async () => {
    await clear()
    await makeDay()
    const { db } = handle
    await Promise.all([countDay(db, local, day, now), countDay(db, local, day, now)])
    const found = await figures(db, { brandId: 'local', from: day, to: day }, undefined)
    expect(found.map(({ metric }) => metric).toSorted()).toEqual(Object.keys(counted).toSorted())
    const client = await handle.pool.connect()
    await client.query(`set time zone 'UTC'`)
    const expected = new Map<string, { count: string; sum?: string } | undefined>()
    for (const [metric, statement] of Object.entries(counted))
      expected.set(metric, (await client.query(statement, [day])).rows[0])
    client.release(true)
    for (const [metric, row] of expected) {
      const figure = found.find((one) => one.metric === metric)
      expect([metric, figure?.count, figure?.amountMinor]).toEqual([metric, Number(row?.count), Number(row?.sum ?? 0)])
      expect(figure?.count).toBeGreaterThan(0)
      const rows = await rowsOf(db, local, { metric, from: day, to: day })
      expect([metric, rows.reduce((sum, { n }) => sum + Number(n), 0)]).toEqual([metric, figure?.count])
    }
    // What the console draws is the same, together and divided by anything.
    const metrics = Object.keys(counted)
    const asked = { brandId: 'local', from: day, to: day }
    const sums = (points: readonly { metric: string; count: number; amountMinor: number }[]) => {
      const all = new Map<string, readonly [number, number]>()
      for (const { metric, count, amountMinor } of points) {
        const [n = 0, sum = 0] = all.get(metric) ?? []
        all.set(metric, [n + count, sum + amountMinor])
      }
      return Object.fromEntries(all)
    }
    const whole = sums(found)
    for (const step of ['day', 'week', 'month'] as const)
      expect([step, sums(await series(db, asked, metrics, { step }))]).toEqual([step, whole])
    for (const by of ['flow', 'source', 'campaign', 'country', 'gender'] as const) {
      const { points: parts } = await divided(db, asked, metrics, by)
      expect([by, sums(parts)]).toEqual([by, whole])
      for (const { metric, at: value, count } of parts.filter(({ currency }) => currency === '')) {
        const narrowed = { of: by, value }
        expect(await series(db, asked, [metric], { step: 'day', narrowed })).toMatchObject([{ at: day, count }])
      }
    }
    // Divided, it is the same.
    const bySource = await figures(db, { brandId: 'local', from: day, to: day }, 'source')
    expect(bySource.filter(({ metric }) => metric === 'visits')).toMatchObject([{ by: 'radio', count: 7 }])
    const byCampaign = await figures(db, { brandId: 'local', from: day, to: day }, 'campaign')
    expect(byCampaign.filter(({ metric }) => metric === 'sign_ups').map(({ by, count }) => [by, count])).toEqual([
      ['k1', 1],
      ['k2', 1],
    ])
    expect(await funnel(db, { brandId: 'local', from: day, to: day })).toEqual([{ day, reached: [2, 1, 2, 1, 1, 2] }])
    expect(await figures(db, { brandId: 'battito', from: day, to: day }, undefined)).toEqual([])
  })

  it('names no one: its rows stay when a member is erased after it was sealed, and are gone before', async () => {
    const { db } = handle
    const columns = await run(
      `select column_name as name from information_schema.columns where table_name in ('kpi_days', 'kpi_cohorts', 'visit_days')`,
    )
    expect(
      columns.rows.map(({ name }) => String(name)).filter((name) => /member|email|user|click|ip|agent/.test(name)),
    ).toEqual([])
    const signUps = async () => (await funnel(db, { brandId: 'local', from: day, to: day }))[0]?.reached[0]
    const erase = () =>
      run(
        `delete from members where id in (select id from members m where brand_id = 'local' and sample is null and (created_at at time zone 'UTC')::date = $1
        and not exists (select from payment_attempts where member_id = m.id) and not exists (select from conversations where m.id in (low_id, high_id)) limit 1)`,
        [day],
      )
    await member({ createdAt: at(4) })
    await countDay(db, local, day, at(48))
    expect(await signUps()).toBe(3)
    await erase()
    await countDay(db, local, day, at(72))
    expect(await signUps()).toBe(2)
    await member({ createdAt: at(4) })
    await countDay(db, local, day, at(35 * 24))
    await erase()
    await countDay(db, local, day, at(36 * 24))
    expect(await signUps()).toBe(3)
  })

  it('keeps two hundred campaigns apart, those with most; the rest are one', async () => {
    await clear()
    await run(
      `insert into visit_days (brand_id, day, entry, source, campid, flow_id, country, visits)
       select 'local', $1, '/', 'flood', 'k' || n, '7', 'IT', 1 from generate_series(1, 1000) n`,
      [day],
    )
    await member({ source: 'radio', campid: 'good' })
    await member({ source: 'radio', campid: 'good' })
    await countDay(handle.db, local, day, now)
    const rows = await figures(handle.db, { brandId: 'local', from: day, to: day }, 'campaign')
    expect(new Set(rows.map(({ by }) => by)).size).toBe(mostCampaigns + 1)
    expect(rows.find(({ by, metric }) => by === 'good' && metric === 'sign_ups')?.count).toBe(2)
    expect(rows.find(({ by }) => by === other)?.count).toBe(1000 - (mostCampaigns - 1))
  })
})

describe('women and men by region', () => {
  it('are those who were there within thirty days, as a count over members has them', async () => {
    await clear()
    const regions = await run(`select id, name from geo_regions where country = 'IT' order by id limit 2`)
    const [one, two] = regions.rows as { id: number; name: string }[]
    const lives = async (gender: string, region: number | undefined, over: Kind & { state?: string } = {}) => {
      const id = await member(over)
      await run(`update members set gender = $2, region_id = $3, state = $4 where id = $1`, [
        id,
        gender,
        region ?? null,
        over.state ?? 'active',
      ])
    }
    for (let n = 0; n < 6; n += 1) await lives('woman', one!.id)
    for (let n = 0; n < 14; n += 1) await lives('man', one!.id)
    for (let n = 0; n < 3; n += 1) await lives('man', two!.id)
    await lives('woman', one!.id, { activeAt: at(-31 * 24) })
    await lives('woman', one!.id, { sample: true })
    await lives('woman', one!.id, { brand: 'battito' })
    await lives('woman', one!.id, { state: 'suspended' })
    await lives('woman', undefined)
    await countDay(handle.db, local, day, now)
    await countPresent(handle.db, local, day, now)
    await countPresent(handle.db, local, day, now)
    const asked = { brandId: 'local', from: '2026-09-10', to: day }
    expect(await balance(handle.db, asked)).toEqual({
      day,
      regions: [
        { country: 'IT', region: one!.name, women: 6, men: 14, newWomen: 8, newMen: 14, advertising: 'stops' },
        { country: 'IT', region: two!.name, women: 0, men: 3, newWomen: 0, newMen: 3, advertising: 'too_few' },
      ],
    })
    const there = await run(
      `select count(*) from members where brand_id = 'local' and sample is null and state = 'active' and last_active_at > $1::timestamptz - interval '30 days'`,
      [now],
    )
    expect(await series(handle.db, asked, ['present'], { step: 'month' })).toMatchObject([
      { at: '2026-10-01', count: Number(there.rows[0].count) },
    ])
    // Counting the day again does not change who was there.
    await countDay(handle.db, local, day, at(48))
    expect((await balance(handle.db, asked)).regions[0]).toMatchObject({ women: 6, men: 14 })
  })

  it('below 35 % of either, advertising stops, and with fewer than ten nothing is said', () => {
    expect(advertisingWith(35, 65)).toBe('goes_on')
    expect(advertisingWith(34, 66)).toBe('stops')
    expect(advertisingWith(66, 34)).toBe('stops')
    expect(advertisingWith(1, 8)).toBe('too_few')
  })
})

it('a demo counts its sample members, and nothing else does', async () => {
  await clear()
  await member({ sample: true })
  await member()
  await countDay(handle.db, local, day, now, true)
  const signUps = async () =>
    (await figures(handle.db, { brandId: 'local', from: day, to: day }, undefined)).find(
      ({ metric }) => metric === 'sign_ups',
    )?.count
  expect(await signUps()).toBe(2)
  await countDay(handle.db, local, day, now)
  expect(await signUps()).toBe(1)
})

describe('whose days', () => {
  const rome = { key: 'local', company: { vatNumber: 'IT00000000000' } }
  /** The day on Roman clocks, by code of the platform's own. */
  const romanDay = (moment: Date): string => moment.toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
  const days = ['2026-10-24', '2026-10-25', '2026-10-26']
  // On the 25th clocks are put back: it has 25 hours.
  const moment = fc
    .integer({ min: Date.UTC(2026, 9, 23, 20), max: Date.UTC(2026, 9, 27, 2) })
    .map((ms) => new Date(ms - (ms % 60_000)))
  const row = fc.record({
    at: moment,
    source: fc.constantFrom('direct', 'radio', '=cmd|x', 'Ü'),
    campid: fc.constantFrom(null, 'k1', 'k2'),
    isSample: fc.constantFrom(false, false, false, true),
    paid: fc.array(fc.record({ at: moment, amount: fc.integer({ min: 0, max: 9000 }) }), { maxLength: 3 }),
  })

  it('those of the company: any rows are counted as by hand, and divided they are as many', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 5, maxLength: 20 }), async (rows) => {
        await clear()
        const expected = new Map<string, number[]>()
        const expect1 = (metric: string, at: Date, by: string, amount = 0) => {
          if (!days.includes(romanDay(at))) return
          const key = `${romanDay(at)} ${metric} ${by}`
          const [count = 0, sum = 0] = expected.get(key) ?? []
          expected.set(key, [count + 1, sum + amount])
        }
        const insert = async ({ at: createdAt, source, campid, isSample, paid }: (typeof rows)[number]) => {
          const id = await member({ createdAt, source, campid, sample: isSample })
          if (!isSample) expect1('sign_ups', createdAt, source)
          for (const { at: grantedAt, amount } of paid) {
            await pays(id, grantedAt, { amount })
            if (!isSample && amount > 0) expect1('payments', grantedAt, source, amount)
          }
        }
        await Promise.all(rows.map(insert))
        await Promise.all(days.map((one) => countDay(handle.db, rome, one, at(0, '2026-11-01'))))
        const found = new Map<string, number[]>()
        const totals = new Map<string, number[]>()
        for (const one of days) {
          const asked = { brandId: 'local', from: one, to: one }
          for (const { metric, by, count, amountMinor } of await figures(handle.db, asked, 'source'))
            if (metric === 'sign_ups' || metric === 'payments')
              found.set(`${one} ${metric} ${by}`, [count, amountMinor])
        }
        expect(found).toEqual(expected)
        const asked = { brandId: 'local', from: '2026-10-24', to: '2026-10-26' }
        for (const { metric, count, amountMinor } of await figures(handle.db, asked, undefined))
          totals.set(metric, [count, amountMinor])
        for (const by of ['day', 'flow', 'source', 'campaign', 'country'] as const) {
          const sums = new Map<string, number[]>()
          for (const { metric, count, amountMinor } of await figures(handle.db, asked, by)) {
            const [n = 0, sum = 0] = sums.get(metric) ?? []
            sums.set(metric, [n + count, sum + amountMinor])
          }
          expect([by, sums]).toEqual([by, totals])
        }
      }),
      { numRuns: 4 },
    )
  })

  it('of which the one of Rome begins at 22:00 UTC in summer and at 23:00 in winter', async () => {
    await clear()
    await member({ createdAt: new Date('2026-10-24T21:59:59.999Z') })
    expect(await dueDays(handle.db, rome, new Date('2026-10-24T22:00:00Z'))).toEqual(['2026-10-24'])
    expect(await dueDays(handle.db, rome, new Date('2026-10-25T22:59:00Z'))).toEqual(['2026-10-24'])
    expect(await dueDays(handle.db, rome, new Date('2026-10-25T23:00:00Z'))).toEqual(['2026-10-25', '2026-10-24'])
    expect(weekOf(new Date('2026-10-25T22:59:59Z'), 'Europe/Rome')).toBe('2026-10-19')
    expect(weekOf(new Date('2026-10-25T23:00:00Z'), 'Europe/Rome')).toBe('2026-10-26')
  })
})

it('a process that dies while it counts leaves the day as it was', async () => {
  await clear()
  await member({ createdAt: at(4) })
  await countDay(handle.db, local, day, now)
  const state = async () =>
    (
      await run(
        'select c.counted_at, d.count from kpi_counted c join kpi_days d using (brand_id, day) where d.metric = $1',
        ['sign_ups'],
      )
    ).rows
  const before = await state()
  await member({ createdAt: at(5) })
  const blocking = await handle.pool.connect()
  const dying = openDatabase(database.url, { size: 1 })
  try {
    await blocking.query('begin; lock table kpi_days in share mode')
    const counting = countDay(dying.db, local, day, at(41)).catch((error: unknown) => error)
    await expect
      .poll(async () => {
        const { rows } = await run(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length
      })
      .toBe(1)
    expect(await counting).toBeInstanceOf(Error)
    await blocking.query('rollback')
  } finally {
    blocking.release(true)
    await dying.close()
  }
  expect(await state()).toEqual(before)
  await countDay(handle.db, local, day, at(41))
  expect(await state()).toEqual([{ counted_at: at(41), count: 2 }])
})

describe('which days are counted', () => {
  it('all since the first member, again after 1, 2, 3, 7, 14 and 35 days, and not when they are sealed', async () => {
    await clear()
    const { db } = handle
    expect(await dueDays(db, local, now)).toEqual([])
    await member({ createdAt: at(5, '2026-10-01') })
    expect(await dueDays(db, local, at(5, '2026-10-04'))).toEqual(['2026-10-03', '2026-10-02', '2026-10-01'])
    // What was there before is counted in several nights.
    const months = await dueDays(db, local, at(5, '2027-03-04'))
    expect([months.length, months[0], months.at(-1)]).toEqual([40, '2027-03-03', '2027-01-23'])
    const due: string[] = []
    for (let n = 1; n <= 40; n += 1) {
      const night = new Date(at(1, '2026-10-01').getTime() + n * 86_400_000)
      if ((await dueDays(db, local, night)).includes('2026-10-01')) {
        due.push(String(n))
        await countDay(db, local, '2026-10-01', night)
      }
    }
    expect(due).toEqual(['1', '2', '3', '7', '14', '35'])
  })

  it('as many as there is time for, the latest of all brands first; today whenever it is asked', async () => {
    await clear()
    await member({ createdAt: at(5, '2026-10-01') })
    await member({ createdAt: at(5, '2026-10-01'), brand: 'battito' })
    const given = { db: handle.db, brands, clock: () => now }
    await countDueDays(given, 0)
    await countToday(given, 0)
    const days = async () =>
      (await run(`select brand_id || ' ' || day as one from kpi_counted order by day desc, brand_id`)).rows.map(
        ({ one }) => String(one),
      )
    expect(await days()).toEqual([])
    await countDueDays(given, Infinity)
    expect((await days()).slice(0, 3)).toEqual(['battito 2026-10-07', 'local 2026-10-07', 'battito 2026-10-06'])
    expect(await days()).toHaveLength(14)
    await member({ createdAt: at(39) })
    await countToday(given, Infinity)
    expect(
      await figures(handle.db, { brandId: 'local', from: '2026-10-08', to: '2026-10-08' }, undefined),
    ).toMatchObject([{ metric: 'sign_ups', count: 1 }])
  })
})

it('follows the members of a week: who was there, and paid, in each week after, once that is over for all', async () => {
  await clear()
  expect([
    weekOf(at(0, '2026-10-04'), 'UTC'),
    weekOf(at(0, '2026-10-05'), 'UTC'),
    weekOf(at(23, '2026-10-11'), 'UTC'),
  ]).toEqual(['2026-09-28', '2026-10-05', '2026-10-05'])
  const week = '2026-10-05'
  const since = at(10, '2026-10-06')
  const days = (count: number) => new Date(since.getTime() + count * 86_400_000)
  const [ada, bea] = [
    await member({ createdAt: since, activeAt: days(30) }),
    await member({ createdAt: since, activeAt: days(7) }),
  ]
  await member({ createdAt: since, activeAt: new Date(days(7).getTime() - 1) })
  await member({ createdAt: since, activeAt: days(30), sample: true })
  await member({ createdAt: at(-1, '2026-10-05'), activeAt: days(30) })
  await pays(ada, days(1))
  await pays(ada, days(2))
  await pays(bea, days(14))
  await pays(bea, days(29))
  const count = async (moment: Date) => {
    await countCohort(handle.db, local, week, moment)
    return (await cohorts(handle.db, { brandId: 'local', from: week, to: week })).map((one) => [
      one.metric,
      one.age,
      one.count,
      one.amountMinor,
    ])
  }
  expect(await count(at(0, '2026-10-12'))).toEqual([['signed_up', 0, 3, 0]])
  expect(await count(at(0, '2026-10-19'))).toEqual([
    ['paid', 0, 1, 4980],
    ['present', 1, 2, 0],
    ['signed_up', 0, 3, 0],
  ])
  const end = await count(at(0, '2026-11-09'))
  expect(end).toEqual([
    ['paid', 0, 1, 4980],
    ['paid', 2, 1, 2490],
    ['present', 1, 2, 0],
    ['present', 2, 1, 0],
    ['present', 3, 1, 0],
    ['present', 4, 1, 0],
    ['signed_up', 0, 3, 0],
  ])
  await countCohorts({ db: handle.db, brands: { list: [local] }, clock: () => at(0, '2026-11-09') }, Infinity)
  expect(await cohorts(handle.db, { brandId: 'local', from: week, to: week })).toHaveLength(end.length)
})
