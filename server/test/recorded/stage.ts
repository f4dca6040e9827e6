import { routes, type RouteId } from '@incontro/contract'
import pg from 'pg'
import type { Gender } from '@incontro/contract'
import type { Flow } from '#modules/flows/index.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type Answer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { watchChanges, type Changes } from './changes.ts'
import { restoreClock, stopClock, type FixedClock } from './clock.ts'
import { createEffects, type Received } from './effects.ts'
import { holdWebhooks } from './held-webhooks.ts'
import { createNames } from './names.ts'
import { createPage } from './page.ts'
import { createRequests } from './requests.ts'
import { runJob, workOff } from './work.ts'

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

export interface StageOptions {
  /** False for steps about all rows of a table. */
  readonly bystanders?: boolean
  /** Whether the brand has a bot at Telegram. */
  readonly telegram?: boolean
}

const flows = checkedInFlows()
/** Flows with what the checked-in ones do not have. */
const otherFlows: Readonly<Record<string, Partial<Flow>>> = {
  invites: { inviteMode: true },
  helped: { concierge: true },
}

export async function openStage({ bystanders = true, telegram = false }: StageOptions = {}): Promise<Stage> {
  let recorder: pg.Client | undefined
  let clock: FixedClock | undefined
  let changes: Changes | undefined
  try {
    const server = await startTestServer({
      jobs: false,
      bystanders,
      telegram,
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
  const names = createNames()
  const page = createPage(names, clock)
  const sockets = new Map<string, Awaited<ReturnType<TestMember['connect']>>>()
  const received: Received[] = []
  const { pool } = server.context.database
  names.set(server.host, 'host')
  names.set(`:${server.host.split(':')[1]}`, 'port')
  names.set(new URL(server.sandbox.origin).host, 'sandbox')
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

  const effects = createEffects({ server, recorder, clock, changes, names, page, received, settled })

  const request = await createRequests(server, effects, page)
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
      await effects.begin(`${who.name} emits ${event}`, data)
      const answer: unknown = await sockets.get(who.name)?.send(event, data)
      const changed = await effects.observed()
      page.put('  ', '= ', answer, false)
      await effects.put(changed)
      await clock.pass(1000)
      return answer
    },
    async step(title, work) {
      await effects.begin(title)
      const result = await work()
      const changed = await effects.observed()
      if (result !== undefined) page.put('  ', '= ', result, false)
      await effects.put(changed)
    },
    async job(name, payload = {}) {
      await effects.begin(`job ${name}`, payload)
      await runJob(server, page, name, payload)
      await effects.put(await effects.observed())
    },
    async work() {
      await settled()
      await workOff(server, recorder, clock, effects, page)
    },
    async later(milliseconds) {
      await clock.pass(milliseconds)
      // A member who is away longer than a session lasts would have to sign in again.
      await recorder.query('update sessions set expires_at = $1 where expires_at < $1', [
        new Date(clock.now().getTime() + 86_400_000),
      ])
    },
    sql: async (text, values = []) => (await recorder.query(text, [...values])).rows,
    holdWebhooks: () => holdWebhooks(server, recorder, effects, settled),
    heading(text) {
      page.line('')
      page.line(`# ${text}`)
    },
    name: (value, name) => names.set(value, name),
    text: page.text,
    async close() {
      await recorder.end()
      restoreClock()
      await server.close()
    },
  }
  return stage
}
