import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Postback } from '#modules/brands/index.ts'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { newIdAt } from '#platform/ids.ts'
import { createOutbound } from '#platform/outbound.ts'
import { createLog } from '#platform/process/log.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { planPostbacks } from './plan.ts'
import { type DeliveryKey, sendPostback } from './send.ts'

/* Postbacks over HTTP to a stand-in of an affiliate's tracker, which answers as trackers of others do on bad days. */

let database: TestDatabase
let handle: DatabaseHandle
let now = new Date('2026-10-07T12:00:00Z')
const closing: (() => unknown)[] = []
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 4 })
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
afterAll(async () => {
  await handle?.close()
  await database?.drop()
})
const run = (text: string, values: unknown[] = []) => handle.pool.query(text, values)

/** A tracker, the requests it was sent, and a member with a lead that is to be reported to it. */
async function tracker(answer: RequestListener, { campid = 'k1', timeoutMs = 5000 } = {}) {
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, reply)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const outbound = createOutbound({ trustedOrigins: [origin], timeoutMs })
  closing.push(() => {
    outbound.close()
    server.closeAllConnections()
    server.close()
  })
  const postback: Postback = { key: 'tracker', on: ['lead'], url: `${origin}/pb?e={event}&k={campid}&id={event_id}` }
  const deps = {
    db: handle.db,
    clock: () => now,
    log: createLog('silent'),
    brands: { list: [{ key: 'local', postbacks: [postback] }] },
    outbound,
    secretOf: () => 'the-secret-of-the-affiliate-of-local',
    keys: [Buffer.alloc(32, 7)] as const,
  }
  await run('truncate postback_deliveries, postback_progress, consents, members cascade')
  await run('delete from graphile_worker._private_jobs')
  await planPostbacks(deps)
  now = new Date(now.getTime() + 60_000)
  const id = newIdAt(now)
  await run(
    `insert into members (id, brand_id, pool_id, clickid, email, gender, seeks, age_stated, age_stated_on, country, locale, flow_id, flow_version,
      created_at, last_active_at, source, campid)
     values ($1::uuid, 'local', 'local', $1::uuid::text, $1::uuid || '@person.example', 'woman', 'man', 30, now(), 'IT', 'it', '7', '1', $2, $2, 'radio', $3)`,
    [id, now, campid],
  )
  await run(
    `insert into consents (member_id, id, kind, granted, text_version, locale, given_at) values ($1, $2, 'analytics', true, '1', 'it', $3)`,
    [id, newIdAt(now), now],
  )
  await planPostbacks(deps)
  const job = async () =>
    (await run('select payload, run_at from graphile_worker._private_jobs')).rows as {
      payload: DeliveryKey
      run_at: Date
    }[]
  return {
    asked,
    /** Runs the job that waits, at its time. */
    async send() {
      const [next] = await job()
      await run('delete from graphile_worker._private_jobs')
      if (!next) throw new Error('no call waits')
      if (next.run_at > now) now = next.run_at
      await sendPostback(deps, next.payload)
      return next.payload
    },
    again: (payload: DeliveryKey) => sendPostback(deps, payload),
    waiting: async () => (await job()).length,
    delivery: async () => (await run('select state, tries, status, why from postback_deliveries')).rows[0] as object,
  }
}

it('an error, then 200: the same call twice, one delivery, and a job that comes again calls no more', async () => {
  let fails = true
  const { send, again, asked, delivery, waiting } = await tracker((_, reply) => {
    reply.writeHead(fails ? 500 : 200).end()
    fails = false
  })
  await send()
  expect(await delivery()).toMatchObject({ state: 'waiting', tries: 1, status: 500 })
  const payload = await send()
  expect(await delivery()).toMatchObject({ state: 'delivered', tries: 2, status: 200, why: null })
  await again(payload)
  expect([asked.length, new Set(asked).size, await waiting()]).toEqual([2, 1, 0])
})

it('silence: given up in time, and tried again later', async () => {
  const { send, delivery, waiting } = await tracker(() => undefined, { timeoutMs: 200 })
  await send()
  expect([await delivery(), await waiting()]).toEqual([{ state: 'waiting', tries: 1, status: null, why: 'timeout' }, 1])
})

it('an answer that never ends: given up in time as well', async () => {
  const { send, delivery } = await tracker(
    (_, reply) => {
      reply.writeHead(200)
      reply.write('one')
    },
    { timeoutMs: 200 },
  )
  await send()
  expect(await delivery()).toMatchObject({ state: 'waiting', why: 'timeout' })
})

it('a redirect: not followed, also not to a path of its own', async () => {
  const { send, asked, delivery, waiting } = await tracker((_, reply) =>
    reply.writeHead(302, { location: '/pb?e=elsewhere' }).end(),
  )
  await send()
  expect([asked.length, await waiting()]).toEqual([1, 0])
  expect(await delivery()).toMatchObject({ state: 'failed', status: 302 })
})

it.each([
  'k&e=sale&amount=999',
  '../../admin?x=1#',
  'k{clickid}',
  'k\r\nHost: evil',
  '%0d%0a',
  'ü 漢 🙂',
  "k'--",
  '@evil.example/',
])('the campaign %j stays one value', async (campid) => {
  const { send, asked } = await tracker((_, reply) => reply.writeHead(204).end(), { campid })
  await send()
  expect(asked).toHaveLength(1)
  const url = new URL(asked[0]?.replace('GET ', '') ?? '', 'http://tracker')
  expect(url.pathname).toBe('/pb')
  expect([...url.searchParams]).toEqual([
    ['e', 'lead'],
    ['k', campid],
    ['id', expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ])
})
