import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deriveKeys } from '#platform/ids.ts'
import { webhookSecrets } from '#modules/outreach/channels/telegram/receive.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import type { WorkerOrder } from '#test/support/worker-process.ts'
import { botOfToken, telegramToken } from '../../../sandbox/src/credentials.ts'

/*
 * Workers that announce likes on all channels are killed by SIGKILL again and again: in the end every member was notified,
 * and nothing is shown to anyone twice.
 */

const members = 24
const bot = botOfToken(telegramToken('local')) ?? ''
let testServer: TestServer
let worker: ChildProcess | undefined
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, telegram: true })
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await testServer?.close()
})

const idOf = ({ session }: TestMember): string => session.angelId
const run = (text: string, values: unknown[] = []) => testServer.database.pool.query(text, values)

interface Receivers {
  readonly member: TestMember
  readonly phone: string
  readonly person: string
}

/** A member with a device and a chat, away, without quiet hours, who wants to hear of likes everywhere. */
async function everywhere(n: number): Promise<Receivers> {
  const member = await testServer.member({ gender: 'woman' })
  const { token } = member
  const { origin, sandbox } = testServer.sandbox
  const made = await fetch(`${origin}/push/phones`, { method: 'POST' })
  const subscription = (await made.json()) as { endpoint: string }
  const body = { pushToken: JSON.stringify(subscription) }
  expect((await testServer.call('/api/users/pushToken', { body, token })).status).toBe(200)
  const person = String(8_000_000 + n)
  sandbox.state.telegramChats.put({ id: `${bot}/${person}`, bot, state: 'on' })
  const { body: link } = await testServer.call('/api/telegram/link', { method: 'POST', token })
  const chat = { id: Number(person), type: 'private', first_name: 'Ada' }
  const text = `/start ${new URL(link.url).searchParams.get('start')}`
  const [secret = ''] = webhookSecrets(deriveKeys([testServer.config.secretKey], 'telegram'), 'local')
  await testServer.call('/telegram/webhook', {
    body: { update_id: n, message: { message_id: 1, date: 0, text, chat, from: { ...chat, is_bot: false } } },
    headers: { 'x-telegram-bot-api-secret-token': secret },
  })
  const change = { choices: [{ event: 'like', channel: 'email', on: true }], quiet: null }
  const { status } = await testServer.call('/api/notifications/settings', { method: 'PUT', body: change, token })
  expect(status).toBe(200)
  await run(`update members set last_active_at = now() - interval '1 hour' where id = $1`, [idOf(member)])
  return { member, phone: subscription.endpoint.split('/').at(-1) ?? '', person }
}

/** As the socket's handler leaves a like. */
async function liked({ member }: Receivers, other: TestMember): Promise<void> {
  const payload = JSON.stringify({ memberId: idOf(other), otherId: idOf(member) })
  await run(`insert into reactions values ($1, $2, 'like', now())`, [idOf(other), idOf(member)])
  await run(
    `insert into notifications (member_id, id, kind, actor_id, created_at) values ($1, $2, 'like', $3, now())`,
    [idOf(member), randomUUID(), idOf(other)],
  )
  await sql`insert into outbox (id, topic, payload, created_at) values (gen_random_uuid(), 'like', ${payload}::jsonb, now())`.execute(
    testServer.database.db,
  )
}

async function start(aheadMs: number): Promise<void> {
  worker = fork(join(import.meta.dirname, '../support/worker-process.ts'), [], {
    serialization: 'advanced',
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
  })
  worker.send({ config: testServer.config, aheadMs } satisfies WorkerOrder)
  await once(worker, 'message')
}
async function kill(): Promise<void> {
  worker?.kill('SIGKILL')
  if (worker) await once(worker, 'exit')
}

/** A job that puts itself off leaves a row without attempts if it is killed then. */
const waiting = async (): Promise<number> => {
  const { rows } = await run(
    `select count(*)::int as n from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier in ('outreach.notice', 'outreach.push', 'outreach.telegram', 'outreach.send_email')
       and run_at <= now() and attempts < max_attempts`,
  )
  const { rows: events } = await run('select from outbox')
  return Number(rows[0].n) + events.length
}

/** Runs workers until as many things have arrived as each of these says, and kills it there; the last one ends the work. */
async function workThroughKills(aheadMs: number, arrived: () => number, kills: readonly number[]): Promise<void> {
  for (const most of kills) {
    await start(aheadMs)
    await expect.poll(arrived, { timeout: 30_000, interval: 1 }).toBeGreaterThanOrEqual(most)
    await kill()
  }
  await start(aheadMs)
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
  await kill()
}

it('nothing is shown twice, and nothing but what may be is lost', async () => {
  const receivers: Receivers[] = []
  for (let n = 0; n < members; n += 1) receivers.push(await everywhere(n))
  const other = await testServer.member()
  for (const one of receivers) await liked(one, other)
  const { pushedMessages, telegramMessages, mails } = testServer.sandbox.sandbox.state
  const toDevices = () => pushedMessages.all().length + telegramMessages.all().length
  await workThroughKills(0, toDevices, [1, 12, 30])

  // The mail is due a quarter of an hour later.
  await run(`update graphile_worker._private_jobs set run_at = now()`)
  await workThroughKills(20 * 60_000, () => mails.all().length, [1, 10])

  const { rows } = await run(
    `select member_id, channel, state, reason from deliveries where event = 'like' and member_id = any($1)`,
    [receivers.map(({ member }) => idOf(member))],
  )
  expect(rows).toHaveLength(2 * members)
  for (const { member, phone, person } of receivers) {
    const of = (channel: string) => rows.find((row) => row.member_id === idOf(member) && row.channel === channel)
    // A device shows the later one in place of the first: the push service by the topic, the browser by the tag.
    const pushed = pushedMessages.all().filter((one) => one.phone === phone)
    expect(new Set(pushed.map(({ topic, text }) => `${topic} ${(JSON.parse(text) as { g: string }).g}`)).size).toBe(1)
    expect(of('push')).toMatchObject({ state: 'sent' })
    const said = telegramMessages.all().filter(({ chat }) => chat === `${bot}/${person}`)
    expect(said.length).toBeLessThanOrEqual(1)
    if (of('telegram')?.state === 'sent') expect(said).toHaveLength(1)
    else expect(of('telegram')).toMatchObject({ state: 'failed', reason: 'unknown whether it arrived' })
    // A mail that the relay had taken goes again under the same id, by which mailboxes know it.
    const mailed = mails.all().filter(({ to }) => to === member.email)
    expect(new Set(mailed.map(({ messageId }) => messageId)).size).toBe(1)
  }
}, 180_000)
