import { routes } from '@incontro/contract'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startSandbox, type RunningSandbox } from '../../../sandbox/src/testing/start-sandbox.ts'
import { checkLedger } from '#server/modules/credits/index.ts'
import { createGeo } from '#server/modules/geo/index.ts'
import { damageOf, gapsOf } from '#server/modules/payments/testing/faults/damage.ts'
import { tills } from '#server/modules/payments/testing/faults/tills.ts'
import { openDatabase, type DatabaseHandle } from '#server/platform/database/database.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { adyenVariables, cardOrder } from '#test/support/card-order.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { isFull } from '#test/pages/variants.ts'
import { startProcess, type TestProcess } from '#test/support/processes.ts'
import { startThrowawayPostgres } from '../../../tools/support/throwaway-postgres.mjs'
import { makePeople, type Person } from '../../parts/people.ts'
import { adyenSettings } from '../installation.ts'
import { openGate, type Gate, type Passing } from './gate.ts'

/*
 * Real processes are killed with SIGKILL while an attempt, a refund, a renewal and a webhook are each at one side of
 * their call: not yet at the provider, or done there and not yet answered. They are started again, and the provider must
 * hold what was granted. `npm test` kills the server once with all of them in progress, and then cuts every connection
 * to the database; `npm test -- full` kills server and database at each point by itself. The points between are those of
 * `faults.test.ts`, where faults are thrown.
 */

type Kind = 'charge' | 'refund' | 'webhook'
interface Point {
  readonly name: string
  readonly plan: 'messages-60' | 'plan-3m'
  readonly kind: Kind
  readonly when: 'before' | 'after'
  /** Bought before, then given back or renewed. */
  readonly next?: 'withdraw' | 'renew'
}

const points: readonly Point[] = [
  { name: 'an attempt before it is charged', plan: 'messages-60', kind: 'charge', when: 'before' },
  { name: 'an attempt whose charge is not answered', plan: 'messages-60', kind: 'charge', when: 'after' },
  { name: 'a webhook that does not arrive', plan: 'messages-60', kind: 'webhook', when: 'before' },
  { name: 'a webhook that was accepted', plan: 'messages-60', kind: 'webhook', when: 'after' },
  { name: 'a refund before it is requested', plan: 'messages-60', kind: 'refund', when: 'before', next: 'withdraw' },
  { name: 'a refund that is not answered', plan: 'messages-60', kind: 'refund', when: 'after', next: 'withdraw' },
  { name: 'a renewal before it is charged', plan: 'plan-3m', kind: 'charge', when: 'before', next: 'renew' },
  { name: 'a renewal whose charge is not answered', plan: 'plan-3m', kind: 'charge', when: 'after', next: 'renew' },
]
const prices = { 'messages-60': '11.90', 'plan-3m': '49.80' }
const kindOf = ({ path }: Passing): Kind =>
  path.includes('/webhooks/') ? 'webhook' : path.endsWith('/refunds') ? 'refund' : 'charge'

const folder = mkdtempSync(join(tmpdir(), 'incontro-kills-'))
let database: { readonly url: string; crash(): Promise<void>; stop(): Promise<void> }
let handle: DatabaseHandle
let sandbox: RunningSandbox
let server: TestProcess
let toProvider: Gate
let toServer: Gate
/** Members by what names their payments: references and the provider's ids. */
const owners = new Map<string, string>()

beforeAll(async () => {
  toServer = await openGate(() => server.url, learn)
  toProvider = await openGate(() => sandbox.origin, learn)
  sandbox = await startSandbox({ appUrl: toServer.origin, webhookBackoffMs: [50, 200, 500, 1000] })
  database = isFull ? await throwaway() : await cloned()
  handle = openDatabase(database.url, { size: 4 })
  if (isFull) await createGeo(handle).load()
  server = await start()
}, 120_000)
afterAll(async () => {
  await server.kill()
  await handle.close()
  await Promise.all([toProvider.close(), toServer.close(), sandbox.close(), database.stop()])
  rmSync(folder, { recursive: true, force: true })
})

async function throwaway(): Promise<typeof database> {
  const cluster = await startThrowawayPostgres({ fast: false })
  await migrate(cluster.url)
  return cluster
}

/** Its cluster is that of all tests: its connections are cut instead of killing it. */
async function cloned(): Promise<typeof database> {
  const { url, drop } = await createTestDatabase()
  return {
    url,
    stop: drop,
    async crash() {
      await handle.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    },
  }
}

const start = (): Promise<TestProcess> =>
  startProcess(
    {
      mode: 'production',
      dataDir: folder,
      databaseUrl: database.url,
      brokerUrl: undefined,
      secretKey: 's'.repeat(43),
      smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    },
    { env: adyenVariables({ ...adyenSettings(sandbox), baseUrl: `${toProvider.origin}/adyen/checkout/v72` }) },
  )

function learn({ path, body }: Passing, answer: string): void {
  if (!path.endsWith('/payments')) return
  const { reference, shopperReference } = JSON.parse(body) as { reference: string; shopperReference: string }
  owners.set(reference, shopperReference)
  const { pspReference } = JSON.parse(answer) as { pspReference?: string }
  if (pspReference !== undefined) owners.set(pspReference, shopperReference)
}

const isOf = (memberId: string, { path, body }: Passing): boolean =>
  body.includes(memberId) || [...owners].some(([id, owner]) => owner === memberId && `${path} ${body}`.includes(id))

const call = (person: Person, path: string, body: object) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(
    (answer) => answer.json() as Promise<{ status?: string; reference?: string }>,
    // The server was killed.
    () => null,
  )
const order = async (person: Person, plan: Point['plan']) =>
  call(
    person,
    routes.tryCharge.path,
    await cardOrder(adyenSettings(sandbox), person.clickid, {
      rateplan: plan,
      prezzo_totale: prices[plan],
      renewal: plan === 'plan-3m',
    }),
  )

/** A busy server refuses orders with 503 before it reads them. */
const paid = (person: Person, plan: Point['plan']) =>
  vi.waitFor(
    async () => {
      const reply = await order(person, plan)
      expect(reply?.status).toBe('ok')
      return reply
    },
    { timeout: 20_000, interval: 500 },
  )

/** Brings a member's payment to its point, where it stays. */
async function bring(person: Person, { plan, kind, when, next }: Point): Promise<void> {
  const bought = next === undefined ? null : await paid(person, plan)
  const gate = kind === 'webhook' ? toServer : toProvider
  const held = gate.hold(when, (request) => kindOf(request) === kind && isOf(person.id, request))
  if (next === undefined) void order(person, plan)
  else if (next === 'withdraw')
    await call(person, routes.withdraw.path, { clickid: person.clickid, reference: bought?.reference })
  else await makeDue(person.id)
  await held
}

/** The end of a bought term comes now, announced in time. */
async function makeDue(memberId: string): Promise<void> {
  const { pool, db } = handle
  await pool.query(
    `with due as (
       update subscriptions set started_at = started_at - o.by, period_start = period_start - o.by, anchored_at = anchored_at - o.by,
         period_end = period_end - o.by, next_try_at = period_end - o.by, notice_due_at = period_end - o.by - interval '31 days',
         notice_sent_at = period_end - o.by - interval '31 days'
       from (select id, period_end - date_trunc('milliseconds', now() - interval '1 second') as by from subscriptions where member_id = $1) o
       where subscriptions.id = o.id returning subscriptions.*, o.by),
     attempt as (
       update payment_attempts a set term_start = term_start - due.by, term_end = term_end - due.by from due
       where a.subscription_id = due.id)
     insert into emails (id, brand_id, member_id, kind, to_address, locale, props, state, created_at, sent_at)
     select uuidv7(), brand_id, member_id, 'renewal-notice', 'sent@bench.example', 'it',
       jsonb_build_object('subscription', id, 'total', $2::text,
         'renewsAt', to_char(period_end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
       'sent', notice_sent_at, notice_sent_at
     from due`,
    [memberId, prices['plan-3m']],
  )
  await addJob(db, 'subscription-renew', {})
}

/** Runs what is overdue, until no payment, refund or event is open. */
const settle = (members: readonly string[]) =>
  expect
    .poll(
      async () => {
        const open = await openOf(members)
        if (open.length > 0) await hurry(members)
        return open
      },
      { timeout: 60_000, interval: 50 },
    )
    .toEqual([])

async function openOf(members: readonly string[]): Promise<readonly string[]> {
  const { rows } = await handle.pool.query<{ what: string }>(
    `select 'attempt ' || state as what from payment_attempts where member_id = any($1)
       and state in ('created', 'submitting', 'requires_action', 'processing', 'unknown')
     union all select 'refund ' || state from refunds where member_id = any($1) and state <> 'refunded'
     union all select 'event ' || event_id from payment_webhooks where processed_at is null
     union all select 'due ' || id from subscriptions where member_id = any($1) and next_try_at <= now()`,
    [members],
  )
  const unsent = sandbox.sandbox.state.webhooks.all().filter(({ state }) => state === 'waiting')
  return [...rows.map(({ what }) => what), ...unsent.map(() => 'a webhook on its way')]
}

async function hurry(members: readonly string[]): Promise<void> {
  const { pool, db } = handle
  for (const table of ['payment_attempts', 'refunds'])
    await pool.query(`update ${table} set check_at = now() where member_id = any($1) and check_at > now()`, [members])
  await pool.query(`update payment_webhooks set received_at = now() - interval '2 minutes' where processed_at is null`)
  await addJob(db, 'payment-sweep', {}, { key: 'sweep' })
  await addJob(db, 'subscription-renew', {}, { key: 'renew' })
}

const kills = {
  async 'the server'() {
    await server.kill()
    toProvider.drop()
    toServer.drop()
    server = await start()
  },
  async 'the database'() {
    await database.crash()
    // Its own connections are lost, too.
    await expect.poll(() => handle.pool.query('select').catch(() => null), { timeout: 30_000 }).not.toBeNull()
    toProvider.drop()
    toServer.drop()
  },
}

async function expectWhole(people: readonly Person[], brought: readonly Point[]): Promise<void> {
  const damage = await Promise.all(
    people.map(async ({ id: memberId }, n) =>
      (await damageOf({ shop: { db: handle.db, sandbox }, till: tills.card, customer: { memberId } })).map(
        (one) => `${brought[n]?.name}: ${one}`,
      ),
    ),
  )
  expect(damage.flat()).toEqual([])
  const renewed = await handle.db
    .selectFrom('payment_attempts')
    .select('member_id')
    .where('renewal_of', 'is not', null)
    .where('granted_at', 'is not', null)
    .where(
      'member_id',
      'in',
      people.map(({ id }) => id),
    )
    .execute()
  expect(renewed.length).toBe(brought.filter(({ next }) => next === 'renew').length)
  expect((await checkLedger(handle.db)).differences).toEqual([])
  expect(await gapsOf(handle.db, 'local')).toEqual([])
}

const runs: readonly (readonly [string, readonly Point[]])[] = isFull
  ? points.map((point) => [point.name, [point]])
  : [['everything in progress', points]]
describe.each(Object.entries(kills))('%s is killed', (_of, kill) => {
  it.each(runs)(
    'at %s',
    async (_name, brought) => {
      owners.clear()
      const people = await makePeople(handle, brought.length, 'man', 0)
      await Promise.all(people.map((person, n) => bring(person, brought[n]!)))
      await kill()
      await settle(people.map(({ id }) => id))
      await expectWhole(people, brought)
    },
    120_000,
  )
})
