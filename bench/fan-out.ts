// Events through the rules to three channels, relative to the bare inserts of what they write: the notice, a delivery or
// mail for each channel, and the jobs. Then, with a whole server, the time from an event's commit until the push service
// has it, at 100 a second, while Telegram answers and while it hangs.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createGeo } from '#server/modules/geo/index.ts'
import { mailNotices } from '#server/modules/outreach/channels/email/notices.ts'
import { pushNotices } from '#server/modules/outreach/channels/push/notices.ts'
import { telegramNotices } from '#server/modules/outreach/channels/telegram/notices.ts'
import { lookAtNotice } from '#server/modules/outreach/rules/look.ts'
import { planNotice } from '#server/modules/outreach/rules/plan.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { deriveKeys, hashToken, keyedHash, newId } from '#server/platform/ids.ts'
import { seal } from '#server/platform/secrets/seal.ts'
import { benchConfig } from './parts/config.ts'
import { openBenchContext } from './parts/context.ts'
import { forkProgram } from './parts/fork.ts'
import { interleaved, quantile, report } from './parts/measure.ts'
import { makePeople } from './parts/people.ts'

const events = Number(process.argv[2] ?? 100_000)
/** Five pairs and the warm-up. */
const rounds = 6
const batch = Math.floor(events / rounds)
const [members, concurrent, rate, seconds] = [2000, 12, 100, 20]
const minute = 60_000
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url, { size: concurrent + 2, statementMs: minute })
const { db, pool } = database
await createGeo(database).load()
const people = await makePeople(database, members, 'woman', 0)
/** Each likes every member once: also in the three runs of the whole way. */
const actors = await makePeople(database, Math.ceil(events / members) + 4, 'man', 0)
const context = await openBenchContext(url)

/** The push service and Telegram. */
const arrived = new Map<string, () => void>()
let hangs = false
const receivers = createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.url?.startsWith('/push/')) {
      arrived.get(request.url)?.()
      response.writeHead(201).end()
    } else if (!hangs)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"ok":true,"result":{"message_id":1,"date":1,"chat":{"id":1,"type":"private","first_name":"A"}}}')
  })
})
await new Promise<void>((done) => receivers.listen(0, '127.0.0.1', done))
const standIn = `http://127.0.0.1:${(receivers.address() as AddressInfo).port}`

const { secretKey } = benchConfig(url, 0)
const [pushKeys, chatKeys, addressKeys] = [
  deriveKeys([secretKey], 'push'),
  deriveKeys([secretKey], 'telegram'),
  deriveKeys([secretKey], 'mail suppressions'),
] as const
const curve = createECDH('prime256v1')
const p256dh = curve.generateKeys().toString('base64url')
const auth = randomBytes(16).toString('base64url')
for (const [n, { id }] of people.entries()) {
  const endpoint = `${standIn}/push/${n}`
  await pool.query(
    `with device as (
       insert into push_devices (member_id, id, brand_id, session_id, endpoint_hash, subscription_sealed, created_at, renewed_at)
       select member_id, $2, 'local', id, $3, $4, now(), now() from sessions where member_id = $1),
     chat as (
       insert into telegram_links (member_id, brand_id, chat_hash, chat_sealed, linked_at) values ($1, 'local', $5, $6, now())),
     choice as (insert into notification_choices (member_id, event, channel, enabled, changed_at) values ($1, 'like', 'email', true, now()))
     insert into notification_settings (member_id, discreet, digest, changed_at) values ($1, false, 'off', now())`,
    [
      id,
      newId(),
      hashToken(endpoint),
      seal(pushKeys, JSON.stringify({ endpoint, p256dh, auth })),
      keyedHash(chatKeys, `local ${n + 1}`),
      seal(chatKeys, String(n + 1)),
    ],
  )
}
await pool.query(`update members set last_active_at = now() - interval '1 hour'`)
/** Each event is another member's like, by another one. */
const likeOf = (n: number) => ({
  memberId: actors[Math.floor(n / members)]?.id ?? '',
  otherId: people[n % members]?.id ?? '',
})
for (const { id } of actors)
  await pool.query(
    `insert into notifications (member_id, id, kind, actor_id, created_at)
     select member_id, gen_random_uuid(), 'like', $1, now() from telegram_links`,
    [id],
  )
await sql`analyze`.execute(db)

async function inParallel(count: number, one: (n: number) => Promise<unknown>): Promise<number> {
  const from = performance.now()
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await one((next += 1) - 1)
  }
  await Promise.all(Array.from({ length: concurrent }, worker))
  return performance.now() - from
}

let now = Date.now()
const clock = () => new Date(now)
const deps = {
  db,
  clock,
  addressKeys,
  channels: {
    email: mailNotices({ brands: context.brands, addressKeys }),
    push: pushNotices({ clock }),
    telegram: telegramNotices({ botOf: () => true }),
  },
}
let done = 0
/** Planned, looked at for device and chat, and a quarter of an hour later for the mail. */
async function throughRules(): Promise<number> {
  const first = done
  done += batch
  const planned = await inParallel(batch, (n) =>
    planNotice(deps, { id: randomUUID(), topic: 'like', payload: likeOf(first + n) }),
  )
  const { rows } = await pool.query<{ memberId: string; event: 'like'; about: string }>(
    'select member_id as "memberId", event, about from notices where cardinality(waiting) > 0',
  )
  const soon = await inParallel(rows.length, (n) => lookAtNotice(deps, rows[n]!))
  now += 16 * minute
  const later = await inParallel(rows.length, (n) => lookAtNotice(deps, rows[n]!))
  now -= 16 * minute
  if (rows.length !== batch) throw new Error(`${rows.length} of ${batch} events were planned`)
  return planned + soon + later
}
/** The same rows and jobs, of one event in one transaction. */
const bareInserts = (): Promise<number> =>
  inParallel(batch, (n) =>
    db.transaction().execute(async (tx) => {
      const memberId = people[n % members]?.id
      await sql`
        insert into notices (member_id, event, about, planned, waiting, happened_at, due_at)
        values (${memberId}, 'like', ${randomUUID()}, false, '{}', now(), now())`.execute(tx)
      await sql`
        insert into deliveries (member_id, id, channel, event, other_id, created_at)
        values (${memberId}, ${newId()}, 'push', 'like', null, now()), (${memberId}, ${newId()}, 'telegram', 'like', null, now())`.execute(
        tx,
      )
      await sql`
        insert into emails (id, brand_id, member_id, kind, to_address, locale, props, created_at)
        values (${newId()}, 'local', ${memberId}, 'new-like', 'bench@bench.example', 'it', '{}', now())`.execute(tx)
      for (const name of ['outreach.notice', 'outreach.push', 'outreach.telegram', 'outreach.send_email'])
        await sql`select graphile_worker.add_job(${name}, '{}', job_key => ${randomUUID()}, run_at => now() + interval '1 day')`.execute(
          tx,
        )
    }),
  )
const memory = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}
await throughRules()
// The queue is long now, and autovacuum, which tells the planner so in an installation, is off here.
await sql`analyze`.execute(db)
const before = memory()
const rules = await interleaved(throughRules, bareInserts, rounds - 2)
const grown = Math.round((memory() - before) * 10) / 10

// The whole way. What was queued above is not sent.
await pool.query('truncate graphile_worker._private_jobs')
const server = await forkProgram('./serve.ts', { OUTBOX: '1', JOBS: '1', STAND_IN: standIn })
let offered = done
async function toPushService(): Promise<number> {
  const [from, times]: [number, number[]] = [performance.now(), []]
  const waiting: Promise<void>[] = []
  for (let n = 0; n < rate * seconds; n += 1) {
    const late = from + (n * 1000) / rate - performance.now()
    if (late > 0) await new Promise((resolve) => setTimeout(resolve, late))
    const { memberId, otherId } = likeOf(offered)
    const path = `/push/${offered % members}`
    offered += 1
    waiting.push(
      pool
        .query('insert into outbox (id, topic, payload, created_at) values ($1, $2, $3, now())', [
          newId(),
          'like',
          JSON.stringify({ memberId, otherId }),
        ])
        .then(() => {
          const at = performance.now()
          return new Promise<void>((resolve) => {
            const lost = setTimeout(resolve, 30_000)
            arrived.set(path, () => {
              arrived.delete(path)
              clearTimeout(lost)
              times.push(performance.now() - at)
              resolve()
            })
          })
        }),
    )
  }
  await Promise.all(waiting)
  if (times.length < waiting.length) console.error(`${waiting.length - times.length} did not arrive`)
  return Math.round(quantile(times, 0.99))
}
await toPushService()
const answering = await toPushService()
const rssBefore = await server.ask<{ rss: number }>('memory')
hangs = true
const hanging = await toPushService()
const rssAfter = await server.ask<{ rss: number }>('memory')
receivers.closeAllConnections()
receivers.close()
await server.stop()
await context.close()
await database.close()
report(
  'fan-out',
  'ms for the events',
  'ratio <= 3; from commit to push service p99 <= 2 s, also beside a hanging channel',
  {
    ...rules,
    events: done,
    heapGrownMiB: grown,
    pushP99: answering,
    pushP99BesideHanging: hanging,
    serverGrownMiB: Math.round((rssAfter.rss - rssBefore.rss) / 2 ** 20),
  },
)
process.exit(rules.ratio <= 3 && answering <= 2000 && hanging <= 2000 ? 0 : 1)
