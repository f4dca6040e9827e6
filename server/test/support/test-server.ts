import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox, type RunningSandbox } from '../../../sandbox/src/testing/start-sandbox.ts'
import { createContext, type Context } from '#src/context.ts'
import type { ServerConfig } from '#src/config.ts'
import type { Brands } from '#modules/brands/index.ts'
import type { LoadedFlows } from '#modules/flows/index.ts'
import { readGazetteer, type Gazetteer } from '#modules/geo/index.ts'
import type { PasswordCost } from '#modules/identity/index.ts'
import { openDatabase, type DatabaseHandle, type DatabaseOptions } from '#platform/database/database.ts'
import { runJobs } from '#platform/jobs/jobs.ts'
import { createLog, type Log } from '#platform/process/log.ts'
import { relayOutbox } from '#platform/jobs/outbox.ts'
import { checkedInBrands, checkedInFlows } from './brands-folder.ts'
import { createTestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { insertMember } from './insert-member.ts'
import type { ReplicaOptions } from '#platform/database/replica.ts'
import { recordStatements } from '#test/statements/record.ts'
import { createTestClient, formOf, type MemberWish, type TestClient, type TestMember } from './test-client.ts'
import { sandboxBots, testConfig } from './test-config.ts'

export type { Answer, CallOptions, MemberWish, TestMember, TestSocket } from './test-client.ts'

/** The whole server on its own port and database, with the real sandbox, for tests through HTTP and sockets. */
export interface TestServer extends TestClient {
  readonly url: string
  readonly host: string
  readonly context: Context
  readonly database: DatabaseHandle
  readonly sandbox: RunningSandbox
  readonly config: ServerConfig
  /** Inserts a member with a session, confirmed by default; no email is sent. */
  member(wish?: MemberWish): Promise<TestMember>
  close(): Promise<void>
}

/** The cheapest Argon2id parameters. */
const cheapest: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export interface TestServerOptions {
  limitFactor?: number
  webBuild?: string
  /** Whether jobs run; true by default. */
  jobs?: boolean
  clock?: () => Date
  /** Sign-ups per hour and IP prefix; practically unlimited by default. */
  signupsPerIp?: number
  /** Proxies whose `X-Forwarded-*` headers are trusted. */
  trustedProxies?: readonly string[]
  /** Cost of the password hash; minimal by default. */
  passwordCost?: PasswordCost
  /** Broker to reach other processes of the installation. */
  brokerUrl?: string
  /** Megabytes that are to be free on the disk. */
  diskReserveMb?: number
  /** The mail relay; the sandbox's by default. */
  smtpUrl?: string
  /** Bucket of the files; the data folder by default. */
  storageUrl?: string
  /** Wraps the connection string of the server's database. */
  databaseUrl?: (url: string) => Promise<string>
  /** Starts a pooler for the server's database and returns its connection string. */
  databasePoolerUrl?: (url: string) => Promise<string>
  /** A streaming replica of that database. */
  databaseReplicaUrl?: string
  /** When the replica counts as late. */
  replica?: ReplicaOptions
  /** Overrides the connection time-outs. */
  database?: DatabaseOptions
  /** Defaults to the checked-in brands. */
  brands?: Brands
  /** Defaults to the checked-in flows. */
  flows?: LoadedFlows
  /** Defaults to all. */
  roles?: ServerConfig['roles']
  /** Whether the database has bystanders; true by default. */
  bystanders?: boolean
  /** Whether some brands have a bot at Telegram; false by default. */
  telegram?: boolean
  /** Silent by default. */
  log?: Log
  /** How long Stripe has to answer; ten seconds by default. */
  paymentTimeoutMs?: number
  /** Whether `localhost` belongs to a brand; true by default. */
  servesLocalhost?: boolean
}

/**
 * Dropping the database of the last closed server, in the background: ending its connections takes a tenth of a second.
 */
let dropping: Promise<void> | undefined

/** Every clone of the template has the same geography. */
let gazetteer: Gazetteer | undefined

async function gazetteerOf(url: string): Promise<Gazetteer> {
  if (gazetteer === undefined) {
    const { db, close } = openDatabase(url, { size: 1 })
    gazetteer = await readGazetteer(db)
    await close()
  }
  return gazetteer
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const [testDatabase, port] = await Promise.all([createTestDatabase(options), freePort(), dropping])
  const folder = mkdtempSync(join(tmpdir(), 'incontro-test-'))
  const url = `http://localhost:${port}`
  const sandbox = await startSandbox({ appUrl: url })
  const config = testConfig(sandbox, {
    apiViewer: true,
    port,
    dataDir: folder,
    databaseUrl: (await options.databaseUrl?.(testDatabase.url)) ?? testDatabase.url,
    databasePoolerUrl: await options.databasePoolerUrl?.(testDatabase.url),
    databaseReplicaUrl: options.databaseReplicaUrl,
    brokerUrl: options.brokerUrl,
    storageUrl: options.storageUrl,
    ...(options.smtpUrl !== undefined && { smtpUrl: options.smtpUrl }),
    ...(options.diskReserveMb !== undefined && { diskReserveMb: options.diskReserveMb }),
    trustedProxies: options.trustedProxies ?? [],
    roles: options.roles ?? ['web', 'socket', 'worker'],
    ...(options.telegram && { telegram: sandboxBots(sandbox.origin) }),
  })
  if (options.paymentTimeoutMs !== undefined)
    Object.assign(config.payments.stripe?.shared ?? {}, { timeoutMs: options.paymentTimeoutMs })
  const log = options.log ?? createLog(process.env['TEST_LOG'] ?? 'silent')
  const recorded = recordStatements()
  const context = await createContext({
    config,
    log,
    health: { ready: true },
    brands: options.brands ?? checkedInBrands(),
    gazetteer: await gazetteerOf(testDatabase.url),
    limitFactor: options.limitFactor ?? 1000,
    signupsPerIp: options.signupsPerIp ?? 100_000,
    checksReplies: true,
    servesLocalhost: options.servesLocalhost ?? true,
    passwordCost: options.passwordCost ?? cheapest,
    database: { ...options.database, ...recorded },
    flows: options.flows ?? checkedInFlows(),
    ...(options.replica === undefined ? {} : { replica: options.replica }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.webBuild === undefined ? {} : { webBuild: options.webBuild }),
  })
  await context.requirePooler()
  await context.load()
  const sockets = config.roles.includes('socket') ? context.openSockets() : undefined
  await context.app.listen({ port, host: 'localhost' })
  const works = options.jobs !== false && config.roles.includes('worker')
  const jobDatabase = openDatabase(testDatabase.url, { size: 12, ...recorded })
  // Tests run recurring jobs explicitly: the clock's minute must not affect other tests.
  // In one lane: each has connections of its own, which take a while to open.
  const { handlers } = context.jobs
  const runner = !works ? undefined : await runJobs({ pool: jobDatabase.pool, handlers, crontab: [], log })
  const relay = !works ? undefined : relayOutbox({ pool: jobDatabase.pool, log, receive: context.receive })
  // The tests' own queries are not statements of the program.
  const database = openDatabase(testDatabase.url, { size: 10 })
  const { accessOf, disconnect, ...client } = createTestClient({ port, sandbox })
  return {
    ...client,
    url,
    host: `localhost:${port}`,
    context,
    database,
    sandbox,
    config,
    async member(wish = {}) {
      const form = formOf(wish)
      const { token, session } = await insertMember(context, {
        form,
        host: wish.host ?? 'localhost',
        confirmed: wish.confirmed !== false,
        at: options.clock?.() ?? new Date(),
      })
      return { token, session, ...accessOf(form, token, wish.host) }
    },
    async close() {
      disconnect()
      await sockets?.close()
      await relay?.stop()
      await runner?.stop()
      await context.close()
      await Promise.all([jobDatabase.close(), database.close()])
      await sandbox.close()
      const untouched = testDatabase.expectUntouched()
      dropping = untouched.then(testDatabase.remove, testDatabase.remove)
      rmSync(folder, { recursive: true, force: true })
      await untouched
    },
  }
}
