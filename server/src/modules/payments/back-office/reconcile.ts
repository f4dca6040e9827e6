import { decimal } from '@incontro/contract'
import type { Database } from '#platform/database/database.ts'
import { attemptColumns, lockAttempt, toAttempt, type Attempt } from '../attempts/attempts.ts'
import { flag } from '../attempts/flags.ts'
import type { PaymentDeps } from '../deps.ts'
import { type Difference, flagOfDifference, keepDifference } from './differences.ts'
import { newIdAt } from '#platform/ids.ts'
import { addJob, payloadOfJob } from '#platform/jobs/jobs.ts'
import type { Money, PaymentProvider, ProviderState } from '../port.ts'

type Deps = Pick<PaymentDeps, 'db' | 'connections' | 'log' | 'clock'>

export interface Reconciliation {
  readonly compared: number
  readonly differences: readonly Difference[]
  /** What each provider that says so keeps of the payments compared, by connection and currency. */
  readonly fees: readonly Fees[]
  /** Payments of providers that cannot be asked about a single payment. */
  readonly notAskable: number
  /** Where to continue, if time ran out. */
  readonly rest: Position | null
}

export interface Fees {
  readonly connection: string
  readonly currency: string
  readonly minor: number
  readonly payments: number
}

/** Payments compared concurrently, within the provider's limit per merchant. */
const concurrency = 4
const pageSize = 200
const longestOpenMs = 30 * 86_400_000

/** How far a comparison has come: all of this kind up to that id; refunds come after the grants. */
export interface Position {
  readonly of: 'granted' | 'refunded'
  readonly after: string
}

interface Pace {
  /** Continues after this position. */
  readonly from?: Position | undefined
  /** No page is begun when `performance.now()` is past this. */
  readonly until?: number
  /** Called with the differences of each page, before the next one is compared. */
  readonly onPage?: (differences: readonly Difference[]) => Promise<void>
}

/**
 * Compares granted payments, and earlier ones that were refunded in this time, with the provider's data: state, amount,
 * currency, reference, refunds. Open payments are left to the poller, open refunds to theirs.
 */
export async function reconcile(
  deps: Deps,
  range: Range,
  { from, until = Infinity, onPage }: Pace = {},
): Promise<Reconciliation> {
  const differences: Difference[] = []
  const fees = new Map<string, Fees>()
  let [compared, notAskable] = [0, 0]
  async function comparePage(page: readonly Attempt[]): Promise<void> {
    const before = differences.length
    for (let at = 0; at < page.length; at += concurrency) {
      const found = await Promise.all(
        page.slice(at, at + concurrency).map(async (attempt) => ({ attempt, compared: await compare(deps, attempt) })),
      )
      for (const { attempt, compared: one } of found) {
        if (one === 'not askable') notAskable += 1
        else compared += 1
        if (one === 'not askable') continue
        if (one.difference) differences.push(one.difference)
        if (one.fee) addFee(fees, attempt, one.fee)
      }
    }
    await onPage?.(differences.slice(before))
  }
  const done = (rest: Position | null): Reconciliation => ({
    compared,
    differences,
    notAskable,
    fees: [...fees.values()],
    rest,
  })
  const kinds = [
    ['granted', grantedBetween],
    ['refunded', refundedBetween],
  ] as const
  for (const [of, pagesBetween] of kinds) {
    if (of === 'granted' && from?.of === 'refunded') continue
    for await (const { attempts, last } of pagesBetween(deps.db, range, from?.of === of ? from.after : undefined)) {
      await comparePage(attempts)
      if (performance.now() > until) return done({ of, after: last })
    }
  }
  return done(null)
}

function addFee(fees: Map<string, Fees>, { connection }: Attempt, { minor, currency }: Money): void {
  const key = `${connection} ${currency}`
  const before = fees.get(key) ?? { connection, currency, minor: 0, payments: 0 }
  fees.set(key, { ...before, minor: before.minor + minor, payments: before.payments + 1 })
}

interface Range {
  readonly since: Date
  readonly until: Date
  readonly brandId?: string | undefined
}

/** All pages of a query in the order of its ids. @param pageAfter the rows behind an id, at most a page of them */
async function* pagesOf<Row>(
  [after, last]: readonly [after: string, last: string],
  pageAfter: (after: string, last: string) => Promise<readonly Row[]>,
  idOf: (row: Row) => string,
): AsyncGenerator<readonly Row[]> {
  for (let from = after; ;) {
    const rows = await pageAfter(from, last)
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows
    from = idOf(end)
  }
}

interface AttemptPage {
  readonly attempts: readonly Attempt[]
  /** The id by which the page ends. */
  readonly last: string
}

/** Payments granted before `since`, of which money went back between. */
async function* refundedBetween(
  db: Database,
  { since, until, brandId }: Range,
  from = newIdAt(since),
): AsyncGenerator<AttemptPage> {
  const pages = pagesOf(
    [from, newIdAt(until)],
    (after, last) => {
      const query = db
        .selectFrom('refunds as r')
        .innerJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
        .selectAll('a')
        .select('r.id as refund_id')
        .where('r.id', '>', after)
        .where('r.id', '<=', last)
        .where('a.granted_at', '<', since)
        .orderBy('r.id')
        .limit(pageSize)
      return (brandId === undefined ? query : query.where('a.brand_id', '=', brandId)).execute()
    },
    ({ refund_id: id }) => id,
  )
  // A payment that was refunded in parts is compared once.
  for await (const rows of pages)
    yield {
      attempts: [...new Map(rows.map(({ refund_id: _refund, ...row }) => [row.id, toAttempt(row)])).values()],
      last: rows.at(-1)!.refund_id,
    }
}

async function* grantedBetween(
  db: Database,
  { since, until, brandId }: Range,
  // Ids are ordered by time, and a payment is granted within the weeks in which it may be open.
  from = newIdAt(new Date(since.getTime() - longestOpenMs)),
): AsyncGenerator<AttemptPage> {
  const pages = pagesOf(
    [from, newIdAt(until)],
    (after, last) => {
      const query = db
        .selectFrom('payment_attempts')
        .select(attemptColumns)
        .where('granted_at', '>=', since)
        .where('granted_at', '<', until)
        .where('id', '>', after)
        .where('id', '<=', last)
        .orderBy('id')
        .limit(pageSize)
      return (brandId === undefined ? query : query.where('brand_id', '=', brandId)).execute()
    },
    ({ id }) => id,
  )
  for await (const rows of pages) yield { attempts: rows.map(toAttempt), last: rows.at(-1)!.id }
}

async function compare(
  deps: Deps,
  attempt: Attempt,
): Promise<{ readonly difference: Difference | null; readonly fee: Money | undefined } | 'not askable'> {
  const provider: PaymentProvider | undefined = deps.connections.byId(attempt.connection)?.provider
  if (!provider?.lookUp || attempt.provider_ref === null) return 'not askable'
  const theirs = await provider.lookUp({ providerRef: attempt.provider_ref, reference: attempt.id })
  const difference = differenceOf(attempt, theirs) ?? (await refundDifferenceOf(deps, attempt, theirs))
  return { difference, fee: theirs.fee }
}

/** What went back by the provider's books and by ours; not compared while one of our refunds is under way. */
async function refundDifferenceOf({ db }: Deps, attempt: Attempt, reported: ProviderState): Promise<Difference | null> {
  const { refunded } = reported
  if (!refunded || refunded.minor === attempt.refunded_minor) return null
  const underWay = await db
    .selectFrom('refunds')
    .select('id')
    .where('attempt_id', '=', attempt.id)
    .where('state', 'in', ['submitting', 'accepted'])
    .limit(1)
    .executeTakeFirst()
  if (underWay) return null
  const words = (minor: number, currency: string) => `${decimal(minor, currency)} ${currency} refunded`
  return {
    attempt,
    what: 'refund',
    reported,
    theirs: words(refunded.minor, refunded.currency),
    ours: words(attempt.refunded_minor, attempt.currency),
  }
}

function differenceOf(attempt: Attempt, theirs: ProviderState): Difference | null {
  const ours = `${attempt.state} ${decimal(attempt.amount_minor, attempt.currency)} ${attempt.currency}`
  const { amount } = theirs
  const said = `${theirs.state}${amount ? ` ${decimal(amount.minor, amount.currency)} ${amount.currency}` : ''}`
  const of = (what: Difference['what'], words = said): Difference => ({
    attempt,
    what,
    theirs: words,
    ours,
    reported: theirs,
  })
  if (theirs.state === 'unknown') return of('unanswered', 'no answer')
  if (theirs.reference !== null && theirs.reference !== attempt.id) return of('reference', `order ${theirs.reference}`)
  // A refunded or disputed payment was captured before.
  if (theirs.state !== 'captured' && theirs.state !== 'authorised') return of('state')
  const isSame = amount?.minor === attempt.amount_minor && amount.currency === attempt.currency
  return amount && !isSame ? of('amount') : null
}

/** A comparison that a run had no time to end; its payload is empty in the nightly run. */
export interface Reconciling {
  readonly since?: string
  readonly until?: string
  readonly from?: Position
  /** A provider did not answer about one of those before `from`. */
  readonly isUnanswered?: boolean
}

/** The job that the next night begins with what it has; it runs by itself only after weeks without one. */
const nextKey = 'payment-reconcile next'
/** A day, and an hour more: payments are dated when their transaction begins, and some commit later. */
const shortestMs = 25 * 3_600_000
const overlapMs = 3_600_000
const longestMs = 30 * 86_400_000
/** For so long the payments about which a provider gave no answer are asked about again, with those made since. */
const againMs = 3 * 86_400_000

/**
 * Runs nightly: compares the payments since the last comparison that ended, at most of 30 days, and flags differences,
 * except those for lack of an answer, which the next nights ask about again. When time runs out, a job outside of the
 * nightly queue continues, so that a slow provider delays no other nightly job.
 */
export async function reconcileNightly(
  deps: PaymentDeps,
  { from, isUnanswered = false, ...asked }: Reconciling = {},
  end = Infinity,
): Promise<void> {
  const now = deps.clock()
  const until = new Date(asked.until ?? now)
  const since = new Date(asked.since ?? (await nextSince(deps.db, now)))
  const { compared, differences, notAskable, fees, rest } = await reconcile(
    deps,
    { since, until },
    { from, until: end, onPage: (found) => flagDifferences(deps, found) },
  )
  deps.log.info(
    { compared, notAskable, differences: differences.length, fees, ...(rest && { continued: true }) },
    'payments were reconciled',
  )
  const again = isUnanswered || differences.some(({ what }) => what === 'unanswered')
  if (rest)
    return addJob(
      deps.db,
      'payment-reconcile',
      { since: since.toISOString(), until: until.toISOString(), from: rest, isUnanswered: again },
      { key: `payment-reconcile ${until.toISOString()}` },
    )
  const next = new Date(again ? Math.max(since.getTime(), until.getTime() - againMs) : until.getTime() - overlapMs)
  await addJob(
    deps.db,
    'payment-reconcile',
    { since: next.toISOString() },
    { key: nextKey, runAt: new Date(now.getTime() + longestMs) },
  )
}

async function nextSince(db: Database, now: Date): Promise<Date> {
  const next = await payloadOfJob(db, 'payment-reconcile', nextKey)
  const [longest, shortest] = [now.getTime() - longestMs, now.getTime() - shortestMs]
  return new Date(Math.max(longest, Math.min(shortest, next?.since === undefined ? shortest : Date.parse(next.since))))
}

async function flagDifferences(deps: PaymentDeps, differences: readonly Difference[]): Promise<void> {
  for (const { attempt, what, theirs, ours, reported } of differences) {
    deps.log.warn({ attempt: attempt.id, what, theirs, ours }, 'a payment differs from what its provider holds')
    if (what === 'unanswered') continue
    await deps.db.transaction().execute(async (tx) => {
      const locked = await lockAttempt(tx, attempt.id)
      if (await keepDifference(tx, { attempt, what, reported }, deps.clock()))
        await flag(deps, tx, locked, flagOfDifference(what))
    })
  }
}
