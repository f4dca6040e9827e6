import type { Charge } from '@incontro/contract/domain'
import { creditTotal } from '#modules/members/index.ts'
import { levelAndCredits } from '../notify-member.ts'
import { hasStoredCard } from '../cards/stored-cards.ts'
import type { Attempt } from '../attempts/attempts.ts'
import { outcomeOf } from '../attempts/outcome.ts'
import { keepUntil, paidAfterClosing } from '../attempts/paid-twice.ts'
import type { PaymentDeps } from '../deps.ts'

/** The reply about an attempt as it stands (section 4, "Payment (card)"). */
export async function chargeReplyOf(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'connections' | 'wallets'>,
  attempt: Attempt,
): Promise<Charge> {
  const { level, balances } = await levelAndCredits(deps, attempt.member_id)
  const kept = await hasStoredCard(deps.db, attempt.member_id)
  const action = attempt.state === 'requires_action' ? attempt.action : null
  const outcome = outcomeOf(attempt)
  return {
    ...outcome,
    ...(outcome.message === 'paid_twice' && { message: await paidForNothing(deps, attempt) }),
    reference: attempt.id,
    kind: attempt.plan.level === 0 ? 'age_check' : 'order',
    threeDS: action !== null,
    redirect: action && { url: action.url, method: action.method, data: { ...action.data } },
    paymentSystem: attempt.provider,
    paidBy: paidBy(deps, attempt),
    data: { customerId: kept ? attempt.member_id : null },
    returnTo: attempt.return_to,
    premiumLevel: level,
    totalCredits: creditTotal(level, balances.messages),
  }
}

/** Of money that belongs to no purchase: whether the account was closed, and whether the member may still keep it. */
async function paidForNothing({ db, clock }: Pick<PaymentDeps, 'db' | 'clock'>, attempt: Attempt) {
  const why = (await paidAfterClosing(db, [attempt.id])).size > 0 ? 'paid_after_closing' : 'paid_twice'
  return keepUntil(attempt, clock()) ? why : (`${why}_refunded` as const)
}

/** How an attempt is paid. A provider that is no longer connected is spoken of as a page, which fits anything. */
function paidBy(
  { connections, wallets }: Pick<PaymentDeps, 'connections' | 'wallets'>,
  { provider: system, connection }: Attempt,
): Charge['paidBy'] {
  const wallet = wallets.find(({ name }) => name === system)
  if (wallet) return { kind: 'wallet', label: wallet.label }
  const provider = connections.byId(connection)?.provider
  if (provider?.capabilities.methods.includes('card')) return { kind: 'card', label: '' }
  const page = provider?.capabilities.page
  if (provider && page === 'account') return { kind: 'account', label: provider.label }
  return { kind: page?.length === 1 && page[0] === 'transfer' ? 'transfer' : 'page', label: '' }
}
