import { visitorPages } from '@incontro/contract/visitor-pages'
import { createAccounts, reopenForOwner } from '#modules/accounts/index.ts'
import { createActivity } from '#modules/activity/index.ts'
import { createAgeChecks } from '#modules/age-checks/index.ts'
import { createChat } from '#modules/chat/index.ts'
import { createConcierge } from '#modules/concierge/index.ts'
import { createCredits } from '#modules/credits/index.ts'
import { createDataExport } from '#modules/data-export/index.ts'
import { createDemo } from '#modules/demo/index.ts'
import { createCounts, createDiscovery } from '#modules/discovery/index.ts'
import { createFreeCredits } from '#modules/free-credits/index.ts'
import { createGeo } from '#modules/geo/index.ts'
import { createIdentity } from '#modules/identity/index.ts'
import { createInsight, createVisitCounter } from '#modules/insight/index.ts'
import { createMembers } from '#modules/members/index.ts'
import { lookAtTexts } from '#modules/moderation/index.ts'
import { hasStoredCard } from '#modules/payments/index.ts'
import { createPhotos } from '#modules/photos/index.ts'
import { createReviews } from '#modules/reviews/index.ts'
import { createSite } from '#modules/site/index.ts'
import { createTrust } from '#modules/trust/index.ts'
import { createVisits } from '#modules/visits/index.ts'
import { buildVersion } from '#platform/pages/build-version.ts'
import { createOpenId } from '#providers/openid/index.ts'
import { createAgeWallet } from '#providers/openid4vp/index.ts'
import { createModels } from '../config.ts'
import { exportedFiles } from '../tables.ts'
import type { ContextOptions } from './context-options.ts'
import type { Foundations } from './foundations.ts'

/** What members use: their account, each other, and conversations. */
export function createMembersSide(foundations: Foundations, { gazetteer, webBuild }: ContextOptions) {
  const {
    config,
    log,
    clock,
    isDemo,
    keysFor,
    brands,
    everyBrand,
    flows,
    visitorFlows,
    db,
    pool,
    reads,
    storage,
    space,
    enqueueEmail,
    addressReached,
    isStopped,
    siteOf,
    sessions,
    passwords,
    challenges,
    signalKeys,
    signupLimits,
    bus,
    realtime,
  } = foundations
  const photos = createPhotos({ db, pool, storage, brands, realtime, bus, log, clock, keys: keysFor('media'), space })
  const geo = createGeo({ db, gazetteer })
  const counts = createCounts(reads, clock)
  const site = createSite({ db, clock, brands, everyBrand, flows, demo: isDemo, siteOf })
  const identity = createIdentity({
    db,
    brands,
    everyBrand,
    flows,
    visitorFlows,
    geo,
    photos,
    realtime,
    enqueueEmail,
    addressReached,
    reopenForOwner: (tx, account) => reopenForOwner(tx, { enqueueEmail }, account, clock()),
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
    addressReached,
    isStopped,
    sessions,
    passwords,
    challenges,
    signalKeys,
    signupLimits,
    clock,
    log,
    removePhoto: photos.remove,
  })
  const members = createMembers({ db, pool, brands, flows, geo, photos, realtime, lookAtTexts, clock })
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
  const insight = createInsight({ db, brands, clock, countsSamples: isDemo })
  const visitCounter = createVisitCounter({ db, log, clock, pages: new Set(visitorPages) })
  const visits = createVisits({ realtime, softwareVersion: (webBuild && buildVersion(webBuild)) ?? 'none' })
  const ageChecks = createAgeChecks({
    db,
    flows,
    hasCard: (memberId) => hasStoredCard(db, memberId),
    verifier: config.ageWallet && createAgeWallet(config.ageWallet),
    log,
    clock,
    keys: keysFor('age checks'),
  })
  const dataExport = createDataExport({ db, pool, flows, storage, passwords, enqueueEmail, log, clock, exportedFiles })
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
  return {
    photos,
    geo,
    site,
    identity,
    accounts,
    members,
    discovery,
    activity,
    credits,
    freeCredits,
    concierge,
    chat,
    trust,
    reviews,
    insight,
    visitCounter,
    visits,
    ageChecks,
    dataExport,
    demo,
  }
}
