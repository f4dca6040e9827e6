import { resolve } from 'node:path'
import { liveBrands, loadBrands } from '#modules/brands/index.ts'
import { createVisitorFlows, liveFlows, loadFlows } from '#modules/flows/index.ts'
import { followOffers } from '#modules/offers/index.ts'
import { createPasswords, createSessions } from '#modules/identity/index.ts'
import { addressReached, emailQueue, isStopped, type BrandAddress } from '#modules/outreach/index.ts'
import { liveAnswers } from '#modules/support/index.ts'
import { openDatabase, type DatabaseOptions, type Executor } from '#platform/database/database.ts'
import { poolSizes } from '#platform/database/pool-sizes.ts'
import { requirePooler } from '#platform/database/pooler.ts'
import { openReplica, readsOnPrimary } from '#platform/database/replica.ts'
import { createPriorityGate } from '#platform/flow-control/priority-gate.ts'
import { deriveKeys, type Keys, type Secrets } from '#platform/ids.ts'
import { brokerPurpose, openBus } from '#platform/live/bus.ts'
import { createRealtime } from '#platform/live/realtime.ts'
import { readDkim } from '#platform/mail/dkim.ts'
import { createMailer } from '#platform/mail/mail.ts'
import { createOutbound } from '#platform/outbound.ts'
import { createDiskSpace } from '#platform/process/disk-space.ts'
import { createChallenges } from '#platform/secrets/challenge.ts'
import { cached } from '#platform/storage/cached.ts'
import { openStorage } from '#platform/storage/open.ts'
import { demoPortOf } from '../config.ts'
import { exactTables } from '../tables.ts'
import type { ContextOptions } from './context-options.ts'
import { sites } from './site-of.ts'

const brandsDir = resolve(import.meta.dirname, '../../../brands')

/** Where a database was moved to. */
export interface Place {
  readonly url: string
  readonly poolerUrl?: string | undefined
}

export type Foundations = Awaited<ReturnType<typeof openFoundations>>

/** Opens what the modules stand on: brands and flows, database, broker, files, mail, sessions, keys, limits. */
export async function openFoundations(options: ContextOptions) {
  const { config, log } = options
  const clock = options.clock ?? (() => new Date())
  const enqueueEmail = emailQueue(clock)
  const isDemo = config.mode === 'demo'
  const limitFactor = options.limitFactor ?? (isDemo ? 10 : 1)
  const secrets: Secrets = [config.secretKey, ...(config.olderSecretKeys ?? [])]
  const keysFor = (purpose: string): Keys => deriveKeys(secrets, purpose)

  const brands = liveBrands(options.brands ?? loadBrands(brandsDir, { demoPort: demoPortOf(config) }))
  const { sharing } = options
  const everyBrand = sharing?.everyBrand ?? brands
  const flows = liveFlows(options.flows ?? loadFlows(brandsDir, everyBrand))
  const visitorFlows = createVisitorFlows({ flows, keys: keysFor('compared flows'), clock })
  const { databaseUrl, databasePoolerUrl } = config
  // Every version can do without names, until it was asked.
  const pooler = databasePoolerUrl === undefined ? undefined : { prepares: false }
  const connections: DatabaseOptions = { size: poolSizes().requests, ...options.database }
  const database = openDatabase(databasePoolerUrl ?? databaseUrl, { ...connections, pooler })
  const { db, pool } = database
  const storage = cached(openStorage(config), clock)
  const mailer = createMailer({ smtpUrl: config.smtpUrl, dkim: config.mailDkim && readDkim(config.mailDkim) })
  const { ofRequest: siteOf, ...sitesOf } = sites(brands, { servesLocalhost: options.servesLocalhost ?? isDemo })
  const sessions = createSessions(pool, clock)
  const passwords = createPasswords(options.passwordCost)
  const challenges = createChallenges(keysFor('altcha'))
  const signalKeys = keysFor('device signals')
  const bus = sharing?.bus ?? (await openBus({ brokerUrl: config.brokerUrl, keys: keysFor(brokerPurpose), log }))
  const realtime = createRealtime(bus)
  sessions.follow(bus)
  const answers = liveAnswers()
  const offered = followOffers({ db, brands, flows, answers, bus, log })
  const reads =
    config.databaseReplicaUrl === undefined
      ? readsOnPrimary(pool, exactTables)
      : openReplica(
          {
            url: config.databaseReplicaUrl,
            primaryUrl: config.databaseUrl,
            primary: pool,
            exactTables,
            bus,
            log,
            database: connections,
          },
          options.replica,
        )
  const space = createDiskSpace({ folder: config.dataDir, reserveMb: config.diskReserveMb ?? 500, log })
  const urgent = createPriorityGate()
  const everyDatabase = sharing?.everyDatabase ?? (() => [{ db, brandIds: brands.list.map(({ key }) => key) }])
  /** The default database: staff live there, wherever the pools of their brands are. */
  const home = () => sharing?.everyDatabase()[0] ?? { db, brandIds: brands.list.map(({ key }) => key) }
  const trustedOrigins = config.sandboxUrl === undefined ? [] : [config.sandboxUrl]
  const outbound = createOutbound({ trustedOrigins })
  // Updates are longer than other answers, and waited for.
  const telegramCalls = createOutbound({ trustedOrigins, timeoutMs: 10_000, maxReplyBytes: 1_000_000 })
  /** How often an address and a network may sign up or write to us within an hour. */
  const signupLimits = { perEmail: 5, perIp: options.signupsPerIp ?? (isDemo ? 500 : 20) }
  const addresses = { addressKeys: keysFor('mail suppressions') }
  return {
    config,
    log,
    clock,
    isDemo,
    limitFactor,
    keysFor,
    brands,
    everyBrand,
    flows,
    visitorFlows,
    answers,
    offered,
    sharing,
    database,
    db,
    pool,
    reads,
    storage,
    space,
    mailer,
    enqueueEmail,
    addresses,
    addressReached: (executor: Executor, address: BrandAddress & { readonly at: Date; readonly mailedAt: Date }) =>
      addressReached(executor, addresses, address),
    isStopped: (executor: Executor, address: BrandAddress) => isStopped(executor, addresses, address),
    siteOf,
    sitesOf,
    sessions,
    passwords,
    challenges,
    signalKeys,
    signupLimits,
    bus,
    realtime,
    urgent,
    outbound,
    telegramCalls,
    everyDatabase,
    home,
    /** Checks the pooler, if there is one. Call it before the database is used. */
    async requirePooler() {
      if (!pooler || databasePoolerUrl === undefined) return
      const variable = sharing && !sharing.dispatch ? 'DATABASE_POOLERS' : 'DATABASE_POOLER_URL'
      pooler.prepares = (await requirePooler(databasePoolerUrl, variable)).prepares
      if (!pooler.prepares)
        log.warn('the pooler knows no prepared statements, so each is parsed again: PgBouncer 1.21 does')
    },
    /** Goes on in the database that this one was moved to. */
    async redirect({ url, poolerUrl }: Place) {
      const next = poolerUrl === undefined ? undefined : await requirePooler(poolerUrl)
      reads.leaveReplica()
      database.redirect(poolerUrl ?? url, next)
    },
    async close() {
      offered.close()
      if (!sharing) await bus.close()
      mailer.close()
      outbound.close()
      telegramCalls.close()
      await Promise.all([reads.close(), database.close()])
    },
  }
}
