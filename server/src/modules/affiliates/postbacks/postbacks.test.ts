import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Postback } from '#modules/brands/index.ts'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { newIdAt } from '#platform/ids.ts'
import { createOutbound, type OutboundReply, type OutboundRequest } from '#platform/outbound.ts'
import { createLog } from '#platform/process/log.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import type { PostbackDeps } from './deps.ts'
import { planPostbacks } from './plan.ts'
import { sendPostback } from './send.ts'

let database: TestDatabase
let handle: DatabaseHandle
let now = new Date('2026-10-07T12:00:00Z')
let calls: OutboundRequest[]
let reply: OutboundReply
const secret = 'the-secret-of-the-affiliate-of-local'
const tracker: Postback = {
  key: 'tracker',
  on: ['lead', 'sale', 'refund'],
  url: 'https://t.example/pb?e={event}&id={event_id}&c={clickid}&k={campid}&a={amount}&cur={currency}',
}
let postbacks: readonly Postback[]
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 4 })
})
afterAll(async () => {
  await handle?.close()
  await database?.drop()
})
const run = (text: string, values: unknown[] = []) => handle.pool.query(text, values)
const answer = (status: number, headers = {}): OutboundReply => ({
  kind: 'answer',
  status,
  headers,
  body: Buffer.alloc(0),
})
const deps = (): PostbackDeps => ({
  db: handle.db,
  clock: () => now,
  log: createLog('silent'),
  brands: {
    list: [
      { key: 'local', postbacks },
      { key: 'battito', postbacks: [] },
    ],
  },
  outbound: { call: async (request) => (calls.push(request), reply) },
  secretOf: () => secret,
  keys: [Buffer.alloc(32, 7)],
})
beforeEach(async () => {
  calls = []
  reply = answer(200)
  postbacks = [tracker]
  await run('truncate postback_deliveries, postback_progress, refunds, payment_attempts, consents, members cascade')
  await run('delete from graphile_worker._private_jobs')
  await planPostbacks(deps())
  later(1)
})
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

async function member({ allows = true as boolean | null, campid = 'k 1&x', brand = 'local' } = {}): Promise<string> {
  const id = newIdAt(now)
  await run(
    `insert into members (id, brand_id, pool_id, clickid, email, gender, seeks, age_stated, age_stated_on, country, locale, flow_id, flow_version,
      created_at, last_active_at, source, campid)
     values ($1::uuid, $2, $2, 'click-' || $1::uuid, $1::uuid || '@person.example', 'woman', 'man', 30, now(), 'IT', 'it', '7', '1', $3, $3, 'radio', $4)`,
    [id, brand, now, campid],
  )
  if (allows !== null) await consents(id, allows)
  return id
}
const consents = (memberId: string, granted: boolean) =>
  run(
    `insert into consents (member_id, id, kind, granted, text_version, locale, given_at) values ($1, $2, 'analytics', $3, '1', 'it', $4)`,
    [memberId, newIdAt(now), granted, now],
  )
async function pays(
  memberId: string,
  over: { granted?: boolean; amount?: number; renewal?: boolean } = {},
): Promise<string> {
  const id = newIdAt(now)
  const { granted = true, amount = 2490, renewal = false } = over
  await run(
    `insert into payment_attempts (id, brand_id, member_id, order_key, provider, flow_id, flow_version, plan_id, plan, amount_minor, currency, state,
      created_at, updated_at, granted_at, connection, renewal_of, renewal_from)
     values ($1, 'local', $2, $1, 'adyen', '7', '1', 'p', '{}', $3, 'EUR', 'captured', $4, $4, $5, 'adyen', $6, $7)`,
    [id, memberId, amount, now, granted ? now : null, renewal ? memberId : null, renewal ? now : null],
  )
  return id
}
const refunds = (memberId: string, attempt: string, state: string) =>
  run(
    `insert into refunds (id, brand_id, member_id, attempt_id, reason, amount_minor, currency, credits, state, created_at, updated_at)
     values ($1, 'local', $2, $3, 'back_office', 1000, 'EUR', 0, $4, $5, $5)`,
    [newIdAt(now), memberId, attempt, state, now],
  )
const jobs = async () =>
  (await run(`select payload, run_at from graphile_worker._private_jobs order by id`)).rows as {
    payload: Parameters<typeof sendPostback>[1]
    run_at: Date
  }[]
const deliveries = async () =>
  (await run(`select event, state, tries, status, why, facts from postback_deliveries order by created_at, event`)).rows
/** Plans and sends all that is due. */
async function send(): Promise<void> {
  await planPostbacks(deps())
  const due = await jobs()
  await run('delete from graphile_worker._private_jobs')
  for (const { payload } of due) await sendPostback(deps(), payload)
}

it('reports each event once, signed, with its values encoded and nothing else about the member', async () => {
  const ada = await member()
  later(1)
  await send()
  later(1)
  const attempt = await pays(ada)
  await send()
  later(1)
  await refunds(ada, attempt, 'submitting')
  await send()
  later(3 * 1440)
  await run(`update refunds set state = 'refunded'`)
  await send()
  await send()
  expect(calls.map(({ url }) => url.replace(/&id=[0-9a-f-]{36}/, ''))).toEqual([
    `https://t.example/pb?e=lead&c=click-${ada}&k=k%201%26x&a=&cur=`,
    `https://t.example/pb?e=sale&c=click-${ada}&k=k%201%26x&a=24.90&cur=EUR`,
    `https://t.example/pb?e=refund&c=click-${ada}&k=k%201%26x&a=10.00&cur=EUR`,
  ])
  expect(new Set(calls.map(({ url }) => new URL(url).searchParams.get('id'))).size).toBe(3)
  expect(JSON.stringify(calls)).not.toContain('person.example')
  for (const { method, url, headers } of calls) {
    const [, at, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers?.['x-postback-signature'] ?? '') ?? []
    expect(signature).toBe(createHmac('sha256', secret).update(`${at}.${method} ${url}`).digest('hex'))
  }
  // What identifies her is gone with the call.
  expect((await deliveries()).map(({ state, facts }) => [state, facts])).toEqual([
    ['delivered', {}],
    ['delivered', {}],
    ['delivered', {}],
  ])
})

it('plans an event once, also by two processes at a time, and none from before the postback', async () => {
  await run('truncate postback_progress')
  await member()
  later(1)
  await planPostbacks(deps())
  expect(await deliveries()).toEqual([])
  later(1)
  await member()
  later(1)
  await Promise.all([planPostbacks(deps()), planPostbacks(deps()), planPostbacks(deps())])
  expect(await deliveries()).toHaveLength(1)
  expect(await jobs()).toHaveLength(1)
})

it.each([
  ['never gave', null],
  ['refused', false],
])('says nothing of members who %s their consent to measurement', async (_name, allows) => {
  const id = await member({ allows })
  await pays(id)
  later(1)
  await send()
  expect([calls, await deliveries()]).toEqual([[], []])
})

it('says nothing once the consent was withdrawn, the postback removed, or the member erased', async () => {
  const [ada, bea] = [await member(), await member()]
  later(1)
  await planPostbacks(deps())
  await consents(ada, false)
  await run('delete from members where id = $1', [bea])
  await send()
  expect(calls).toEqual([])
  expect(await deliveries()).toMatchObject([{ state: 'withheld', why: 'no consent to measurement', facts: {} }])
  await member()
  later(1)
  await planPostbacks(deps())
  postbacks = []
  await send()
  expect(calls).toEqual([])
})

it('reports no renewal, no age check, no other brand, and only the campaign that was asked for', async () => {
  postbacks = [{ ...tracker, on: ['lead', 'attempt', 'sale', 'refund'], campid: 'k1' }]
  later(1)
  await planPostbacks(deps())
  later(1)
  const ada = await member({ campid: 'k1' })
  await member({ campid: 'k2' })
  await member({ campid: 'k1', brand: 'battito' })
  await pays(ada, { amount: 0 })
  const renewal = await pays(ada, { renewal: true })
  later(1)
  const notGranted = await pays(ada, { granted: false })
  await refunds(ada, renewal, 'refunded')
  later(1)
  await refunds(ada, notGranted, 'accepted')
  later(1)
  await send()
  expect((await deliveries()).map(({ event }) => event)).toEqual(['attempt', 'lead'])
})

it.each<[string, OutboundReply, object]>([
  ['a redirect', answer(302), { state: 'failed', status: 302, tries: 1 }],
  ['a refusal', answer(404), { state: 'failed', status: 404, tries: 1 }],
  [
    'an address that is not public',
    { kind: 'refused', why: 'address' },
    { state: 'failed', status: null, why: 'the address is not public' },
  ],
  ['an error', answer(503), { state: 'waiting', status: 503, tries: 1 }],
  ['too many', answer(429, { 'retry-after': '3600' }), { state: 'waiting', status: 429, tries: 1 }],
  ['no answer', { kind: 'failed', why: 'timeout' }, { state: 'waiting', status: null, why: 'timeout' }],
])('after %s', async (_name, given, outcome) => {
  await member()
  later(1)
  reply = given
  await send()
  expect(await deliveries()).toMatchObject([outcome])
  const [next] = await jobs()
  const waits = next && Math.round((next.run_at.getTime() - now.getTime()) / 60_000)
  expect(waits).toBe(
    'state' in outcome && outcome.state === 'waiting'
      ? given.kind === 'answer' && given.status === 429
        ? 60
        : 1
      : undefined,
  )
})

it('gives up after a day and a half of tries', async () => {
  await member()
  later(1)
  reply = answer(500)
  const started = now.getTime()
  await planPostbacks(deps())
  for (let tries = 0; tries < 20; tries += 1) {
    const [next] = await jobs()
    if (!next) break
    await run('delete from graphile_worker._private_jobs')
    if (next.run_at > now) now = next.run_at
    await sendPostback(deps(), next.payload)
  }
  expect(await deliveries()).toMatchObject([{ state: 'failed', tries: 7, status: 500 }])
  expect(calls).toHaveLength(7)
  expect(new Set(calls.map(({ url }) => url)).size).toBe(1)
  expect((now.getTime() - started) / 3_600_000).toBeGreaterThan(24)
})

it('never calls an address of ours, whatever the tracker’s name resolves to', async () => {
  await member()
  later(1)
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1']) {
    await planPostbacks(deps())
    const [next] = await jobs()
    const outbound = createOutbound({ resolve: async () => ['93.184.215.14', address] })
    await sendPostback({ ...deps(), outbound }, next?.payload ?? { brandId: '', postback: '', eventKey: '' })
    outbound.close()
    expect([address, (await deliveries())[0]?.why]).toEqual([address, 'the address is not public'])
    await run(
      `update postback_deliveries set state = 'waiting', ended_at = null, facts = '{"at": "2026-10-07T12:00:00Z", "amountMinor": null, "currency": null}'`,
    )
  }
})
