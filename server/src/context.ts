import type { FastifyInstance } from 'fastify'
import type { Server as HttpServer } from 'node:http'
import type { Brands } from '#modules/brands/index.ts'
import type { Demo } from '#modules/demo/index.ts'
import { refuseUnconfirmedEvents, type SignupKeys } from '#modules/identity/index.ts'
import type { ConsoleAddress } from '#modules/staff/index.ts'
import { createBusinessSide } from '#app/business-side.ts'
import type { ContextOptions } from '#app/context-options.ts'
import { openFoundations, type Place } from '#app/foundations.ts'
import { createMembersSide } from '#app/members-side.ts'
import { serveHttp } from '#app/serve-http.ts'
import { identifySocket } from '#app/socket-identity.ts'
import { createStaffSide } from '#app/staff-side.ts'
import type { DatabaseHandle } from '#platform/database/database.ts'
import { secondsAhead } from '#platform/database/machine-clock.ts'
import { unreadLogMegabytes } from '#platform/database/unread-log.ts'
import { createApp } from '#platform/http/app.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { createDrain } from '#platform/http/drain.ts'
import { healthRoutes } from '#platform/http/health.ts'
import { oldestDueJobSeconds } from '#platform/jobs/due-jobs.ts'
import { lastRecurringRunSeconds } from '#platform/jobs/recurring.ts'
import { toRun } from '#platform/jobs/job.ts'
import type { JobsInput } from '#platform/jobs/jobs.ts'
import { oldestEventSeconds, type OutboxEvent } from '#platform/jobs/outbox.ts'
import { createMemberAllowances } from '#platform/live/socket/event-rules.ts'
import { handshakeLimits, times } from '#platform/live/socket/handshake-limits.ts'
import { openSockets, type SocketServer } from '#platform/live/socket/server.ts'
import { combine, type Module, type Vitals } from '#platform/module.ts'
import { waitingForSpace } from '#platform/process/disk-space.ts'
import { recordServiceCalls } from '#platform/process/service-calls.ts'
import { createRetention } from './retention.ts'

export type { ContextOptions, Sharing } from '#app/context-options.ts'

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
  redirect(place: Place): Promise<void>
  /** Opens the sockets on an HTTP server, by default the app's; call it when that is about to listen. */
  openSockets(http?: HttpServer): SocketServer
  receive(event: OutboxEvent): Promise<void>
  /** Stops the HTTP server without interrupting requests; call it before `close`. */
  readonly drain: ReturnType<typeof createDrain>
  close(): Promise<void>
}

/** Wires everything by hand, from what the modules stand on to HTTP: it shows what exists and who depends on what. */
export async function createContext(options: ContextOptions): Promise<Context> {
  const { config, log, webBuild } = options
  const foundations = await openFoundations(options)
  const { clock, isDemo, limitFactor, everyBrand, sharing, db, pool, storage, reads, bus, space } = foundations
  const membersSide = createMembersSide(foundations, options)
  const businessSide = createBusinessSide(foundations, options)
  const staffSide = createStaffSide(foundations, options, {
    geo: membersSide.geo,
    merchants: businessSide.merchants,
    botOf: businessSide.botOf,
    postbacks: businessSide.postbacks,
    affiliateKeys: businessSide.affiliateKeys,
    laneOf: (task) => all.jobs[task as keyof typeof all.jobs]?.lane ?? 'others',
    figuresNow: () =>
      Promise.all(Object.entries(vitals).map(async ([name, figure]) => ({ name, value: await figure() }))),
  })
  const { ageChecks, demo, identity, members, visitCounter } = membersSide

  const modules: readonly Module[] = [
    { load: foundations.offered.start },
    identity,
    membersSide.accounts,
    members,
    membersSide.geo,
    membersSide.photos,
    membersSide.discovery,
    membersSide.activity,
    membersSide.credits,
    membersSide.freeCredits,
    membersSide.chat,
    membersSide.concierge,
    membersSide.trust,
    staffSide.moderation,
    membersSide.reviews,
    membersSide.insight,
    membersSide.visits,
    membersSide.site,
    businessSide.outreach,
    staffSide.support,
    businessSide.priceHistory,
    businessSide.payments,
    businessSide.affiliates,
    ageChecks,
    membersSide.dataExport,
    staffSide.audit,
    staffSide.finance,
    staffSide.figures,
    staffSide.desk,
    staffSide.privacy,
    ...(staffSide.staff ? [staffSide.staff] : []),
    staffSide.mailings,
    staffSide.campaigns,
    staffSide.offers,
    createRetention({ db, pool, storage, log, clock }),
    ...(demo ? [demo] : []),
  ]
  const all = combine(modules)
  const events = reads.afterEach(ageChecks.refuseEvents(refuseUnconfirmedEvents(all.events)))
  const allowances = createMemberAllowances(limitFactor)

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
  const vitals: Vitals = {
    ...all.vitals,
    ...reads.vitals,
    oldestOutboxEventSeconds: () => oldestEventSeconds(pool),
    oldestDueJobSeconds: () => oldestDueJobSeconds(pool),
    lastRecurringRunSeconds: () => lastRecurringRunSeconds(pool),
    unreadLogMegabytes: () => unreadLogMegabytes(pool),
    clockSecondsAhead: () => secondsAhead(pool),
    // Of the process, not of each database.
    ...(!sharing || sharing.others ? { freeDiskMegabytes: () => space.freeMegabytes() } : {}),
  }
  // Calls are those of the process: the default database has them.
  const serviceCalls = !sharing || sharing.others ? recordServiceCalls({ db, log, clock }) : undefined
  const { metricsToken } = config
  healthRoutes(app, { pool, bus, health: options.health, vitals, metricsToken, others: sharing?.others })
  if (config.roles.includes('web'))
    await serveHttp(app, {
      foundations,
      membersSide,
      businessSide,
      staffSide,
      modules: all,
      events,
      allowances,
      webBuild,
    })

  return {
    app,
    database: foundations.database,
    brands: foundations.brands,
    demo,
    console: staffSide.console,
    keys: identity.keys,
    jobs: toRun(waitingForSpace(all.jobs, { db, space, clock })),
    requirePooler: foundations.requirePooler,
    load: all.load,
    vitals,
    redirect: foundations.redirect,
    openSockets: (http = app.server) =>
      openSockets({
        http,
        log,
        bus,
        ...identifySocket(foundations.sessions, foundations.sitesOf, everyBrand),
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
      await serviceCalls?.close()
      await visitCounter.flush().catch((error: unknown) => log.warn({ err: error }, 'visits were not written'))
      await foundations.close()
    },
  }
}
