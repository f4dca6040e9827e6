import project from '../../../package.json' with { type: 'json' }
import { permissions } from '@incontro/contract/admin/permissions'
import { createAffiliateDesk } from '#modules/affiliates/index.ts'
import { createAudit } from '#modules/audit/index.ts'
import { messagesSent } from '#modules/chat/index.ts'
import { companyTimeZone } from '#modules/calendar/index.ts'
import { createDesk } from '#modules/desk/index.ts'
import type { Geo } from '#modules/geo/index.ts'
import { createFigures, outcomesOf } from '#modules/insight/index.ts'
import { createMailings } from '#modules/mailings/index.ts'
import { createModeration, ownMemberIdsAmong } from '#modules/moderation/index.ts'
import { createOffers } from '#modules/offers/index.ts'
import { lazyRenderer, type TelegramBot } from '#modules/outreach/index.ts'
import { type Connections, createFinance } from '#modules/payments/index.ts'
import { createPrivacy } from '#modules/privacy/index.ts'
import {
  createStaff,
  type KnownService,
  ownersOf,
  rolesAt,
  sampleAuthor,
  staffAddress,
  distinctStaffNames,
  staffNames,
  staffWith,
  workingAt,
} from '#modules/staff/index.ts'
import { createSupport } from '#modules/support/index.ts'
import { mailService } from '#platform/mail/mail.ts'
import { buildVersion } from '#platform/pages/build-version.ts'
import { allTables, retentionRules } from '../tables.ts'
import { consoleAddress } from './console.ts'
import { botService } from '../config.ts'
import type { ContextOptions } from './context-options.ts'
import type { Foundations } from './foundations.ts'

interface OtherParts {
  /** What the calls to the trackers of affiliates need. */
  readonly postbacks: Omit<Parameters<typeof createAffiliateDesk>[0], 'hasKey' | 'record' | 'namesOf'>
  readonly affiliateKeys: ReadonlyMap<string, string>
  readonly geo: Geo
  readonly merchants: Connections
  readonly botOf: (brandId: string) => TelegramBot | undefined
  /** In which lane a job runs. */
  readonly laneOf: (task: string) => string
  /** The figures of /readyz. */
  readonly figuresNow: () => Promise<readonly { readonly name: string; readonly value: number }[]>
}

/** The services outside that a brand uses: its own connections, and those that it shares with others. */
const servicesOf =
  ({ merchants, botOf }: Pick<OtherParts, 'merchants' | 'botOf'>) =>
  (brandId: string): readonly KnownService[] => [
    ...merchants.all
      .filter((one) => one.brandId === null || one.brandId === brandId)
      .map(({ id, provider, brandId: brand }) => ({
        service: id,
        kind: 'payment' as const,
        name: provider.label,
        brand,
      })),
    { service: mailService, kind: 'mail', name: null, brand: null },
    ...(botOf(brandId)
      ? [{ service: botService(brandId), kind: 'telegram' as const, name: null, brand: brandId }]
      : []),
  ]

/** What staff use: their console and the desks in it. */
export function createStaffSide(foundations: Foundations, { health, webBuild }: ContextOptions, other: OtherParts) {
  const {
    config,
    log,
    clock,
    isDemo,
    keysFor,
    brands,
    everyBrand,
    flows,
    answers,
    offered,
    bus,
    sharing,
    addresses,
    db,
    pool,
    storage,
    space,
    enqueueEmail,
    isStopped,
    passwords,
    challenges,
    signalKeys,
    signupLimits,
    realtime,
    home,
  } = foundations
  const console = consoleAddress(config.consoleHost)
  const namesOf = (ids: readonly string[]) => staffNames(home().db, ids)
  const audit = createAudit({
    db,
    brandIds: brands.list.map(({ key }) => key),
    home,
    zoneOf(brandId) {
      const brand = everyBrand.byKey(brandId)
      if (!brand) throw new Error(`no brand ${brandId}`)
      return companyTimeZone(brand.company.vatNumber)
    },
    ownersOf: (brandId) => ownersOf(home().db, brandId),
    namesOf: (ids) => distinctStaffNames(home().db, ids),
    workingAt: (brandId, ids) => workingAt(home().db, brandId, ids),
    enqueueEmail,
    log,
    clock,
  })
  const ownMemberIds = ownMemberIdsAmong(brands)
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
    ownMemberIds,
    namesOf,
    colleaguesOf: (brandId) => staffWith(home().db, brandId, permissions.answerTickets.roles),
    answersOf: answers.of,
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
    signalKeys,
    namesOf,
    storage,
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
      db,
      pool,
      laneOf: other.laneOf,
      health: async () => ({ ready: health.ready, figures: await other.figuresNow() }),
      version: { program: project.version, pages: (webBuild && buildVersion(webBuild)) ?? 'none' },
      disk: () => space.reading(),
      servicesOf: servicesOf(other),
      outcomesOf(brandId) {
        const brand = brands.byKey(brandId)
        if (!brand) throw new Error(`no brand ${brandId}`)
        return outcomesOf(db, brand, clock())
      },
    })
  const finance = createFinance({
    db,
    flows,
    brandOf: everyBrand.byKey,
    connections: other.merchants,
    log,
    messagesSent,
    record: audit.record,
    namesOf,
    ownMemberIds,
    clock,
  })
  const figures = createFigures({
    db,
    brandOf: everyBrand.byKey,
    flows,
    record: audit.record,
    countsSamples: isDemo,
    clock,
  })
  const desk = createDesk({
    db,
    brands,
    flows,
    geo: other.geo,
    audit,
    realtime,
    storage,
    enqueueEmail,
    isStopped,
    namesOf,
    rolesAt: (staffId, brandId) => rolesAt(home().db, staffId, brandId),
    ownMemberIds,
    clock,
  })
  const privacy = createPrivacy({
    db,
    brands,
    record: audit.record,
    ownMemberIds,
    namesOf,
    retention: { rules: retentionRules, tables: allTables },
    clock,
  })
  const mailings = createMailings({
    db,
    brands,
    log,
    clock,
    ...addresses,
    render: lazyRenderer(),
    record: audit.record,
    namesOf,
    addressOf: (staffId) => staffAddress(home().db, staffId),
    sampleAuthor: isDemo && staff ? () => sampleAuthor(home().db) : undefined,
  })
  const campaigns = createAffiliateDesk({
    ...other.postbacks,
    hasKey: (brandId) => other.affiliateKeys.has(brandId),
    record: audit.record,
    namesOf,
  })
  const offers = createOffers({
    db,
    brands,
    flows,
    answers,
    bus,
    log,
    record: audit.record,
    namesOf,
    rolesAt: (staffId, brandId) => rolesAt(home().db, staffId, brandId),
    published: offered.published,
    clock,
  })
  return { console, audit, support, moderation, finance, figures, desk, privacy, mailings, campaigns, offers, staff }
}
