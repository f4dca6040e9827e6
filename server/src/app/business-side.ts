import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { renewMailedLink } from '#modules/accounts/index.ts'
import { createAffiliates } from '#modules/affiliates/index.ts'
import { hasUsedPlan } from '#modules/chat/index.ts'
import { createPriceHistory } from '#modules/flows/index.ts'
import { promotionGate } from '#modules/mailings/index.ts'
import { createOutreach, createPace, lazyRenderer } from '#modules/outreach/index.ts'
import { createPayments, documentsOf, paymentLimits } from '#modules/payments/index.ts'
import { receiveReply } from '#modules/support/index.ts'
import { createImap } from '#providers/imap/index.ts'
import { affiliateKeysOf, connectPayments, createBots, createWallets, postbackKeysOf } from '../config.ts'
import type { ContextOptions } from './context-options.ts'
import type { Foundations } from './foundations.ts'

const root = resolve(import.meta.dirname, '../../..')

/** In a demo people try all the declining test cards. */
const demoDeclines = { slowFrom: 1000, workFrom: 1000, waitMs: 0 }

/** What leaves for the outside: notices and mails, payments, reports to affiliates. */
export function createBusinessSide(foundations: Foundations, { webBuild }: ContextOptions) {
  const {
    config,
    log,
    clock,
    isDemo,
    keysFor,
    brands,
    everyBrand,
    flows,
    offered,
    sharing,
    addresses,
    db,
    mailer,
    enqueueEmail,
    isStopped,
    siteOf,
    challenges,
    realtime,
    urgent,
    outbound,
    telegramCalls,
    everyDatabase,
  } = foundations
  const unsubscribing = { db, clock, linkKeys: keysFor('unsubscribe links'), ...addresses }
  const botOf = createBots(config.telegram, everyBrand, telegramCalls)
  const outreach = createOutreach({
    promotions: promotionGate({ db, brands, log, clock, ...addresses }),
    urgent,
    brands,
    mailer,
    render: lazyRenderer(),
    documentsOf: documentsOf({ db, flows, brandOf: brands.byKey }),
    log,
    ...unsubscribing,
    renewLink: renewMailedLink,
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
    botOf,
    telegramKeys: keysFor('telegram'),
    outbound,
  })
  const priceHistory = createPriceHistory({ db, brands, flows, takeOver: offered.takeOver, clock })
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
    isStopped,
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
  const postbackKeys = postbackKeysOf(config.postbackKeys, everyBrand)
  const postbacks = {
    db,
    clock,
    log,
    brands,
    outbound,
    secretOf: (brandId: string) => postbackKeys.get(brandId),
    keys: keysFor('affiliate keys'),
  }
  const affiliates = createAffiliates(postbacks)
  const affiliateKeys = affiliateKeysOf(config.affiliates, everyBrand)
  return { unsubscribing, outreach, botOf, priceHistory, merchants, payments, affiliates, affiliateKeys, postbacks }
}
