import { visitorPages } from '@incontro/contract/visitor-pages'
import type { FastifyInstance } from 'fastify'
import { join, resolve } from 'node:path'
import { accountCrontab, accountJobs, accountRoutes } from './modules/accounts/index.ts'
import { activityEvents, activityRoutes, like, visit } from './modules/activity/index.ts'
import { loadBrands, publicBrand, type Brands } from './modules/brands/index.ts'
import { chatEvents, chatRoutes, draftRoutes, read, send, typing } from './modules/chat/index.ts'
import { createDemo, type Demo } from './modules/demo/index.ts'
import { createCounts, discoveryRoutes } from './modules/discovery/index.ts'
import { loadFlows } from './modules/flows/index.ts'
import { createGeo } from './modules/geo/index.ts'
import {
  chooseLocale,
  createChallenges,
  createSessions,
  createSignupKeys,
  googleRoutes,
  hashPassword,
  identityRoutes,
  inPageLanguage,
  passkeyRoutes,
  principalOf,
  sendReset,
  sessionCookie,
  sweepIdentity,
  type SignupKeys,
} from './modules/identity/index.ts'
import { createInsight } from './modules/insight/index.ts'
import { endNewness, profileRoutes, sessionViewOf, touchActive } from './modules/members/index.ts'
import { enqueueEmail, lazyRenderer, outreachJobs, outreachRoutes } from './modules/outreach/index.ts'
import { createPayments, paymentLimits, type PaymentProvider } from './modules/payments/index.ts'
import { createPhotos } from './modules/photos/index.ts'
import { createReviews } from './modules/reviews/index.ts'
import { adoptVisitorChoice, siteRoutes } from './modules/site/index.ts'
import { supportRoutes } from './modules/support/index.ts'
import { trustRoutes } from './modules/trust/index.ts'
import { visitRoutes } from './modules/visits/index.ts'
import type { Principal } from './platform/caller.ts'
import type { Config } from './platform/config.ts'
import { openDatabase, type DatabaseHandle } from './platform/database.ts'
import { createApp } from './platform/http/app.ts'
import { createHttp } from './platform/http/bind.ts'
import { serveDocs } from './platform/http/docs.ts'
import { healthRoutes, type Health } from './platform/http/health.ts'
import { deriveKey } from './platform/ids.ts'
import type { JobHandlers } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { createMailer } from './platform/mail.ts'
import type { OutboxEvent } from './platform/outbox.ts'
import { createInProcess } from './platform/pages/in-process.ts'
import { servePages } from './platform/pages/pages.ts'
import { openSockets, type SocketServer } from './platform/socket/server.ts'
import { createSwitchboard } from './platform/socket/switchboard.ts'
import { createLocalStorage } from './platform/storage.ts'
import { createAdyen } from './providers/adyen/index.ts'
import { createOpenId } from './providers/openid/index.ts'
import { sites } from './site-of.ts'
import { identifySocket } from './socket-identity.ts'

declare module './platform/jobs.ts' {
  interface Jobs {
    'members-end-newness': Record<never, never>
    'identity-sweep': Record<never, never>
  }
}

const root = resolve(import.meta.dirname, '../..')

export interface Context {
  readonly app: FastifyInstance
  readonly database: DatabaseHandle
  readonly brands: Brands
  readonly demo: Demo | undefined
  readonly keys: SignupKeys
  readonly jobs: { readonly handlers: JobHandlers; readonly crontab: string }
  /** Fills what an empty database needs: geography, and the demo in demo mode. */
  load(): Promise<void>
  /** Opens the sockets on the app's HTTP server; call it when the app listens or is about to. */
  openSockets(): Promise<SocketServer>
  receive(event: OutboxEvent): Promise<void>
  close(): Promise<void>
}

export interface ContextOptions {
  readonly config: Config
  readonly log: Log
  readonly health: Health
  readonly clock?: () => Date
  /** Folder of the built web; without it no pages are served (API tests). */
  readonly webBuild?: string | undefined
  readonly limitFactor?: number
  /** Sign-ups an hour from one IP prefix; the demo has 500, a real installation 20. */
  readonly signupsPerIp?: number
}

/** Wires everything by hand, top to bottom: reading it says what exists and who knows whom. */
export async function createContext(options: ContextOptions): Promise<Context> {
  const { config, log } = options
  const clock = options.clock ?? (() => new Date())
  const isDemo = config.mode === 'demo'
  const brandsDir = join(root, 'brands')

  // Data and platform
  const brands = loadBrands(brandsDir)
  const flows = loadFlows(brandsDir, brands)
  const database = openDatabase(config.databaseUrl)
  const { db, pool } = database
  const storage = createLocalStorage(join(config.dataDir, 'storage'))
  const mailer = createMailer({ smtpUrl: config.smtpUrl })
  const sitesOf = sites(brands)
  const sessions = createSessions(pool)
  const realtime = createSwitchboard((memberId) => sessions.forget(memberId))

  // Modules
  const photos = createPhotos({ pool, storage, secret: config.secretKey })
  const geo = createGeo({ db, pool })
  const reviews = createReviews({ db, brands, clock })
  const insight = createInsight({ db, brands, clock })
  const counts = createCounts(pool, clock)
  const keys = createSignupKeys({ db, sealKey: deriveKey(config.secretKey, 'signup keys'), clock })
  const identity = {
    db,
    brands,
    flows,
    photos,
    realtime,
    enqueueEmail,
    sessions,
    keys,
    clock,
    demo: isDemo,
    challenges: createChallenges(deriveKey(config.secretKey, 'altcha')),
    signalKey: deriveKey(config.secretKey, 'device signals'),
    signupLimits: { perEmail: 5, perIp: options.signupsPerIp ?? (isDemo ? 500 : 20) },
    welcomed: async ({
      memberId,
      brandId,
      cookies,
    }: {
      memberId: string
      brandId: string
      cookies: Readonly<Record<string, string | undefined>>
    }) => {
      const brand = brands.byKey(brandId)
      if (brand) await adoptVisitorChoice(db, { memberId, brand, cookies, now: clock() })
    },
  }
  const accounts = { ...identity, log, removePhoto: photos.remove }
  const activity = { db, pool, flows, photos, counts, realtime, clock }
  const chat = { pool, flows, photos, realtime, clock }
  const providers = new Map<string, PaymentProvider>(config.adyen ? [['adyen', createAdyen(config.adyen)]] : [])
  const payments = createPayments({
    db,
    providers,
    flows,
    brandOf: (key) => brands.byKey(key),
    realtime,
    log,
    clock,
    enqueueEmail,
    sealKey: deriveKey(config.secretKey, 'payment requests'),
    limits: isDemo ? { attemptsPerHour: 200, declinesInARow: 50 } : paymentLimits,
    frameDir: join(root, 'web/build/frame'),
    siteOf: sitesOf.ofRequest,
  })
  const mailKeys = {
    linkKey: deriveKey(config.secretKey, 'unsubscribe links'),
    addressKey: deriveKey(config.secretKey, 'mail suppressions'),
  }
  const outreach = outreachJobs({ db, brands, mailer, render: lazyRenderer(), log, ...mailKeys })
  const demo = isDemo
    ? createDemo({
        db,
        pool,
        storage,
        brands,
        flows,
        geo,
        hashPassword,
        log,
        clock,
        doors: {
          sendMessage: (principal: Principal, message) => send(chat, principal, message),
          like: (principal: Principal, angelId) => like(activity, principal, angelId),
          visit: (principal: Principal, angelId) => visit(activity, principal, angelId),
          typing: (principal: Principal, angelId) => typing(chat, principal, angelId),
          markRead: (principal: Principal, angelId, seq) => read(chat, principal, angelId, seq),
        },
      })
    : undefined

  // HTTP
  const app = await createApp({ log, trustedProxies: config.trustedProxies })
  await serveDocs(app, brands.byKey('local')?.assets.logoDark ?? '')
  const http = createHttp(app, {
    siteOf: sitesOf.ofRequest,
    limitFactor: options.limitFactor ?? (isDemo ? 10 : 1),
    principalOf: async (request, site) => {
      const principal = await principalOf(sessions, request, site)
      const brand = brands.byKey(site.brandId)
      return principal && brand ? inPageLanguage(principal, request, brand) : principal
    },
  })
  healthRoutes(app, pool, options.health)
  identityRoutes(http, identity)
  accountRoutes(http, accounts)
  googleRoutes(http, {
    ...identity,
    google: config.google && createOpenId(config.google),
    googleKey: deriveKey(config.secretKey, 'sign-ins with Google'),
  })
  passkeyRoutes(http, { ...identity, challengeKey: deriveKey(config.secretKey, 'passkey challenges') })
  profileRoutes(http, { db, flows, photos, realtime, clock })
  geo.routes(http)
  photos.routes(http)
  discoveryRoutes(http, { db, pool, flows, photos, counts, clock })
  activityRoutes(http, activity, log)
  chatRoutes(http, chat)
  draftRoutes(http, { db, clock })
  trustRoutes(http, { db, pool, counts, realtime, clock })
  reviews.routes(http)
  insight.routes(http)
  visitRoutes(http)
  siteRoutes(http, { db, clock, brands, demo: isDemo, siteOf: sitesOf.ofRequest })
  outreachRoutes(http, { db, clock, signingKey: config.mailWebhookSigningKey, ...mailKeys })
  supportRoutes(http, {
    db,
    brands,
    clock,
    enqueueEmail,
    challenges: identity.challenges,
    signalKey: identity.signalKey,
    contactLimits: identity.signupLimits,
  })
  await payments.routes(http)
  if (options.webBuild !== undefined) {
    const api = createInProcess(app)
    await servePages(app, {
      buildDir: options.webBuild,
      sessionCookie,
      shared: new Set(visitorPages),
      sharedBy: ({ theme = '', cookiePolicy }) => [
        /^(light|dark)$/.test(theme) ? theme : '',
        cookiePolicy !== undefined,
      ],
      brandStyles: brands.list.map(({ assets }) => ({ version: assets.tokensHash, rules: assets.tokensCss })),
      threads: config.renderThreads ?? 0,
      log,
      contextOf: async (request) => {
        const site = sitesOf.ofRequest(request)
        const brand = site && brands.byKey(site.brandId)
        if (!site || !brand) return undefined
        const principal =
          request.cookies[sessionCookie] === undefined ? null : await principalOf(sessions, request, site)
        const locale = chooseLocale(request, brand)
        return {
          brand: publicBrand(brand, locale),
          google: config.google !== undefined,
          locale,
          nonce: request.nonce,
          demo: isDemo,
          origin: site.origin,
          theme: brand.theme === 'system' ? null : brand.theme,
          session: principal ? ((await sessionViewOf(db, { flows, photos }, principal.memberId)) ?? null) : null,
          api: api(request, site.origin),
        }
      },
    })
  }

  return {
    app,
    database,
    brands,
    demo,
    keys,
    jobs: {
      handlers: {
        ...outreach,
        ...insight.jobs,
        ...accountJobs(accounts),
        ...payments.jobs,
        ...demo?.jobs,
        'members-end-newness': () => endNewness(db, clock()),
        'identity-reset': (asked) => sendReset(identity, asked),
        'identity-sweep': async () => {
          await sweepIdentity(db, clock())
          await keys.rotate()
        },
      },
      crontab: [
        '7 * * * * members-end-newness',
        '17 * * * * identity-sweep',
        accountCrontab,
        payments.crontab,
        insight.crontab,
        demo?.crontab ?? '',
      ]
        .filter(Boolean)
        .join('\n'),
    },
    async load() {
      await geo.load()
      await demo?.load()
    },
    async openSockets() {
      const opened = await openSockets({
        http: app.server,
        log,
        brokerUrl: config.brokerUrl,
        ...identifySocket(sessions, sitesOf),
        handlers: {
          ...chatEvents(chat),
          ...activityEvents(activity),
          clickid: async () => ({ ok: true, softwareVersion: '0.1.0' }),
          brain: async () => ({ ok: true }),
        },
        changed: (memberId) => sessions.forget(memberId),
        present: (memberIds) => touchActive(db, memberIds, clock()),
      })
      realtime.connect(opened)
      return opened
    },
    receive: async (event) => demo?.onEvent(event.topic, event.payload),
    async close() {
      await app.close()
      mailer.close()
      await database.close()
    },
  }
}
