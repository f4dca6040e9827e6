import { sweepDue } from '#platform/jobs/sweep.ts'
import { sweep, type WhenLocked } from '../sweep.ts'
import { isOpen } from './attempt-machine.ts'
import { scheduleCheck } from './apply-provider-state.ts'
import { lockAttempt, lockIfFree, type Attempt } from './attempts.ts'
import { completeAttempt } from './complete.ts'
import type { PaymentDeps } from '../deps.ts'
import { flag, unresolved } from './flags.ts'
import type { ProviderState } from '../port.ts'
import { askedOf } from './asked-of.ts'
import { actionExpiresMs, nextCheck } from './poll-schedule.ts'
import { openSealedRequest } from './sealed-request.ts'
import { whileAsking } from './hold.ts'
import { recordProviderState } from './record-provider-state.ts'
import { smallestId } from '#platform/ids.ts'

/** Checks an open attempt that is due: asks the provider for the outcome, and never charges again. */
export async function checkAttempt(deps: PaymentDeps, attemptId: string, locked: WhenLocked = 'wait'): Promise<void> {
  const attempt = await claim(deps, attemptId, locked)
  if (!attempt) return
  await whileAsking(deps, attempt.id, async () => {
    const reported = await ask(deps, attempt)
    if (reported) await recordProviderState(deps, attempt.id, reported, 'poll')
  })
}

/** Checks attempts whose scheduled check did not run, for example after a crash. */
export const sweepAttempts = (deps: PaymentDeps): Promise<void> =>
  sweepDue({
    ...sweep(),
    start: { id: smallestId, check_at: new Date(0) },
    rowsAfter: (last: Due, size): Promise<Due[]> => dueAfter(deps, last, size),
    work: ({ id }) => checkAttempt(deps, id, 'leave'),
    onError: (error, { id }) => deps.log.error({ err: error, attempt: id }, 'an attempt could not be checked'),
  })

interface Due {
  readonly id: string
  readonly check_at: Date | null
}

const dueAfter = ({ db, clock }: PaymentDeps, last: Due, size: number): Promise<Due[]> =>
  db
    .selectFrom('payment_attempts')
    .select(['id', 'check_at'])
    .where('check_at', '<=', clock())
    .where(({ eb, refTuple, tuple }) => eb(refTuple('check_at', 'id'), '>', tuple(last.check_at, last.id)))
    .orderBy('check_at')
    .orderBy('id')
    .limit(size)
    .execute()

/**
 * Claims a check and schedules the next one before the provider is asked, so that two workers do not ask concurrently.
 * After the time limit the attempt is flagged and no longer polled, and its sealed request is deleted.
 */
async function claim(deps: PaymentDeps, attemptId: string, locked: WhenLocked): Promise<Attempt | null> {
  return deps.db.transaction().execute(async (tx) => {
    if (locked === 'leave' && !(await lockIfFree(tx, attemptId))) return null
    const attempt = await lockAttempt(tx, attemptId)
    const now = deps.clock()
    if (!isOpen(attempt.state) || attempt.check_at === null || attempt.check_at > now) return null
    const asked = askedOf(deps, attempt)
    const next = nextCheck(attempt.state, attempt.checks + 1, attempt.created_at, now, asked)
    await tx
      .updateTable('payment_attempts')
      .set({ checks: Math.min(attempt.checks + 1, 30_000), check_at: next })
      .where('id', '=', attemptId)
      .execute()
    if (next) {
      await scheduleCheck(tx, attemptId, next)
      return attempt
    }
    // The member did not return from the provider's page: closing is safe at any age, unless payment is possible
    // without returning.
    if (attempt.state === 'requires_action' && !asked.lookedUp) return attempt
    await flag(deps, tx, attempt, unresolved)
    await tx.updateTable('payment_attempts').set({ sealed_request: null }).where('id', '=', attemptId).execute()
    return now < asked.until ? attempt : null
  })
}

async function ask(deps: PaymentDeps, attempt: Attempt): Promise<ProviderState | null> {
  const provider = deps.connections.byId(attempt.connection)?.provider
  if (provider?.lookUp && attempt.provider_ref !== null) {
    const payment = { providerRef: attempt.provider_ref, reference: attempt.id }
    const isLeft = attempt.state === 'requires_action' && isAbandoned(deps, attempt)
    const reported = await (isLeft && provider.cancel ? provider.cancel(payment) : provider.lookUp(payment))
    return reported.state === 'unknown' ? null : reported
  }
  if (!provider || attempt.sealed_request === null) return null
  const { request, returnParams } = openSealedRequest(deps.sealKeys, attempt.sealed_request)
  if (returnParams !== null) return completeAttempt(provider, attempt, returnParams)
  if (attempt.state === 'requires_action') return isAbandoned(deps, attempt) ? expired(attempt) : null
  return provider.resolve(request)
}

const isAbandoned = (deps: PaymentDeps, attempt: Attempt): boolean =>
  deps.clock().getTime() - attempt.created_at.getTime() >= actionExpiresMs

/** The member did not return from the bank's page. The payment cannot complete without them, so it is closed. */
const expired = (attempt: Attempt): ProviderState => ({
  state: 'expired',
  providerRef: null,
  amount: null,
  reference: attempt.id,
  code: null,
  action: null,
  token: null,
})
