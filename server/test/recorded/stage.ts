import { routes, type RouteId } from '@incontro/contract'
import pg from 'pg'
import type { Gender } from '@incontro/contract'
import type { Flow } from '../../src/modules/flows/index.ts'
import { checkedInFlows } from '../brands-folder.ts'
import { startTestServer, type Answer, type CallOptions, type TestMember, type TestServer } from '../test-server.ts'
import { changedColumns, watchChanges, type Change, type Changes } from './changes.ts'
import { restoreClock, stopClock, type FixedClock } from './clock.ts'
import { abbreviated, shortened, asIs, inline, layout, type Known } from './layout.ts'
import { createNames, type Names } from './names.ts'
import { isEpoch, relative, relativeTimes } from './times.ts'

export interface Player extends TestMember {
  readonly name: string
  readonly id: string
  readonly tracker: string
  readonly host: string
}
export interface PlayerWish {
  readonly gender?: Gender
  readonly seeks?: Gender
  readonly host?: string
  readonly confirmed?: boolean
  readonly form?: object
  /** Columns of the member's row that the sign-up does not set. */
  readonly set?: Readonly<Record<string, unknown>>
}
export interface Asked {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The brand's host for a request without a member. */
  readonly host?: string
  /** Shown instead of a body that is not JSON, or that differs from run to run. */
  readonly shown?: unknown
}

/**
 * A test server whose time stands still, and the record of what is done on it: each step with its reply, its effects in
 * the database and what open sockets received. Everything between two steps is preparation and is not recorded.
 */
export interface Stage {
  readonly server: TestServer
  readonly clock: FixedClock
  /** A new member; `name` stands for their ids in the recording. */
  player(name: string, wish?: PlayerWish): Promise<Player>
  /** A request to a route of the contract. The caller's own `trackerId` need not be given. */
  ask(who: Player | null, route: RouteId, asked?: Asked): Promise<Answer>
  /** A request to any other address. */
  fetch(who: Player | null, method: string, path: string, asked?: Asked): Promise<Answer>
  /** Opens a member's socket; from then on, each step shows what it receives. */
  connect(who: Player): Promise<void>
  /** Sends a socket event. */
  emit(who: Player, event: string, data: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Runs a job by name. */
  job(name: string, payload?: unknown): Promise<void>
  /** Delivers the outbox and runs the jobs that are due, until none is left. */
  work(): Promise<void>
  /** Any other call as a step. */
  step(title: string, work: () => Promise<unknown>): Promise<void>
  /** Moves the time. */
  later(milliseconds: number): Promise<void>
  /** Statements that prepare a step. */
  sql(text: string, values?: readonly unknown[]): Promise<Readonly<Record<string, never>>[]>
  /** The stand-ins of payment providers send no webhook until the returned function is called, which is a step. */
  holdWebhooks(): Promise<() => Promise<void>>
  heading(text: string): void
  /** Names a value that differs from run to run. */
  name(value: string, name: string): void
  text(): string
  close(): Promise<void>
}

/** Headers of every reply that differ from run to run or say nothing. */
const passing = new Set(
  'date connection keep-alive content-length transfer-encoding x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset etag'.split(
    ' ',
  ),
)
const withoutNonce = (value: string): string =>
  value.replaceAll(/'nonce-[^']+'/g, "'nonce-…'").replaceAll(/ ws:\S+ wss:[^\s;]+/g, ' ws…')

const flows = checkedInFlows()
/** Flows with what the checked-in ones do not have. */
const otherFlows: Readonly<Record<string, Partial<Flow>>> = {
  invites: { inviteMode: true },
  helped: { concierge: true },
}

export async function openStage(): Promise<Stage> {
  let recorder: pg.Client | undefined
  let clock: FixedClock | undefined
  let changes: Changes | undefined
  try {
    const server = await startTestServer({
      jobs: false,
      bystanders: false,
      flows: {
        ...flows,
        of: (brand, id) => {
          const change = id === undefined ? undefined : otherFlows[id]
          return change === undefined ? flows.of(brand, id) : { ...flows.of(brand, '7'), id: id ?? '', ...change }
        },
      },
      async databaseUrl(url) {
        recorder = new pg.Client({ connectionString: url })
        await recorder.connect()
        clock = await stopClock(recorder)
        changes = await watchChanges(recorder)
        return url
      },
    })
    if (recorder === undefined || clock === undefined || changes === undefined) throw new Error('not prepared')
    return await stageOn(server, recorder, clock, changes)
  } catch (error) {
    restoreClock()
    await recorder?.end()
    throw error
  }
}

async function stageOn(server: TestServer, recorder: pg.Client, clock: FixedClock, changes: Changes): Promise<Stage> {
  const lines: string[] = []
  const names = createNames()
  const sockets = new Map<string, Awaited<ReturnType<TestMember['connect']>>>()
  const received: { name: string; event: string; data: unknown }[] = []
  const { pool } = server.context.database
  names.set(server.host, 'host')
  names.set(`:${server.host.split(':')[1]}`, 'port')
  names.set(new URL(server.sandbox.origin).host, 'sandbox')
  const usual = (await server.call('/api/claims')).headers
  usual.set('cache-control', 'no-store')

  const shown = (text: string): string => relativeTimes(names.apply(text), clock.now())
  const isUsual = ([name, value]: readonly [string, string]): boolean =>
    passing.has(name) || withoutNonce(usual.get(name) ?? '') === withoutNonce(value)
  const put = (indent: string, first: string, value: unknown, known?: Known): void => {
    const named = shortened(JSON.parse(shown(JSON.stringify(withTimes(value, clock.now())) ?? 'null')))
    for (const line of layout(first, known === undefined ? named : abbreviated(named, known), indent)) lines.push(line)
  }
  const seen: Known = new Map()

  /** Waits until everything that a step began has ended: no connection is in use, and what was sent to sockets arrived. */
  async function settled(): Promise<void> {
    for (let quiet = 0; quiet < 4; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (pool.idleCount < pool.totalCount || pool.waitingCount > 0) {
        await new Promise((resolve) => pool.once('release', resolve))
        quiet = -1
      }
      // A request takes the same way as what was sent to the sockets, after it.
      else if (quiet === 1 && sockets.size > 0) await server.call('/healthz')
    }
  }

  const mailCount = (): number => server.sandbox.sandbox.state.mails.newest().length
  let mailsSeen = 0

  /** What a step changed, with names for the new rows. */
  async function observed(): Promise<Change[]> {
    await settled()
    const changed = (await changes.take()).sort((a, b) => inOrder(orderOf(a, names), orderOf(b, names)))
    for (const { table, before, after } of changed) {
      if (before === null && isUuid(after?.['id'])) names.number(after['id'], table)
      if (table === 'member_clickids' && after !== null) names.number(String(after['clickid']), 'tracker id')
    }
    return changed
  }

  /** Writes what a step did beside its reply; if it changed anything, the next one is a second later. */
  async function putEffects(changed: readonly Change[]): Promise<void> {
    for (const change of changed) await putChange(change)
    for (const { name, event, data } of received.splice(0).sort((a, b) => inOrder(a.name, b.name)))
      put('  ', `→ ${name} ${event} `, data, seen)
    const mails = server.sandbox.sandbox.state.mails.newest()
    for (const mail of mails.slice(0, mails.length - mailsSeen).reverse())
      put('  ', 'mail ', {
        to: mail.to,
        subject: mail.subject,
        text: mail.text.split('\n').filter((line) => line.trim() !== ''),
      })
    mailsSeen = mails.length
    if (changed.length > 0) await clock.pass(1000)
  }

  async function putChange({ table, ...rows }: Change): Promise<void> {
    if (table === '_private_jobs') return putJob(rows.before, rows.after)
    const [before, after] = withTimes([rows.before, rows.after], clock.now()) as [Change['before'], Change['after']]
    if (after === null) return put('  ', `- ${table} `, withoutNulls(before ?? {}))
    if (before === null) return put('  ', `+ ${table} `, withoutNulls(after))
    const columns = changedColumns(before, after)
    if (columns.length === 0) return
    const owner = Object.fromEntries(
      Object.entries(after).filter(([column]) => isKey(column) && !columns.includes(column)),
    )
    put('  ', `~ ${table} `, {
      ...owner,
      ...Object.fromEntries(
        columns.map((column) => [column, asIs(`${inline(before[column])} → ${inline(after[column])}`)]),
      ),
    })
  }

  async function putJob(
    before: Readonly<Record<string, unknown>> | null,
    after: Readonly<Record<string, unknown>> | null,
  ) {
    const row = after ?? before ?? {}
    const { rows } = await recorder.query<{ identifier: string }>(
      'select identifier from graphile_worker._private_tasks where id = $1',
      [row['task_id']],
    )
    put('  ', `${after === null ? '-' : before === null ? '+' : '~'} job ${rows[0]?.identifier} `, {
      ...(row['payload'] as object),
      key: row['key'] ?? undefined,
      ...(Date.parse(String(row['run_at'])) === clock.now().getTime() ? {} : { runAt: row['run_at'] }),
      ...(row['max_attempts'] === 25 ? {} : { tries: row['max_attempts'] }),
    })
  }

  async function begin(title: string, given?: unknown): Promise<void> {
    await settled()
    await changes.take()
    received.length = 0
    mailsSeen = mailCount()
    lines.push('')
    if (given === undefined) lines.push(shown(title))
    else put('', `${shown(title)} `, given)
  }

  async function request(
    who: Player | null,
    title: string,
    path: string,
    method: string,
    asked: Asked,
  ): Promise<Answer> {
    await begin(`${who?.name ?? 'visitor'}: ${title}`, asked.shown ?? asked.body)
    const host = who?.host ?? asked.host
    const options: CallOptions = {
      method,
      ...(asked.body === undefined ? {} : { body: asked.body }),
      ...(who === null ? {} : { token: who.token }),
      ...(host === undefined ? {} : { host }),
      headers: { ...asked.headers },
    }
    const answer = await server.call(path, options)
    const changed = await observed()
    const headers = [...answer.headers].filter((header) => !isUsual(header))
    lines.push(`  ${answer.status}`)
    for (const [name, value] of headers.sort(([a], [b]) => (a < b ? -1 : 1)))
      lines.push(`  ${name}: ${shown(withoutNonce(value))}`)
    if (answer.body !== '')
      put('  ', '= ', typeof answer.body === 'string' ? answer.body.trim().split('\n') : answer.body, seen)
    await putEffects(changed)
    return answer
  }

  const stage: Stage = {
    server,
    clock,
    async player(name, wish = {}) {
      const { form, set, ...rest } = wish
      const member = await server.member({
        ...rest,
        form: { username: name[0]?.toUpperCase() + name.slice(1), email: `${name}@person.example.com`, ...form },
      } as Parameters<TestServer['member']>[0])
      const player = {
        ...member,
        name,
        id: member.session.angelId,
        tracker: member.session.clickid,
        host: wish.host ?? 'localhost',
      }
      names.set(player.id, name)
      names.set(player.tracker, `${name}'s tracker id`)
      names.set(player.token, `${name}'s session`)
      if (set !== undefined)
        await recorder.query(
          `update members set ${Object.keys(set)
            .map((column, n) => `${column} = $${n + 2}`)
            .join(', ')} where id = $1`,
          [player.id, ...Object.values(set)],
        )
      await clock.pass(1000)
      return player
    },
    async ask(who, id, asked = {}) {
      const { method, path } = routes[id]
      const filled = path.replaceAll(/:(\w+)/g, (_, param: string) =>
        encodeURIComponent(asked.params?.[param] ?? (param === 'trackerId' ? who?.tracker : undefined) ?? '-'),
      )
      const query = new URLSearchParams(
        Object.entries(asked.query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
      )
      const full = query.size > 0 ? `${filled}?${query}` : filled
      return request(who, `${id} ${method} ${full}`, full, method, asked)
    },
    fetch: (who, method, path, asked = {}) => request(who, `${method} ${path}`, path, method, asked),
    async connect(who) {
      const socket = await who.connect()
      sockets.set(who.name, socket)
      // The client takes a clock that jumps for a server that went silent.
      Object.defineProperty(socket.raw.io.engine, '_pingTimeoutTime', { get: () => Infinity, set() {} })
      socket.raw.onAny((event: string, data: unknown) => {
        if (event !== 'softwareVersion') received.push({ name: who.name, event, data })
      })
      // Arrivals are written together, by a timer.
      const arrived = () => recorder.query('select from member_presence where member_id = $1', [who.id])
      while ((await arrived()).rowCount === 0) await settled()
    },
    async emit(who, event, data) {
      await begin(`${who.name} emits ${event}`, data)
      const answer: unknown = await sockets.get(who.name)?.send(event, data)
      const changed = await observed()
      put('  ', '= ', answer, seen)
      await putEffects(changed)
      await clock.pass(1000)
      return answer
    },
    async step(title, work) {
      await begin(title)
      const result = await work()
      const changed = await observed()
      if (result !== undefined) put('  ', '= ', result, seen)
      await putEffects(changed)
    },
    async job(name, payload = {}) {
      await begin(`job ${name}`, payload)
      await run(name, payload)
      await putEffects(await observed())
    },
    async work() {
      await settled()
      for (;;) {
        const { rows: events } = await recorder.query<{ id: string; topic: string; payload: unknown }>(
          'with taken as (delete from outbox returning *) select * from taken order by id',
        )
        for (const event of events) {
          await begin(`outbox ${event.topic}`, event.payload)
          await server.context.receive(event)
          await putEffects(await observed())
        }
        const { rows: jobs } = await recorder.query<{ task: string; payload: unknown }>(
          `with taken as (delete from graphile_worker._private_jobs where run_at <= $1 returning *)
           select t.identifier as task, taken.payload from taken join graphile_worker._private_tasks t on t.id = task_id order by taken.id`,
          [clock.now()],
        )
        for (const { task, payload } of jobs) {
          await begin(`job ${task}`, payload)
          await run(task, payload)
          await putEffects(await observed())
        }
        if (events.length + jobs.length === 0) return
      }
    },
    async later(milliseconds) {
      await clock.pass(milliseconds)
      // A member who is away longer than a session lasts would have to sign in again.
      await recorder.query('update sessions set expires_at = greatest(expires_at, $1::timestamptz + $2::interval)', [
        clock.now(),
        '1 day',
      ])
    },
    sql: async (text, values = []) => (await recorder.query(text, [...values])).rows,
    async holdWebhooks() {
      const { origin, sandbox } = server.sandbox
      const hold = (holdWebhooks: boolean) =>
        fetch(`${origin}/control`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ holdWebhooks }),
        })
      const { webhooks, mollieWebhooks, stripeWebhooks, paypalWebhooks, trustPayWebhooks } = sandbox.state
      const all: WebhookStore[] = [webhooks, mollieWebhooks, stripeWebhooks, paypalWebhooks, trustPayWebhooks]
      /** The server answers a webhook before it has processed it. If it does not within these looks, the recording shows it. */
      const processed = async () => {
        for (let look = 0; look < 300; look += 1) {
          const { rowCount } = await recorder.query('select from payment_webhooks where processed_at is null limit 1')
          if (rowCount === 0) break
          await settled()
        }
        await settled()
      }
      await hold(true)
      return async () => {
        await begin('webhooks arrive')
        for (const one of all) {
          await release(one, all, hold, settled)
          await processed()
        }
        await putEffects(await observed())
      }
    },
    heading: (text) => void lines.push('', `# ${text}`),
    name: (value, name) => names.set(value, name),
    text: () => `${lines.join('\n').trim()}\n`,
    async close() {
      await recorder.end()
      restoreClock()
      await server.close()
    },
  }
  return stage

  async function run(name: string, payload: unknown): Promise<void> {
    const handler = (
      server.context.jobs.handlers as Readonly<Record<string, (payload: unknown, job: object) => Promise<void>>>
    )[name]
    if (handler === undefined) throw new Error(`no job ${name}`)
    await handler(payload, { attempt: 1, last: false }).catch((error: unknown) =>
      lines.push(`  throws ${String(error)}`),
    )
  }
}

interface WebhookStore {
  all(): readonly { readonly id: string; readonly state: string }[]
  put(record: never): unknown
}

/** Sends the webhooks of one provider. Those of several at once would arrive in any order. */
async function release(
  store: WebhookStore,
  all: readonly WebhookStore[],
  hold: (isHeld: boolean) => Promise<unknown>,
  settled: () => Promise<void>,
): Promise<void> {
  const inState = (of: WebhookStore, wanted: string) => of.all().filter(({ state }) => state === wanted)
  if (inState(store, 'held').length === 0) return
  const others = all.filter((other) => other !== store).map((other) => [other, inState(other, 'held')] as const)
  for (const [other, records] of others) for (const one of records) other.put({ ...one, state: 'given up' } as never)
  await hold(false)
  while (inState(store, 'waiting').length > 0) await settled()
  await hold(true)
  for (const [other, records] of others) for (const one of records) other.put(one as never)
}

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/**
 * Limits of a request are counted concurrently, and so are webhooks of different payments processed; the rows of any
 * other table are written one after the other.
 */
function orderOf({ table, before, after }: Change, names: Pick<Names, 'known'>): string {
  const row = after ?? before
  if (table === 'limit_counters') return `${table} ${String(row?.['bucket']).replaceAll(/[\w-]{43}/g, '')}`
  return `${table} ${names.known(row?.['attempt_id']) ?? names.known(row?.['id']) ?? ''}`
}

const isKey = (column: string): boolean => /^(id|seq|kind|.*_id|bucket|list)$/.test(column)

const withoutNulls = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/** Numbers that are times, written like the other times; compressed files are not always of the same size. */
function withTimes(value: unknown, now: Date, name = ''): unknown {
  if (typeof value === 'number' && /^size(_bytes)?$/.test(name)) return '<size>'
  if (name === 'nonce') return '<nonce>'
  if (typeof value === 'number' && isEpoch(value, now)) return relative(value, now.getTime())
  if (Array.isArray(value)) return value.map((part) => withTimes(part, now))
  if (value instanceof Date) return value
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withTimes(part, now, key)]))
  return value
}
