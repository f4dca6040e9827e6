import type { Principal } from '../../../platform/caller.ts'
import { plansFor, type Flow, type RatePlan } from '../../flows/index.ts'
import { cardOnFile, type CardOnFile } from '../cards/stored-cards.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentProvider } from '../port.ts'

/** What a member may buy now and how: the one source for what is shown and for what is charged. */
export interface Offer {
  readonly flow: Flow
  readonly plans: readonly RatePlan[]
  /** The flow's ways to pay that this installation has. */
  readonly methods: readonly PaymentProvider[]
  readonly card: CardOnFile | null
}

export async function offerFor(deps: PaymentDeps, member: Principal): Promise<Offer> {
  const flow = deps.flows.of(member.brandId, member.flowId)
  const methods = flow.paymentSystems.flatMap((key) => deps.providers.get(key) ?? [])
  const card = methods[0] ? await cardOnFile(deps.db, member.memberId, methods[0].key) : null
  // The session's level may be a moment old; the price must not be.
  const { level } = await deps.db
    .selectFrom('members')
    .select('level')
    .where('id', '=', member.memberId)
    .executeTakeFirstOrThrow()
  return { flow, methods, card, plans: plansFor(flow, { level: level as 0 | 1 | 2, cardOnFile: card !== null }) }
}
