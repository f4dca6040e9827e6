import { permissions } from '@incontro/contract/admin/permissions'
import { visitorPages } from '@incontro/contract/visitor-pages'
import type { FastifyInstance } from 'fastify'
import type { Server as HttpServer } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccounts } from '#modules/accounts/index.ts'
import { createAffiliates } from '#modules/affiliates/index.ts'
import { auditor, createAudit } from '#modules/audit/index.ts'
import { createAgeChecks } from '#modules/age-checks/index.ts'
import { createActivity } from '#modules/activity/index.ts'
import { loadBrands, type Brands } from '#modules/brands/index.ts'
import { createChat, hasUsedPlan } from '#modules/chat/index.ts'
import { createDataExport } from '#modules/data-export/index.ts'
import { createDesk } from '#modules/desk/index.ts'
import { createDemo, type Demo } from '#modules/demo/index.ts'
import { createConcierge } from '#modules/concierge/index.ts'
import { createCounts, createDiscovery } from '#modules/discovery/index.ts'
import { createPriceHistory, type Flows, loadFlows } from '#modules/flows/index.ts'
import { createCredits } from '#modules/credits/index.ts'
import { createFreeCredits } from '#modules/free-credits/index.ts'
import { createGeo, type Gazetteer } from '#modules/geo/index.ts'
import {
  createIdentity,
  createPasswords,
  refuseUnconfirmed,
  refuseUnconfirmedEvents,
  renewLink,
  createSessions,
  sessionCookie,
  type PasswordCost,
  type SignupKeys,
} from '#modules/identity/index.ts'
import { createInsight, createVisitCounter } from '#modules/insight/index.ts'
import { createMembers } from '#modules/members/index.ts'
import {
  addressReached,
  createOutreach,
  createPace,
  emailQueue,
  isStopped,
  lazyRenderer,
  oneClickOf,
} from '#modules/outreach/index.ts'
import {
  createPayments,
  documentsOf,
  hasStoredCard,
  createFinance,
  paymentLimits,
  type PoolsDatabase,
} from '#modules/payments/index.ts'
import { createModeration, ownMemberIds } from '#modules/moderation/index.ts'
import { createPhotos } from '#modules/photos/index.ts'
import { createReviews } from '#modules/reviews/index.ts'
import { createSite } from '#modules/site/index.ts'
import { type ConsoleAddress, createStaff, ownersOf, rolesAt, staffNames, staffWith } from '#modules/staff/index.ts'
import { createSupport, receiveReply } from '#modules/support/index.ts'
import { createTrust } from '#modules/trust/index.ts'
import { createVisits } from '#modules/visits/index.ts'
import { consoleAddress, isAtConsole, siteOfBrand } from '#app/console.ts'
import { createPageContext } from '#app/page-context.ts'
import { createChallenges } from '#platform/secrets/challenge.ts'
import { brokerPurpose, openBus, type Bus } from '#platform/live/bus.ts'
import { openDatabase, type DatabaseHandle, type DatabaseOptions } from '#platform/database/database.ts'
import { createDiskSpace, waitingForSpace } from '#platform/process/disk-space.ts'
import { createApp, type Dispatch } from '#platform/http/app.ts'
import { createHttp } from '#platform/http/bind.ts'
import { createDrain } from '#platform/http/drain.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { serveDocs } from '#platform/http/docs.ts'
import { healthRoutes, type Health, type OtherDatabase } from '#platform/http/health.ts'
import { deriveKeys, type Keys, type Secrets } from '#platform/ids.ts'
import { toRun } from '#platform/jobs/job.ts'
import type { JobsInput } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/process/log.ts'
import { readDkim } from '#platform/mail/dkim.ts'
import { createMailer } from '#platform/mail/mail.ts'
import { createOutbound } from '#platform/outbound.ts'
import { combine, type Module, type Vitals } from '#platform/module.ts'
import { oldestDueJobSeconds } from '#platform/jobs/due-jobs.ts'
import { oldestEventSeconds, type OutboxEvent } from '#platform/jobs/outbox.ts'
import { buildVersion } from '#platform/pages/build-version.ts'
import { serveConsole } from '#platform/pages/console-files.ts'
import { servePages } from '#platform/pages/pages.ts'
import { poolSizes } from '#platform/database/pool-sizes.ts'
import { requirePooler } from '#platform/database/pooler.ts'
import { createRealtime } from '#platform/live/realtime.ts'
import { openReplica, readsOnPrimary, type ReplicaOptions } from '#platform/database/replica.ts'
import { createMemberAllowances } from '#platform/live/socket/event-rules.ts'
import { httpEvents } from '#platform/live/socket/http-events.ts'
import { handshakeLimits, times } from '#platform/live/socket/handshake-limits.ts'
import { openSockets, type SocketServer } from '#platform/live/socket/server.ts'
import { createPriorityGate } from '#platform/flow-control/priority-gate.ts'
import { cached } from '#platform/storage/cached.ts'
import { openStorage } from '#platform/storage/open.ts'
import { createImap } from '#providers/imap/index.ts'
import { createAgeWallet } from '#providers/openid4vp/index.ts'
import { createOpenId } from '#providers/openid/index.ts'
import {
  affiliateKeysOf,
  connectPayments,
  createBots,
  createModels,
  createWallets,
  postbackKeysOf,
  type ServerConfig,
  demoPortOf,
} from './config.ts'
import { createRetention } from './retention.ts'
import { exactTables, exportedFiles } from './tables.ts'
import { sites } from '#app/site-of.ts'
import { identifySocket } from '#app/socket-identity.ts'

/** In a demo people try all the declining test cards. */
const demoDeclines = { slowFrom: 1000, workFrom: 1000, waitMs: 0 }

const root = resolve(import.meta.dirname, '../..')

export interface Context {
  readonly app: FastifyInstance
  readonly database: DatabaseHandle
  readonly brands: Brands
  readonly demo: Demo | undefined
  /** Where staff sign in; without it there is no console. */
  readonly console: ConsoleAddress | undefined
  readonly keys: SignupKeys
  readonly jobs: Pick<JobsInput, 'handlers' | 'crontab' | 'lanes'>
  /** Checks the pooler, if there is one. Call it before the database is used. */
  requirePooler(): Promise<void>
  /** Inserts what an empty database needs: geography, and sample data in demo mode. */
  load(): Promise<void>
  readonly vitals: Vitals
  /** Goes on in the database that this one was moved to. */
  redirect(place: { readonly url: string; readonly poolerUrl?: string | undefined }): Promise<void>
  /** Opens the sockets on an HTTP server, by default the app's; call it when that is about to listen. */
  openSockets(http?: HttpServer): SocketServer
  receive(event: OutboxEvent): Promise<void>
  /** Stops the HTTP server without interrupting requests; call it before `close`. */
  readonly drain: ReturnType<typeof createDrain>
  close(): Promise<void>
}

export interface ContextOptions {
  readonly config: ServerConfig
  readonly log: Log
  readonly health: Health
  readonly clock?: () => Date
  /** Folder of the web build; without it no pages are served (API tests). */
  readonly webBuild?: string | undefined
  readonly limitFactor?: number
  /** Defaults to the brands in the folder `brands`; tests load them once for many servers. */
  readonly brands?: Brands
  /** Defaults to the flows in the folder `brands`. */
  readonly flows?: Flows
  /** Defaults to the regions and cities in the database; tests load them once for many clones. */
  readonly gazetteer?: Gazetteer
  /** Whether `localhost` is answered as the brand that lists it; defaults to demo only. */
  readonly servesLocalhost?: boolean
  /** Overrides the database's default sizes and time-outs, for tests. */
  readonly database?: DatabaseOptions
  /** When the replica counts as late, for tests. */
  readonly replica?: ReplicaOptions
  /** Refuse requests while the event loop lags by more than this many milliseconds. */
  readonly maxDelayMs?: number | undefined
  /** Whether replies are also parsed by their schemas; defaults to demo only. */
  readonly checksReplies?: boolean
  /** Sign-ups per hour and network; 500 in the demo, 20 in a real installation. */
  readonly signupsPerIp?: number
  /** Cost of the password hash; tests use a cheaper one. */
  readonly passwordCost?: PasswordCost
  /** Set if the installation has several databases; `brands` are then those of this one. */
  readonly sharing?: Sharing
}

/** What the contexts of an installation's databases have in common. */
export interface Sharing {
  /** The brands of all databases. */
  readonly everyBrand: Brands
  /** Carries the messages of this database only. It is closed by its owner. */
  readonly bus: Bus
  /** All databases. */
  readonly everyDatabase: () => readonly PoolsDatabase[]
  /** In the context that listens: which requests belong to another database. */
  readonly dispatch?: Dispatch
  /** In the context that listens, for the health of the whole process. */
  readonly others?: () => readonly OtherDatabase[]
}

/** Wires everything by hand, top to bottom: it shows what exists and who depends on what. */
export async function createContext(options: ContextOptions): Promise<Context> {
  const { config, log, webBuild } = options
  const clock = options.clock ?? (() => new Date())
  const enqueueEmail = emailQueue(clock)
  const isDemo = config.mode === 'demo'
  const brandsDir = join(root, 'brands')
  const limitFactor = options.limitFactor ?? (isDemo ? 10 : 1)
  const secrets: Secrets = [config.secretKey, ...(config.olderSecretKeys ?? [])]
  const keysFor = (purpose: string): Keys => deriveKeys(secrets, purpose)
  const addresses = { addressKeys: keysFor('mail suppressions') }

  // Data and platform
  const brands = options.brands ?? loadBrands(brandsDir, { demoPort: demoPortOf(config) })
  const { sharing } = options
  const everyBrand = sharing?.everyBrand ?? brands
  const flows = options.flows ?? loadFlows(brandsDir, everyBrand)
  const { databaseUrl, databasePoolerUrl } = config
  // Every version can do without names, until it was asked.
  const pooler = databasePoolerUrl === undefined ? undefined : { prepares: false }
  const connections: DatabaseOptions = { size: poolSizes().requests, ...options.database }
  const database = openDatabase(databasePoolerUrl ?? databaseUrl, { ...connections, pooler })
  const { db, pool } = database
  const stored = openStorage(config)
  const storage = cached(stored, clock)
  const mailer = createMailer({ smtpUrl: config.smtpUrl, dkim: config.mailDkim && readDkim(config.mailDkim) })
  const { ofRequest: siteOf, ...sitesOf } = sites(brands, { servesLocalhost: options.servesLocalhost ?? isDemo })
  const sessions = createSessions(pool, clock)
  const passwords = createPasswords(options.passwordCost)
  const challenges = createChallenges(keysFor('altcha'))
  const signalKeys = keysFor('device signals')
  const bus = sharing?.bus ?? (await openBus({ brokerUrl: config.brokerUrl, keys: keysFor(brokerPurpose), log }))
  const realtime = createRealtime(bus)
  sessions.follow(bus)
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

  // Modules
  const space = createDiskSpace({ folder: config.dataDir, reserveMb: config.diskReserveMb ?? 500, log })
  const photos = createPhotos({ db, pool, storage, brands, realtime, bus, log, clock, keys: keysFor('media'), space })
  const geo = createGeo({ db, gazetteer: options.gazetteer })
  const counts = createCounts(reads, clock)
  const site = createSite({ db, clock, brands, everyBrand, flows, demo: isDemo, siteOf })
  const signupLimits = { perEmail: 5, perIp: options.signupsPerIp ?? (isDemo ? 500 : 20) }
  const identity = createIdentity({
    db,
    brands,
    everyBrand,
    flows,
    geo,
    photos,
    realtime,
    enqueueEmail,
    addressReached: (tx, address) => addressReached(tx, addresses, address),
    sessions,
    passwords,
    keysFor,
    clock,
    challenges,
    signalKeys,
    signupLimits,
    onSessionStart: site.adoptVisitorChoice,
    google: config.google && createOpenId(config.google),
    demo: isDemo,
  })
  const accounts = createAccounts({
    db,
    brands,
    realtime,
    enqueueEmail,
    addressReached: (tx, address) => addressReached(tx, addresses, address),
    isStopped: (tx, address) => isStopped(tx, addresses, address),
    sessions,
    passwords,
    challenges,
    signalKeys,
    signupLimits,
    clock,
    log,
    removePhoto: photos.remove,
  })
  const members = createMembers({ db, pool, brands, flows, geo, photos, realtime, clock })
  const discovery = createDiscovery({ db, pool, reads, geo, flows, photos, counts, realtime, clock })
  const activity = createActivity({ db, pool, geo, flows, photos, counts, realtime, log, clock })
  const credits = createCredits({ db, log, clock, flows })
  const freeCredits = createFreeCredits({ db, brands, flows, realtime, log, clock })
  const concierge = createConcierge({
    db,
    brands,
    flows,
    realtime,
    log,
    clock,
    limits: config.concierge.limits,
    modelOf: createModels(config.concierge.models, everyBrand),
  })
  const chat = createChat({
    db,
    pool,
    reads,
    storage,
    brands,
    flows,
    photos,
    uploads: photos.uploads,
    realtime,
    log,
    clock,
    followed: isDemo,
    conciergeInList: concierge.inList,
  })
  const trust = createTrust({ db, pool, counts, realtime, read: chat.read, clock })
  const reviews = createReviews({ db, brands, clock })
  const insight = createInsight({ db, brands, clock })
  const visitCounter = createVisitCounter({ db, log, clock, pages: new Set(visitorPages) })
  const visits = createVisits({ realtime, softwareVersion: (webBuild && buildVersion(webBuild)) ?? 'none' })
  const urgent = createPriorityGate()
  const everyDatabase = sharing?.everyDatabase ?? (() => [{ db, brandIds: brands.list.map(({ key }) => key) }])
  const unsubscribing = { db, clock, linkKeys: keysFor('unsubscribe links'), ...addresses }
  const trustedOrigins = config.sandboxUrl === undefined ? [] : [config.sandboxUrl]
  const outbound = createOutbound({ trustedOrigins })
  // Updates are longer than other answers, and waited for.
  const telegramCalls = createOutbound({ trustedOrigins, timeoutMs: 10_000, maxReplyBytes: 1_000_000 })
  const outreach = createOutreach({
    urgent,
    brands,
    mailer,
    render: lazyRenderer(),
    documentsOf: documentsOf({ db, flows, brandOf: brands.byKey }),
    log,
    ...unsubscribing,
    renewLink,
    signingKey: config.mailWebhookSigningKey,
    pace: createPace(config.mailPerDomain ?? 300),
    returnPathKeys: keysFor('mail return paths'),
    reportAddress: config.mailReports?.address,
    // One mailbox for all databases: one of them reads it.
    reports:
      config.mailReports && (!sharing || sharing.dispatch)
        ? { mailbox: createImap(config.mailReports), address: config.mailReports.address }
        : undefined,
    everyDatabase,
    receiveReply: (raw, isWhole) =>
      receiveReply(
        { everyDatabase, keys: keysFor('mail return paths'), brandOf: everyBrand.byKey, clock },
        raw,
        isWhole,
      ),
    settingsKeys: keysFor('notification settings links'),
    pushKeys: keysFor('push'),
    botOf: createBots(config.telegram, everyBrand, telegramCalls),
    telegramKeys: keysFor('telegram'),
    outbound,
  })
  const priceHistory = createPriceHistory({ db, brands, flows, clock })
  const merchants = connectPayments(config.payments, everyBrand)
  const payments = createPayments({
    db,
    pricesBefore: priceHistory.pricesBefore,
    everyDatabase,
    connections: merchants,
    wallets: createWallets(config.wallets),
    walletFrameOrigin: config.wallets.frameOrigin,
    hasUsedPlan,
    asksWallets: config.ageWallet !== undefined,
    flows,
    brandOf: everyBrand.byKey,
    realtime,
    log,
    clock,
    challenges,
    enqueueEmail,
    isStopped: (tx, address) => isStopped(tx, addresses, address),
    pause: (ms) => sleep(ms),
    eventConcurrency: 8,
    urgent,
    sealKeys: keysFor('payment requests'),
    limits: isDemo
      ? {
          ...paymentLimits,
          attemptsPerHour: 200,
          declinesInARow: 50,
          networkDeclines: demoDeclines,
          membersOfCard: Infinity,
        }
      : paymentLimits,
    frameDir: join(webBuild ?? join(root, 'web/build'), 'frame'),
    siteOf,
  })
  const ageChecks = createAgeChecks({
    db,
    flows,
    hasCard: (memberId) => hasStoredCard(db, memberId),
    verifier: config.ageWallet && createAgeWallet(config.ageWallet),
    log,
    clock,
    keys: keysFor('age checks'),
  })
  const postbackKeys = postbackKeysOf(config.postbackKeys, everyBrand)
  const affiliates = createAffiliates({
    db,
    clock,
    log,
    brands,
    outbound,
    secretOf: (brandId) => postbackKeys.get(brandId),
  })
  const affiliateKeys = affiliateKeysOf(config.affiliates, everyBrand)
  const dataExport = createDataExport({ db, pool, flows, storage, passwords, enqueueEmail, log, clock, exportedFiles })
  const console = consoleAddress(config.consoleHost)
  /** The default database: staff live there, wherever the pools of their brands are. */
  const home = () => sharing?.everyDatabase()[0] ?? { db, brandIds: brands.list.map(({ key }) => key) }
  const audit = createAudit({
    db,
    brandIds: brands.list.map(({ key }) => key),
    home,
    ownersOf: (brandId) => ownersOf(home().db, brandId),
    namesOf: (ids) => staffNames(home().db, ids),
    enqueueEmail,
    log,
    clock,
  })
  const support = createSupport({
    db,
    brands,
    clock,
    enqueueEmail,
    challenges,
    signalKeys,
    contactLimits: signupLimits,
    hasConsole: console !== undefined,
    record: audit.record,
    ownMemberIds: (staffId, brandId) => ownMemberIds({ db, home }, staffId, brandId),
    namesOf: (ids) => staffNames(home().db, ids),
    colleaguesOf: (brandId) => staffWith(home().db, brandId, permissions.answerTickets.roles),
    readsMail: config.mailReports !== undefined,
  })
  const moderation = createModeration({
    db,
    brands,
    flows,
    enqueueEmail,
    challenges,
    noticeKeys: keysFor('notices'),
    noticeLimits: signupLimits,
    storage,
    home,
    record: audit.record,
    log,
    clock,
  })
  const staff =
    console &&
    createStaff({
      home,
      everyBrand,
      console,
      passwords,
      sealKeys: keysFor('staff second factors'),
      challengeKeys: keysFor('staff passkey challenges'),
      addressKeys: signalKeys,
      enqueueEmail,
      record: audit.record,
      log,
      clock,
      demo: isDemo,
      hasSamples: isDemo && (!sharing || sharing.dispatch !== undefined),
      health: async () => ({ ready: options.health.ready, figures: await figuresNow() }),
      version: (webBuild && buildVersion(webBuild)) ?? 'none',
    })
  const demo = isDemo
    ? createDemo({
        db,
        pool,
        storage,
        brands,
        everyBrand,
        flows,
        geo,
        hashPassword: passwords.hash,
        log,
        clock,
        actions: {
          sendMessage: chat.send,
          like: activity.like,
          visit: activity.visit,
          typing: chat.typing,
          markRead: chat.read,
        },
      })
    : undefined
  const modules: readonly Module[] = [
    identity,
    accounts,
    members,
    geo,
    photos,
    discovery,
    activity,
    credits,
    freeCredits,
    chat,
    concierge,
    trust,
    moderation,
    reviews,
    insight,
    visits,
    site,
    outreach,
    support,
    priceHistory,
    payments,
    affiliates,
    ageChecks,
    dataExport,
    audit,
    createFinance({
      db,
      flows,
      brandOf: everyBrand.byKey,
      connections: merchants,
      record: auditor(clock),
      namesOf: (ids) => staffNames(home().db, ids),
      ownMemberIds: (staffId, brandId) => ownMemberIds({ db, home }, staffId, brandId),
      clock,
    }),
    createDesk({
      db,
      brands,
      flows,
      geo,
      audit,
      realtime,
      enqueueEmail,
      isStopped: (tx, address) => isStopped(tx, addresses, address),
      namesOf: (ids) => staffNames(home().db, ids),
      rolesAt: (staffId, brandId) => rolesAt(home().db, staffId, brandId),
      ownMemberIds: (staffId, brandId) => ownMemberIds({ db, home }, staffId, brandId),
      clock,
    }),
    ...(staff ? [staff] : []),
    createRetention({ db, pool, log, clock }),
    ...(demo ? [demo] : []),
  ]
  const all = combine(modules)
  const events = reads.afterEach(ageChecks.refuseEvents(refuseUnconfirmedEvents(all.events)))
  const allowances = createMemberAllowances(limitFactor)

  // HTTP
  const app = await createApp({
    log,
    trustedProxies: config.trustedProxies,
    limitFactor,
    maxDelayMs: options.maxDelayMs,
    checksReplies: options.checksReplies ?? isDemo,
    dispatch: sharing?.dispatch,
    frameSources: config.wallets.frameOrigin === null ? [] : [config.wallets.frameOrigin],
  })
  const drain = createDrain(app)
  const vitals = {
    ...all.vitals,
    ...reads.vitals,
    oldestOutboxEventSeconds: () => oldestEventSeconds(pool),
    oldestDueJobSeconds: () => oldestDueJobSeconds(pool),
    // Of the process, not of each database.
    ...(!sharing || sharing.others ? { freeDiskMegabytes: () => space.freeMegabytes() } : {}),
  }
  const figuresNow = async () =>
    Promise.all(Object.entries(vitals).map(async ([name, figure]) => ({ name, value: await figure() })))
  const { metricsToken } = config
  healthRoutes(app, { pool, bus, health: options.health, vitals, metricsToken, others: sharing?.others })
  if (config.roles.includes('web')) {
    const logo = everyBrand.byKey('local')?.assets.logoDark ?? ''
    await serveDocs(app, { viewer: isDemo || config.apiViewer ? { logo } : undefined, limitFactor })
    const http = createHttp(app, {
      siteOf,
      limitFactor,
      callerOf: async (request, site) => {
        const member = await identity.principalOf(request, site)
        return member && { kind: 'member', member }
      },
      refuse: async (member, routeId) => {
        refuseUnconfirmed(member, routeId)
        await ageChecks.refuse(member, routeId)
      },
      affiliateKeyOf: (brandId) => affiliateKeys.get(brandId),
      console: staff && {
        origin: console.origin,
        isAt: (request) => isAtConsole(console, request),
        siteOfBrand: (brandId) => siteOfBrand(brands, brandId),
        staffOf: (request) => staff.principalOf(request),
        clock,
      },
      wrote: reads.wrote,
    })
    await all.routes(http)
    httpEvents(http, {
      handlers: events,
      allowances,
      principalNow: identity.principalNow,
      present: (memberId) =>
        void members.present([memberId]).catch((error: unknown) => log.warn({ err: error }, 'presence not written')),
    })
    const look = everyBrand.byKey('local') ?? everyBrand.list[0]
    if (console && look)
      await serveConsole(app, {
        folder: join(webBuild ?? join(root, 'web/build'), 'console'),
        origin: console.origin,
        isAt: (request) => isAtConsole(console, request),
        look: { key: look.key, tokensCss: look.assets.tokensCss },
      })
    if (webBuild !== undefined)
      await servePages(app, {
        buildDir: webBuild,
        sessionCookie,
        shared: new Set(visitorPages),
        limitFactor,
        onVisitor: ({ url, headers }, { key, country, vatNumber }) =>
          visitCounter.count({
            brand: { key, company: { vatNumber } },
            country,
            url,
            headers,
            flowOf: (asked) => flows.ofVisit(key, asked).id,
          }),
        plainPost: (request) => oneClickOf(unsubscribing, request, siteOf(request)),
        contextOf: createPageContext({
          db,
          brands,
          flows,
          photos,
          siteOf,
          principalOf: identity.principalOf,
          google: config.google !== undefined,
          demo: isDemo,
        }),
      })
  }

  return {
    app,
    database,
    brands,
    demo,
    console,
    keys: identity.keys,
    jobs: toRun(waitingForSpace(all.jobs, { db, space, clock })),
    async requirePooler() {
      if (!pooler || databasePoolerUrl === undefined) return
      const variable = sharing && !sharing.dispatch ? 'DATABASE_POOLERS' : 'DATABASE_POOLER_URL'
      pooler.prepares = (await requirePooler(databasePoolerUrl, variable)).prepares
      if (!pooler.prepares)
        log.warn('the pooler knows no prepared statements, so each is parsed again: PgBouncer 1.21 does')
    },
    load: all.load,
    vitals,
    async redirect({ url, poolerUrl }) {
      const next = poolerUrl === undefined ? undefined : await requirePooler(poolerUrl)
      reads.leaveReplica()
      database.redirect(poolerUrl ?? url, next)
    },
    openSockets: (http = app.server) =>
      openSockets({
        http,
        log,
        bus,
        ...identifySocket(sessions, sitesOf, everyBrand),
        addressOf: clientAddress(config.trustedProxies),
        newcomers: times(handshakeLimits, limitFactor),
        allowances,
        handlers: events,
        views: all.views,
        present: members.present,
      }),
    receive: all.onEvent,
    drain,
    async close() {
      await app.close()
      if (!sharing) await bus.close()
      mailer.close()
      outbound.close()
      telegramCalls.close()
      await visitCounter.flush().catch((error: unknown) => log.warn({ err: error }, 'visits were not written'))
      await Promise.all([reads.close(), database.close()])
    },
  }
}
