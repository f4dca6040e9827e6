import { sql, type Selectable } from 'kysely'
import type { Executor, Tx } from '#platform/database/database.ts'
import type { Dispute } from '#platform/database/database-types.ts'
import { balancesOf, move } from '#modules/credits/index.ts'
import { lengthenTerm, stopRenewals } from '#modules/subscriptions/index.ts'
import { attemptOf, type Attempt } from '../attempts/attempts.ts'
import { emailAboutOrder } from '../attempts/order-email.ts'
import { raiseLevel } from '../attempts/change-level.ts'
import { isErased } from '../cards/detach-cards.ts'
import type { PaymentDeps } from '../deps.ts'
import type { ProviderEvent } from '../port.ts'
import { memberTimeZone } from '../member-country.ts'
import { issueCreditNote } from '../invoices/issue.ts'
import { leftToRefund } from '../withdrawals/left-to-refund.ts'
import { heldUpTo } from '../withdrawals/lots.ts'
import { unusedOf } from '../withdrawals/refundable.ts'
import { restoredTime, resumeOrder, totalMs } from '../withdrawals/restored.ts'
import { revokedCredit, withoutRevoked } from '../withdrawals/revoked-credit.ts'
import { fallToLevel, removeUnusedTime } from '../withdrawals/withdraw.ts'

/**
 * Opens a dispute: revokes the unused part of the purchase until it is decided, adjusts level and term, and stops
 * renewals. Once per payment; the caller holds the attempt's lock and has already changed its state.
 */
export async function openDispute(deps: PaymentDeps, tx: Tx, attempt: Attempt): Promise<void> {
  if (await holdBack(deps, tx, attempt)) await email(deps, tx, attempt, 'open')
}

/** @returns whether something was granted whose unused part is now held back */
async function holdBack(deps: PaymentDeps, tx: Tx, attempt: Attempt): Promise<boolean> {
  if (await disputeOf(tx, attempt.id)) return false
  const now = deps.clock()
  // Nothing was granted, or its member was erased: nothing to hold back, but it has to be answered.
  if (attempt.granted_at === null || (await isErased(tx, attempt.member_id))) {
    await insertDispute(tx, attempt, { credits: 0, unusedMs: 0, usedMinor: 0 }, now)
    return false
  }
  await lockMember(tx, attempt.member_id)
  const { messages } = await balancesOf(tx, attempt.member_id)
  const isOver = attempt.withdrawn_at !== null
  const held = isOver ? 0 : await heldUpTo(tx, attempt, messages)
  const { share, unusedMs, from } = isOver
    ? { share: 0, unusedMs: 0, from: attempt }
    : await unusedBy(tx, attempt, held, now)
  const credits = Math.min(attempt.plan.credits, held)
  const usedMinor = Math.max(0, (await leftToRefund(tx, attempt)) - Math.ceil(attempt.amount_minor * share))
  await insertDispute(tx, attempt, { credits, unusedMs, usedMinor }, now)
  await moveCredits(deps, tx, attempt, -credits, `dispute:${attempt.id}`)
  if (isOver) return true
  const term = unusedMs === 0 ? undefined : await removeUnusedTime(deps, tx, { attempt: from, unusedMs, now })
  // Also when all of it was used: who contests a payment is not charged again.
  if (from.subscription_id !== null) await stopRenewals(tx, from.subscription_id, now)
  await fallToLevel(deps, tx, keyed(attempt), term)
  return true
}

async function insertDispute(
  tx: Tx,
  attempt: Attempt,
  held: { readonly credits: number; readonly unusedMs: number; readonly usedMinor: number },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('disputes')
    .values({
      attempt_id: attempt.id,
      brand_id: attempt.brand_id,
      member_id: attempt.member_id,
      state: 'open',
      credits: held.credits,
      unused_ms: String(held.unusedMs),
      used_minor: held.usedMinor,
      currency: attempt.currency,
      opened_at: now,
      updated_at: now,
    })
    .execute()
}

/** What the provider says of a dispute; what it said before that changes nothing. */
export async function noteDispute(
  tx: Tx,
  attemptId: string,
  { dispute, state, occurredAt }: ProviderEvent,
): Promise<void> {
  if (!dispute) return
  const at = new Date(occurredAt)
  await tx
    .updateTable('disputes')
    .set({
      provider_ref: dispute.ref,
      reason: dispute.reason,
      due_at: dispute.dueAt === null ? null : new Date(dispute.dueAt),
      awaits_us: dispute.awaitsUs,
      contested_minor: state.amount?.minor ?? null,
      contested_currency: state.amount?.currency ?? null,
      reported_at: at,
    })
    .where('attempt_id', '=', attemptId)
    .where((eb) => eb.or([eb('reported_at', 'is', null), eb('reported_at', '<=', at)]))
    .execute()
}

/** The unused part of a contested payment, and the order in whose time it is. */
interface UnusedPart {
  readonly share: number
  readonly unusedMs: number
  readonly from: Attempt
}

/**
 * If a larger plan replaced it, what was credited is a part of that one's time. What an order credits is not its own,
 * and is left to the member (docs/decisions/038-change-of-plan.md).
 */
async function unusedBy(tx: Tx, attempt: Attempt, held: number, now: Date): Promise<UnusedPart> {
  if (attempt.replaced_by !== null) return unusedInLater(tx, attempt, now)
  const { share, unusedMs } = await unusedNow(tx, attempt, held, now)
  const restoredMs = totalMs(await restoredTime(tx, attempt, share))
  return { share, unusedMs: Math.max(0, unusedMs - restoredMs), from: attempt }
}

async function unusedNow(tx: Tx, attempt: Attempt, held: number, now: Date) {
  const timeZone = await memberTimeZone(tx, attempt.member_id)
  return withoutRevoked(unusedOf(attempt, held, now, { timeZone }), attempt, await revokedCredit(tx, attempt))
}

async function unusedInLater(tx: Tx, attempt: Attempt, now: Date): Promise<UnusedPart> {
  let [from, part, value] = [attempt, 1, attempt.amount_minor]
  for (;;) {
    const next = from.replaced_by === null ? undefined : await attemptOf(tx, from.replaced_by)
    if (!next) break
    value = next.amount_minor + next.credit_minor
    part *= value === 0 ? 0 : (from.credited_minor ?? 0) / value
    from = next
  }
  const timeZone = await memberTimeZone(tx, attempt.member_id)
  const { share, unusedMs } = unusedOf(from, 0, now, { timeZone })
  const left = await unusedNow(tx, from, 0, now)
  const unusedMinor = part * value * share
  return {
    share: attempt.amount_minor === 0 ? 0 : Math.min(1, unusedMinor / attempt.amount_minor),
    unusedMs: Math.floor(Math.min(unusedMs * part, left.unusedMs)),
    from,
  }
}

/** The order in whose time a payment's is: itself, or the last of those that it was credited to. */
async function lastReplacing(tx: Tx, attempt: Attempt): Promise<Attempt> {
  const next = attempt.replaced_by === null ? undefined : await attemptOf(tx, attempt.replaced_by)
  return next ? lastReplacing(tx, next) : attempt
}

/** Decided for us: restores what was held back. A cancelled plan does not renew again. */
export async function winDispute(deps: PaymentDeps, tx: Tx, attempt: Attempt): Promise<void> {
  const dispute = await disputeOf(tx, attempt.id)
  if (dispute?.state !== 'open') return
  await close(deps, tx, attempt, 'won')
  if (attempt.granted_at === null || (await isErased(tx, attempt.member_id))) return
  const now = deps.clock()
  const from = await lockMember(tx, attempt.member_id)
  const unusedMs = Number(dispute.unused_ms)
  const term =
    unusedMs === 0
      ? null
      : await lengthenTerm(tx, attempt.member_id, {
          subscriptionId: attempt.subscription_id,
          unusedMs,
          noticeDays: deps.brandOf(attempt.brand_id)?.renewal.noticeDays ?? 90,
          timeZone: await memberTimeZone(tx, attempt.member_id),
          now,
        })
  if (term) {
    const order = await lastReplacing(tx, attempt)
    const { ms: revokedMs } = await revokedCredit(tx, order)
    await resumeOrder(tx, order, { ms: unusedMs, revokedMs, end: term.period_end, now })
  }
  // A used-up term restores no level.
  const to = attempt.plan.level === 2 && !term ? 1 : attempt.plan.level
  const until = to === 2 ? (term?.period_end ?? null) : null
  if (from < 2 || to === 2) await raiseLevel(deps, tx, keyed(attempt), { from, to, until })
  await moveCredits(deps, tx, attempt, dispute.credits, `dispute-won:${attempt.id}`)
  await email(deps, tx, attempt, 'won')
}

/**
 * Decided for the payer: what was held back stays revoked, and what was used becomes a claim, since balances never go
 * below zero.
 */
export async function loseDispute(deps: PaymentDeps, tx: Tx, attempt: Attempt): Promise<void> {
  await holdBack(deps, tx, attempt)
  await close(deps, tx, attempt, 'lost')
  if (await isAccepted(tx, attempt.id)) await writeOff(deps, tx, attempt)
  if (attempt.granted_at !== null && !(await isErased(tx, attempt.member_id))) await email(deps, tx, attempt, 'lost')
  await issueCreditNote(deps, tx, attempt, { refundId: null, amountMinor: null })
}

const email = (deps: PaymentDeps, tx: Tx, attempt: Attempt, outcome: 'open' | 'won' | 'lost'): Promise<void> =>
  emailAboutOrder(deps, tx, attempt, { kind: 'payment-disputed', facts: { outcome }, path: '/contactUs' })

/** Refunded while it was contested: nothing is claimed or restored. */
export const closeRefunded = (deps: PaymentDeps, tx: Tx, attempt: Attempt): Promise<void> =>
  close(deps, tx, attempt, 'refunded')

/** The refund that closed it failed: the bank still decides. @returns whether there is one */
export async function reopenRefunded({ clock }: Pick<PaymentDeps, 'clock'>, tx: Tx, { id }: Attempt): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('disputes')
    .set({ state: 'open', updated_at: clock() })
    .where('attempt_id', '=', id)
    .where('state', '=', 'refunded')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function close(
  deps: Pick<PaymentDeps, 'clock'>,
  tx: Tx,
  { id }: Attempt,
  state: 'won' | 'lost' | 'refunded',
): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({ state, updated_at: deps.clock() })
    .where('attempt_id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

/** An accepted loss leaves no claim. */
async function writeOff({ clock }: Pick<PaymentDeps, 'clock'>, tx: Tx, { id }: Attempt): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({ settled_at: clock() })
    .where('attempt_id', '=', id)
    .where('state', '=', 'lost')
    .where('settled_at', 'is', null)
    .execute()
}

/** Whether a payment's money goes back by its dispute, and therefore not by a refund. */
export const goesBackByDispute = async (tx: Executor, { id, state }: Pick<Attempt, 'id' | 'state'>): Promise<boolean> =>
  state === 'lost' || isAccepted(tx, id)

async function isAccepted(tx: Executor, attemptId: string): Promise<boolean> {
  const answer = await tx
    .selectFrom('dispute_answers')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'acceptance')
    .where('state', '<>', sql.lit('refused'))
    .executeTakeFirst()
  return answer !== undefined
}

const disputeOf = (tx: Executor, attemptId: string): Promise<Selectable<Dispute> | undefined> =>
  tx.selectFrom('disputes').selectAll().where('attempt_id', '=', attemptId).executeTakeFirst()

/** Credits changed with the level get keys of their own, as the purchase may have moved some under its key. */
const keyed = (attempt: Attempt): Attempt => ({ ...attempt, id: `${attempt.id}:dispute` })

async function lockMember(tx: Tx, memberId: string): Promise<number> {
  const { level } = await tx
    .selectFrom('members')
    .select('level')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx.selectFrom('wallets').select('member_id').where('member_id', '=', memberId).forUpdate().executeTakeFirst()
  return level
}

async function moveCredits(
  deps: PaymentDeps,
  tx: Tx,
  { member_id: memberId, brand_id: brandId }: Attempt,
  amount: number,
  key: string,
): Promise<void> {
  const at = deps.clock()
  const { outcome } = await move(tx, { memberId, brandId, account: 'messages', house: 'refunds', amount, key, at })
  if (outcome === 'insufficient') throw new Error('the credits of a dispute were not there')
}
