import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import {
  collectDefaultMetrics,
  Gauge,
  openMetricsContentType,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client'
import { mostSecondsApart } from '#platform/database/machine-clock.ts'
import type { Bus } from '#platform/live/bus.ts'
import { processMetrics } from '#platform/process/metrics.ts'

/** Whether this process accepts traffic: false during startup and from the beginning of shutdown. */
export interface Health {
  ready: boolean
}

export interface HealthDeps {
  readonly pool: pg.Pool
  readonly bus: Bus
  readonly health: Health
  /** Figures of the modules, by name. */
  readonly vitals: Vitals
  /** With it `/metrics` answers other machines, too. */
  readonly metricsToken?: string | undefined
  /** The further databases of an installation that has several. */
  readonly others?: (() => readonly OtherDatabase[]) | undefined
}

type Vitals = Readonly<Record<string, () => Promise<number>>>

/** A database beside the default one, with its own jobs and members. */
export interface OtherDatabase {
  readonly name: string
  readonly pool: pg.Pool
  /** Whether its pools are served. */
  readonly health: Health
  readonly vitals: Vitals
}

/** Whether a request is about this process, whichever brand's host it names. */
export const isHealthPath = (url: string): boolean => /^\/(healthz|readyz|metrics)\/?(\?|$)/.test(url)

/** Headers a reverse proxy on this machine adds to a forwarded request. */
const proxyMarks = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'] as const

/**
 * `/healthz`: the process is alive. `/readyz`: it has started and the database answers; `degraded` while the broker is
 * away, the partitions of the next month are missing, mail waits or too much of it comes back, or the clock is wrong, which still answers 200,
 * since requests can be served. With several databases, it is `degraded` while one of them is away, and not ready only
 * when none answers. Figures are for those whom `/metrics` answers. `/metrics`: OpenMetrics, for this machine, and for
 * who has the token.
 */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  const { pool, bus, health, vitals, others } = deps
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'incontro_bus_up',
    help: 'Whether news of other processes reach this one: 1 in process or connected, 0 while the broker is away',
    registers: [registry],
    collect() {
      this.set(bus.state === 'degraded' ? 0 : 1)
    },
  })
  const known = new Set<string>()
  const addFigure = (name: string): void => {
    known.add(name)
    new Gauge({
      name: `incontro_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
      help: name,
      labelNames: others ? ['database'] : [],
      registers: [registry],
      async collect() {
        if (!others) return this.set((await vitals[name]?.()) ?? 0)
        this.reset()
        const all = [{ name: 'default', vitals }, ...others()]
        await Promise.all(
          all.map(async (one) => {
            // A database that is away has no figure, and must not hide those of the others.
            const value = await one.vitals[name]?.().catch(() => undefined)
            if (value !== undefined) this.set({ database: one.name }, value)
          }),
        )
      },
    })
  }
  for (const name of Object.keys(vitals)) addFigure(name)
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  const figuresNow = () => Promise.all([{ pool, health, vitals }, ...(others?.() ?? [])].map(figuresIfUp))
  // A stranger may ask as often as the network lets them.
  const figuresForStrangers = kept(1000, figuresNow)
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const isStranger = !isFromHere(request) && !hasToken(request, deps.metricsToken)
    // What is kept may be from before this process began to stop.
    const isUp = [{ health }, ...(others?.() ?? [])].some((one) => one.health.ready)
    if (!isUp) return reply.code(503).send({ status: 'starting' })
    const [found, ...further] = await (isStranger ? figuresForStrangers() : figuresNow())
    const isServing = [found, ...further].some((one) => one !== undefined)
    if (!isServing) return reply.code(503).send({ status: 'starting' })
    const isDegraded = bus.state === 'degraded' || [found, ...further].some((its) => !its || isImpaired(its))
    const status = isDegraded ? 'degraded' : 'ready'
    // What waits and how full the disk is concerns no stranger.
    if (isStranger) return { status }
    if (!others) return { status, ...found }
    const stateOf = (its: Figures | undefined) =>
      its ? { status: isImpaired(its) ? 'degraded' : 'ready', ...its } : { status: 'away' }
    const databases = Object.fromEntries(others().map(({ name }, n) => [name, stateOf(further[n])]))
    return { status, databases: { default: stateOf(found), ...databases } }
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isFromHere(request) && !hasToken(request, deps.metricsToken)) return reply.callNotFound()
    // Figures that only another database has, as those of its replica.
    for (const one of others?.() ?? [])
      for (const name of Object.keys(one.vitals)) if (!known.has(name)) addFigure(name)
    // The library has one type of registry for each format, and merges those of the first only.
    const all = Registry.merge([registry, processMetrics]) as unknown as Registry<OpenMetricsContentType>
    all.setContentType(openMetricsContentType)
    return reply.type(all.contentType).send(await all.metrics())
  })
}

const isFromHere = ({ ip, headers }: FastifyRequest): boolean =>
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ip) && proxyMarks.every((name) => headers[name] === undefined)

/** `Authorization: Bearer …`, compared in constant time. */
function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined || given === undefined) return false
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

/** The result of a question, for as long as it is kept; who asks while it is under way gets the same. */
function kept<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | undefined
  return () => {
    if (last === undefined || performance.now() - last.at >= milliseconds)
      last = { at: performance.now(), answer: ask() }
    return last.answer
  }
}

type Figures = Readonly<Record<string, number>>

/** Longer than mail waits that is sent: the mail relay does not take it, or no process sends it. */
const longestMailWait = 120
/** More than a replica falls behind in a restart: nothing reads the slot any more, and it fills the disk. */
const mostUnreadLog = 1000

/**
 * Next month, rows would be refused for which there is no partition, because the job `make-months` has failed for
 * weeks; mail does not leave, or too much of it comes back; a replication slot that nothing reads keeps log (`npm run
 * check` names it); the clock of this machine is not the database's, so that no jobs run here.
 */
const isImpaired = ({
  monthsAhead = 1,
  oldestWaitingMailSeconds = 0,
  brandsWithStoppedMail = 0,
  unreadLogMegabytes = 0,
  clockSecondsAhead = 0,
}: Figures): boolean =>
  monthsAhead < 1 ||
  oldestWaitingMailSeconds > longestMailWait ||
  brandsWithStoppedMail > 0 ||
  unreadLogMegabytes > mostUnreadLog ||
  Math.abs(clockSecondsAhead) > mostSecondsApart

/** The figures of a database that is served and answers. */
async function figuresIfUp({
  pool,
  health,
  vitals,
}: Pick<OtherDatabase, 'pool' | 'health' | 'vitals'>): Promise<Figures | undefined> {
  if (!health.ready) return undefined
  try {
    await pool.query('select 1')
    return Object.fromEntries(
      await Promise.all(Object.entries(vitals).map(async ([name, read]) => [name, await read()] as const)),
    )
  } catch {
    // The database does not answer, which the reply says.
    return undefined
  }
}
