import { isOpen } from './attempt-machine.ts'
import { flag, scheduleCheck } from './apply-provider-state.ts'
import { lockAttempt, type Attempt } from './attempts.ts'
import { completionKey } from '../checkout/check-status.ts'
import type { PaymentDeps } from '../deps.ts'
import type { ProviderState } from '../port.ts'
import { actionExpiresMs, nextCheck } from './poll-schedule.ts'
import { openSealedRequest } from './sealed-request.ts'
import { recordProviderState } from './record-provider-state.ts'

/** Looks at one open attempt whose time has come: asks the provider what came of it, and never charges again. */
export async function checkAttempt(deps: PaymentDeps, attemptId: string): Promise<void> {
  const attempt = await claim(deps, attemptId)
  if (!attempt) return
  const reported = await ask(deps, attempt)
  if (reported) await recordProviderState(deps, attempt.id, reported, 'poll')
}

/** Attempts whose check was due and was not made, such as after a crash. */
export async function sweepAttempts(deps: PaymentDeps): Promise<void> {
  const due = await deps.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('check_at', '<=', deps.clock())
    .orderBy('check_at')
    .limit(100)
    .execute()
  for (const { id } of due) {
    await checkAttempt(deps, id).catch((error: unknown) =>
      deps.log.error({ err: error, attempt: id }, 'an attempt could not be checked'),
    )
  }
}

/** Takes the look, and sets the next one before anybody is asked, so that two workers do not ask at once. */
async function claim(deps: PaymentDeps, attemptId: string): Promise<Attempt | null> {
  return deps.db.transaction().execute(async (tx) => {
    const attempt = await lockAttempt(tx, attemptId)
    const now = deps.clock()
    if (!isOpen(attempt.state) || attempt.check_at === null || attempt.check_at > now) return null
    const next = nextCheck(attempt.state, attempt.checks + 1, attempt.created_at, now)
    await tx
      .updateTable('payment_attempts')
      .set({ checks: Math.min(attempt.checks + 1, 30_000), check_at: next })
      .where('id', '=', attemptId)
      .execute()
    if (next) await scheduleCheck(tx, attemptId, next)
    else await flag(deps, tx, attempt, 'unresolved')
    return attempt
  })
}

async function ask(deps: PaymentDeps, attempt: Attempt): Promise<ProviderState | null> {
  const provider = deps.providers.get(attempt.provider)
  if (!provider || attempt.sealed_request === null) return null
  const { request, redirectResult } = openSealedRequest(deps.sealKey, attempt.sealed_request)
  if (redirectResult !== null)
    return provider.complete({ redirectResult, idempotencyKey: completionKey(attempt.id, redirectResult) })
  if (attempt.state === 'requires_action') return abandoned(deps, attempt) ? expired(attempt) : null
  return provider.resolve(request)
}

const abandoned = (deps: PaymentDeps, attempt: Attempt): boolean =>
  deps.clock().getTime() - attempt.created_at.getTime() >= actionExpiresMs

/** Nobody came back from the bank's page. Without them the payment cannot be completed, so closing it loses nothing. */
const expired = (attempt: Attempt): ProviderState => ({
  state: 'expired',
  providerRef: null,
  amount: null,
  reference: attempt.id,
  code: null,
  action: null,
  token: null,
})
