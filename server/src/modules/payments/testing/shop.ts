import { decimal, routes, type ChargeReply } from '@incontro/contract'
import { toWire } from '@incontro/contract/domain'
import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { encryptCard, type TypedCard } from '../../../../../sandbox/src/testing/encrypt-card.ts'
import { startSandbox, type RunningSandbox } from '../../../../../sandbox/src/testing/start-sandbox.ts'
import { sandboxWallets } from '../../../../../sandbox/src/testing/wallets.ts'
import { checkedInBrands, checkedInFlows } from '#test/support/brands-folder.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { solveChallenge } from '#test/support/solve-challenge.ts'
import type { Principal, Site } from '#platform/caller.ts'
import { openDatabase, type Database } from '#platform/database/database.ts'
import { createChallenges } from '#platform/secrets/challenge.ts'
import { createApp } from '#platform/http/app.ts'
import { createHttp } from '#platform/http/bind.ts'
import { deriveKeys, newId, newTrackerId } from '#platform/ids.ts'
import { toRun } from '#platform/jobs/job.ts'
import { runJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/process/log.ts'
import { createPriorityGate } from '#platform/flow-control/priority-gate.ts'
import { createAdyen, type Adyen, type AdyenOptions } from '#providers/adyen/index.ts'
import { createApplePay } from '#providers/applepay/index.ts'
import { createGooglePay } from '#providers/googlepay/index.ts'
import { hasUsedPlan } from '#modules/chat/index.ts'
import { balancesOf, checkLedger } from '#modules/credits/index.ts'
import { createPriceHistory, type Flow, type Flows, type Plans, type RatePlan } from '#modules/flows/index.ts'
import { createMember } from '#modules/members/index.ts'
import { emailQueue, isStopped } from '#modules/outreach/index.ts'
import { createConnections, createPayments, paymentLimits, type PayingBrand, type PaymentDeps } from '../index.ts'
import type { PaymentProvider } from '../port.ts'

const enqueueEmail = emailQueue(() => new Date())
const addresses = { addressKeys: deriveKeys(['a secret of the tests, long enough'], 'mail suppressions') }

/** Everything needed to test purchases: database, sandbox, server and routes. */
export type Shop = Awaited<ReturnType<typeof openShop>>
export type Customer = Principal & { readonly email: string }
export type Said = {
  readonly status: number
  readonly body: ChargeReply & {
    code?: string
    field?: string
    result?: boolean
    difficulty?: number
    order?: { readonly reference: string }
    _links?: { checkout: { href: string } | null }
  }
}

const site: Site = {
  brandId: 'battito',
  poolId: 'battito',
  host: 'battito.localhost',
  origin: 'http://battito.localhost:4500',
}

export async function openShop(
  options: {
    provider?: (real: Adyen) => PaymentProvider
    frameDir?: string
    pages?: (app: FastifyInstance) => void
    /** Milliseconds that simulated banks take; with `settleNow` the test decides. */
    pendingMs?: number
    /** Further connections beside the sandbox's shared one. */
    connections?: (
      adyen: (options: Partial<AdyenOptions>) => Adyen,
      sandbox: RunningSandbox,
      network: typeof fetch,
    ) => Parameters<typeof createConnections>[0]
    /** Adds Google Pay and Apple Pay to the card. */
    wallets?: boolean
    walletFrameOrigin?: string
    /** Wraps the server's access to database and providers; the test's own access stays direct. */
    through?: (pool: pg.Pool) => { readonly db: Database; readonly network: typeof fetch }
    /** Webhook events processed as soon as they are received; none unless given. */
    eventConcurrency?: number
    /** Overrides of the brand's settings. */
    brand?: Partial<PayingBrand>
    /** Of all prices, with the same minor units. */
    currency?: string
    /** A currency by the member's country, with prices of a tenth less. */
    currencies?: Readonly<Record<string, string>>
    /** Credits that orders paid from an account have above the plan's. */
    promo?: number
  } = {},
) {
  const [database, sandbox] = await Promise.all([
    createTestDatabase(),
    startSandbox({ slowAnswerMs: 1_600, ...(options.pendingMs === undefined ? {} : { pendingMs: options.pendingMs }) }),
  ])
  const handle = openDatabase(database.url, { size: 8 })
  const { db } = handle
  const { db: ownDb, network } = options.through?.(handle.pool) ?? { db, network: fetch }
  const brands = checkedInBrands()
  const { currency = 'EUR' } = options
  const flows = pricedIn({ currency, currencies: {}, promo: 0, ...options }, checkedInFlows())
  const connect = (changes: Partial<AdyenOptions> = {}): Adyen =>
    createAdyen({
      ...sandbox.config.adyen,
      baseUrl: `${sandbox.origin}/adyen/checkout/v72`,
      shopperBaseUrl: `${sandbox.origin}/adyen/checkoutshopper`,
      timeoutMs: 1_000,
      fetch: network,
      ...changes,
    })
  const adyen = connect()
  const wallets = sandboxWallets(sandbox.origin)
  const customers = new Map<string, Customer>()
  const pushed: { memberId: string; event: string; data: unknown }[] = []
  const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) }
  const mail = { fail: false }
  /** All declines of a file come from one network; a test of that limit overrides this. */
  const unlimited: PaymentDeps['limits']['networkDeclines'] = { slowFrom: Infinity, workFrom: Infinity, waitMs: 0 }
  const limits = { ...paymentLimits, networkDeclines: unlimited, membersOfCard: Infinity }
  const pauses: number[] = []
  const log = createLog(process.env['TEST_LOG'] ?? 'silent')
  const deps: PaymentDeps = {
    db: ownDb,
    everyDatabase: () => [{ db: ownDb, brandIds: ['local', 'battito', 'vicino'] }],
    flows,
    log,
    connections: createConnections([
      { brandId: null, provider: options.provider?.(adyen) ?? adyen },
      ...(options.connections?.(connect, sandbox, network) ?? []),
    ]),
    wallets: options.wallets ? [createGooglePay(wallets.google), createApplePay(wallets.apple)] : [],
    walletFrameOrigin: options.walletFrameOrigin ?? null,
    brandOf: (id) => {
      const brand = brands.byKey(id)
      return brand && { ...brand, currencies: options.currencies, ...options.brand }
    },
    clock: clock.now,
    challenges: createChallenges([randomBytes(32)]),
    pricesBefore: createPriceHistory({ db, brands, flows, clock: clock.now }).pricesBefore,
    sealKeys: deriveKeys(['a secret of the tests, long enough'], 'payments'),
    limits,
    // Tests process events step by step, with `work`.
    urgent: createPriorityGate(),
    eventConcurrency: options.eventConcurrency ?? 0,
    pause: async (ms) => void pauses.push(ms),
    frameDir: options.frameDir ?? '/nowhere',
    siteOf: () => site,
    realtime: {
      toMember: (memberId, event, data) => pushed.push({ memberId, event, data: toWire(data) }),
      visibilityChanged: () => undefined,
      refresh: (memberId) => pushed.push({ memberId, event: 'refresh', data: null }),
      end: () => undefined,
      show: () => undefined,
    },
    hasUsedPlan,
    asksWallets: false,
    isStopped: (tx, address) => isStopped(tx, addresses, address),
    enqueueEmail: async (tx, email) => {
      if (mail.fail) throw new Error('the process died here')
      await enqueueEmail(tx, email)
    },
  }
  const payments = createPayments(deps)
  const app: FastifyInstance = await createApp({ log, trustedProxies: [] })
  const http = createHttp(app, {
    siteOf: () => site,
    limitFactor: 1000,
    async callerOf(request) {
      const member = customers.get(String(request.headers['x-member']))
      return member ? { kind: 'member', member } : null
    },
  })
  await payments.routes(http)
  options.pages?.(app)
  await app.ready()
  const { id: regionId } = await db
    .selectFrom('geo_regions')
    .select('id')
    .where('country', '=', 'IT')
    .where('name', '=', 'Lazio')
    .executeTakeFirstOrThrow()

  async function customer(changes: Partial<Principal> = {}): Promise<Customer> {
    const id = newId()
    const email = `${id}@example.com`
    const flow = flows.of('battito', changes.flowId ?? '7')
    const clickid = await db.transaction().execute((tx) =>
      createMember(tx, {
        id,
        brandId: 'battito',
        poolId: 'battito',
        clickid: newTrackerId(),
        email,
        passwordHash: 'x',
        memberName: 'Ada',
        gender: 'man',
        seeks: 'woman',
        age: 40,
        country: 'IT',
        regionId,
        cityId: null,
        locale: 'it',
        flow: { id: flow.id, version: flow.version, doubleOptIn: true },
        source: 'direct',
        campid: null,
        gift: { messages: 3, icebreakers: 5, likes: 10 },
        at: clock.now(),
      }),
    )
    const member: Customer = {
      memberId: id,
      sessionId: newId(),
      brandId: 'battito',
      poolId: 'battito',
      clickid: clickid ?? '',
      level: 0,
      gender: 'man',
      listedInBoth: false,
      seeks: 'woman',
      seeksBoth: false,
      country: 'IT',
      regionId,
      cityId: null,
      locale: 'it',
      flowId: flow.id,
      emailConfirmed: true,
      mayReachOthers: true,
      sample: false,
      search: { age: 30, height: null, intent: null, filters: {}, isSuggested: false, place: null, leftRegionId: null },
      email,
      ...changes,
    }
    customers.set(id, member)
    return member
  }

  /** A GET request with the member's tracker id. */
  // Tests read answers field by field.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async function look(member: Customer, path: string): Promise<{ status: number; body: any }> {
    const response = await app.inject({
      method: 'GET',
      url: path.replace(':trackerId', member.clickid),
      headers: { 'x-member': member.memberId },
    })
    return { status: response.statusCode, body: response.json() }
  }

  async function call(member: Customer | null, path: string, payload: object): Promise<Said> {
    const response = await app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: member ? { 'x-member': member.memberId } : {},
    })
    return { status: response.statusCode, body: response.json() }
  }

  /** The body that the payment page sends. */
  async function orderOf(
    member: Customer,
    plan: string,
    card: TypedCard | string | null,
    changes: object = {},
  ): Promise<Record<string, unknown>> {
    const flow = flows.of('battito', member.flowId)
    const sold = Object.values(flow.plans)
      .flat()
      .find(({ id }) => id === plan)
    const { publicKey } = await adyen.cardKey()
    const fields =
      card === null
        ? {}
        : {
            ...(await encryptCard(publicKey, typeof card === 'string' ? { number: card } : card)),
            firstName: 'Ada',
            lastName: 'Rossi',
          }
    return {
      clickid: member.clickid,
      rateplan: plan,
      orderKey: randomUUID(),
      prezzo_totale: decimal(sold?.totalMinor ?? 0, currency),
      currency,
      accepts: { renewal: sold?.renews ?? false, immediateStart: true },
      ...fields,
      ...changes,
    }
  }
  const charge = (member: Customer, body: object) => call(member, routes.tryCharge.path, body)
  const pay = async (member: Customer, plan: string, card: TypedCard | string | null, changes: object = {}) =>
    charge(member, await orderOf(member, plan, card, changes))
  const status = (member: Customer, body: object = {}, provider = 'adyen') =>
    call(member, routes.checkTransactionStatus.path.replace(':provider', provider), {
      clickid: member.clickid,
      ...body,
    })
  /** Orders a plan on a provider's own page. */
  const payOnPage = async (member: Customer, provider: string, plan: string, changes: object = {}) =>
    call(member, routes.createPayment.path.replace(':provider', provider), await orderOf(member, plan, null, changes))

  let delivered = 0
  /** From another network after each hundred: no test of a shop is about the limit of webhooks for one. */
  const deliver = (
    hook: { raw: Buffer; headers: Readonly<Record<string, string | undefined>> },
    connection = 'adyen',
  ) =>
    app.inject({
      method: 'POST',
      url: `/pay/webhooks/${connection}`,
      remoteAddress: `10.${Math.floor((delivered += 1) / 100) % 250}.0.1`,
      payload: hook.raw,
      headers: {
        'content-type': hook.headers['content-type'] ?? 'application/json',
        ...Object.fromEntries(Object.entries(hook.headers).filter(([name]) => /^(stripe|paypal)-/.test(name))),
        ...(hook.headers.authorization === undefined ? {} : { authorization: hook.headers.authorization }),
      },
    })
  /** Runs the jobs of waiting webhook events. */
  async function work(): Promise<void> {
    const waiting = await db
      .selectFrom('payment_webhooks')
      .select(['connection', 'event_id'])
      .where('processed_at', 'is', null)
      .execute()
    for (const { connection, event_id: eventId } of waiting)
      await payments.jobs['payment-webhook']?.run({ connection, eventId }, { attempt: 1, last: false })
  }
  async function sweep(): Promise<void> {
    await payments.jobs['payment-sweep']?.run({}, { attempt: 1, last: false })
  }
  const once = { attempt: 1, last: false }
  /** Runs the minutely jobs of terms: reminders, charges of renewals, ends. */
  async function renew(): Promise<void> {
    await payments.jobs['subscription-renew']?.run({}, once)
    await payments.jobs['subscription-end']?.run({}, once)
  }
  /** Marks waiting emails as accepted or permanently refused by the mail server. */
  async function mailOut(state: 'sent' | 'dead' = 'sent'): Promise<void> {
    await db.updateTable('emails').set({ state }).where('state', '=', 'queued').execute()
  }
  /** Runs jobs as the worker role does, until `during` resolves. */
  async function withWorker(during: () => Promise<void>): Promise<void> {
    const runner = await runJobs({ pool: handle.pool, handlers: toRun(payments.jobs).handlers, crontab: [], log })
    try {
      await during()
    } finally {
      await runner.stop()
    }
  }
  const hooksOf = (reference: string) => sandbox.webhooks.filter(({ raw }) => raw.includes(reference))

  async function stateOf(member: Customer) {
    const [row, balances, attempts, sales, emails, terms, transitions, consents, ledger] = await Promise.all([
      db
        .selectFrom('members')
        .select(['level', 'level_until'])
        .where('id', '=', member.memberId)
        .executeTakeFirstOrThrow(),
      balancesOf(db, member.memberId),
      db
        .selectFrom('payment_attempts')
        .selectAll()
        .where('member_id', '=', member.memberId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
      db
        .selectFrom('ledger_transfers')
        .selectAll()
        .where('member_id', '=', member.memberId)
        .where('from_account', '=', 'house:sales')
        .execute(),
      db.selectFrom('emails').selectAll().where('member_id', '=', member.memberId).orderBy('id').execute(),
      db
        .selectFrom('subscriptions')
        .selectAll()
        .where('member_id', '=', member.memberId)
        .orderBy('started_at')
        .execute(),
      db
        .selectFrom('payment_transitions as t')
        .innerJoin('payment_attempts as a', 'a.id', 't.attempt_id')
        .select(['t.from_state', 't.to_state', 't.cause'])
        .where('a.member_id', '=', member.memberId)
        .orderBy('a.created_at')
        .orderBy('t.n')
        .execute(),
      db.selectFrom('consents').selectAll().where('member_id', '=', member.memberId).execute(),
      checkLedger(db),
    ])
    return {
      ...row,
      balances,
      attempts,
      sales,
      emails,
      terms,
      consents,
      differences: ledger.differences,
      steps: transitions.map((step) => step.to_state),
    }
  }

  const payments3ds = async (url: string, outcome: 'approve' | 'decline'): Promise<string> => {
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
    return new URL(response.headers.get('location') ?? '').searchParams.get('redirectResult') ?? ''
  }
  /** The sandbox's payments under an order's reference. */
  const charged = (reference: string) =>
    sandbox.sandbox.state.payments.all().filter((payment) => payment.reference === reference)

  return {
    app,
    db,
    payments,
    sandbox,
    site,
    flows,
    clock,
    mail,
    limits,
    pauses,
    pushed,
    customer,
    call,
    orderOf,
    charge,
    pay,
    payOnPage,
    /** A proof of work for a typed card. */
    solve: async (difficulty = 0) => solveChallenge(await deps.challenges.make(clock.now(), difficulty)),
    status,
    deliver,
    work,
    sweep,
    renew,
    mailOut,
    look,
    withWorker,
    deps,
    hooksOf,
    stateOf,
    charged,
    answerBank: payments3ds,
    async close() {
      await app.close()
      await sandbox.close()
      await handle.close()
      await database.drop()
    },
  }
}

/** The flows with every plan's currency replaced, a price list of each other currency, and other promotional credits. */
function pricedIn(
  {
    currency,
    currencies,
    promo,
  }: { readonly currency: string; readonly currencies: Readonly<Record<string, string>>; readonly promo: number },
  flows: Flows,
): Flows {
  const plansOf = ({ plans }: Flow, change: (plan: RatePlan) => RatePlan): Plans => ({
    free: plans.free.map(change),
    premium: plans.premium.map(change),
    compliant: plans.compliant.map(change),
    verification: plans.verification.map(change),
  })
  const priced = (flow: Flow): Flow => ({
    ...flow,
    plans: plansOf(flow, (plan) => ({ ...plan, currency, promoCredits: plan.promoCredits + promo })),
    plansIn: Object.fromEntries(
      Object.values(currencies).map((other) => [
        other,
        plansOf(flow, (plan) => ({ ...plan, currency: other, totalMinor: Math.round(plan.totalMinor * 0.9) })),
      ]),
    ),
  })
  return {
    of: (brandKey, flowId) => priced(flows.of(brandKey, flowId)),
    ofVisit: (brandKey, asked) => priced(flows.ofVisit(brandKey, asked)),
    all: (brandKey) => flows.all(brandKey).map(priced),
    comparisons: () => [],
  }
}
