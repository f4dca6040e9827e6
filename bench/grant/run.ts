import { Agent, request } from 'node:http'
import { checkLedger } from '#server/modules/credits/index.ts'
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openCardProcessor, paidWebhook } from '../parts/card-processor.ts'
import { forkProgram } from '../parts/fork.ts'
import { leastGranted } from '../parts/least-granted.ts'
import { openMailSink } from '../parts/mail-sink.ts'
import { interleaved, median, quantile } from '../parts/measure.ts'
import { openMemberSocket } from '../parts/member-socket.ts'
import { offer } from '../parts/open-loop.ts'
import { makePeople } from '../parts/people.ts'
import { writeOpenOrders, type OpenOrder } from '../parts/purchases.ts'

export interface GrantResult {
  /** Median milliseconds from the webhook to the credits on the socket, and of the bare transaction. */
  readonly grant: Awaited<ReturnType<typeof interleaved>>
  readonly burst: {
    readonly offered: number
    readonly accepted: number
    /** Why the others were not, and how often. */
    readonly refused: Readonly<Record<string, number>>
    /** Milliseconds until a webhook was answered. */
    readonly p50: number
    readonly p99: number
    readonly max: number
    /** Seconds until the last order was granted. */
    readonly grantedAfter: number
  }
  /** Orders that were not granted exactly once; empty if all were. */
  readonly wrong: readonly string[]
}

interface Size {
  readonly members: number
  /** Orders granted one after the other, for each of the pairs that are compared. */
  readonly ordersEach: number
  readonly pairs: number
  readonly burst: { readonly rate: number; readonly seconds: number }
}

const address = '127.0.0.1'
const timeoutMs = 300_000

/** Grants orders by webhooks: one after the other, then in a burst of which half are duplicates. */
export async function measureGrant(url: string, { members, ordersEach, pairs, burst }: Size): Promise<GrantResult> {
  await migrate(url)
  const database = openDatabase(url, { size: 8, statementMs: 60_000 })
  const { db, pool } = database
  await createGeo(database).load()
  const people = await makePeople(database, members, 'man', 0)
  const rounds = pairs + 1
  const orders = await writeOpenOrders(pool, people, ordersEach * rounds)
  const inBurst = await writeOpenOrders(pool, people, Math.ceil((burst.rate * burst.seconds) / 2))
  const grantPlainly = await leastGranted(pool, orders)
  const [processor, mail] = await Promise.all([openCardProcessor(0), openMailSink()])
  const server = await forkProgram('./serve.ts', { ...processor.env, DATABASE_URL: url, SMTP_URL: mail.url, JOBS: '1' })
  const sockets = await Promise.all(people.map((person) => openMemberSocket(server.port, person)))
  const socketOf = new Map(people.map(({ id }, n) => [id, sockets[n]!]))
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const post = (order: OpenOrder): Promise<void> => postWebhook(agent, server.port, order)

  async function grantOne(order: OpenOrder): Promise<void> {
    const socket = socketOf.get(order.memberId)!
    const shown = new Promise<void>((resolve) => socket.once('creditiResidui', () => resolve()))
    await post(order)
    await shown
  }
  const ours = orders.values()
  const theirs = orders.values()
  const medianOf = (waiting: Iterator<OpenOrder>, one: (order: OpenOrder) => Promise<unknown>) => async () => {
    const times: number[] = []
    for (let n = 0; n < ordersEach; n += 1) {
      const from = performance.now()
      await one(waiting.next().value as OpenOrder)
      times.push(performance.now() - from)
    }
    return median(times)
  }
  const grant = await interleaved(
    medianOf(ours, grantOne),
    medianOf(theirs, ({ id }) => grantPlainly(id)),
    pairs,
  )

  const granted = async (): Promise<number> => (await grantsOf(db)).length
  const from = performance.now()
  const refused: Record<string, number> = {}
  let offered = 0
  // Each is sent twice: every second webhook repeats one that was sent fifty before.
  const times = await offer(burst, (n) => {
    offered += 1
    const at = n % 2 === 0 ? n / 2 : Math.max(0, (n - 1) / 2 - 25)
    return post(inBurst[Math.min(at, inBurst.length - 1)]!).catch((error: unknown) => {
      const reason = String(error)
      refused[reason] = (refused[reason] ?? 0) + 1
      throw error
    })
  })
  // Once more, so that every order has arrived; as a provider, which repeats what was lost with its connection.
  for (const order of inBurst) await post(order).catch(() => post(order))
  while ((await granted()) < orders.length + inBurst.length) {
    if (performance.now() - from > timeoutMs) throw new Error(`only ${await granted()} orders were granted`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const grantedAfter = (performance.now() - from) / 1000
  const wrong = await findWrong(db, [...orders, ...inBurst])
  for (const socket of sockets) socket.disconnect()
  agent.destroy()
  await server.stop()
  await processor.close()
  mail.close()
  await database.close()
  return {
    grant,
    burst: {
      offered,
      accepted: times.length,
      refused,
      p50: Math.round(quantile(times, 0.5)),
      p99: Math.round(quantile(times, 0.99)),
      max: Math.round(Math.max(...times)),
      grantedAfter: Number(grantedAfter.toPrecision(3)),
    },
    wrong,
  }
}

/** Resolves when the webhook was accepted. */
const postWebhook = (agent: Agent, port: number, order: OpenOrder): Promise<void> =>
  new Promise((resolve, reject) => {
    const { headers, body } = paidWebhook(order)
    const sent = request(
      { host: address, port, path: '/pay/webhooks/adyen', method: 'POST', headers, agent },
      (response) => {
        response.resume()
        response.once('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`a webhook got ${response.statusCode}`)),
        )
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })

const grantsOf = (db: Database) =>
  db
    .selectFrom('ledger_transfers')
    .select(['idempotency_key', 'amount'])
    .where('idempotency_key', 'like', 'payment:%')
    .execute()

async function findWrong(db: Database, orders: readonly OpenOrder[]): Promise<string[]> {
  const wrong: string[] = []
  const grants = Map.groupBy(await grantsOf(db), (grant) => grant.idempotency_key)
  for (const { id, credits } of orders) {
    const own = grants.get(`payment:${id}`) ?? []
    if (own.length !== 1 || own[0]?.amount !== credits) wrong.push(`${id} was granted ${own.length} times`)
  }
  if (grants.size !== orders.length) wrong.push(`${grants.size} grants for ${orders.length} orders`)
  const ledger = await checkLedger(db)
  for (const { memberId } of ledger.differences) wrong.push(`the ledger of ${memberId} differs from the balance`)
  return wrong
}
