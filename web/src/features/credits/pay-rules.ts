import { queryOptions } from '@tanstack/react-query'
import type { RatePlan } from '@incontro/contract/domain'
import { api, apiOver, type ReplyOf, type Sender } from '#app/api/api.ts'

/** The plans and packs a member may buy, the card on file and the running subscription. */
export type PayRules = ReplyOf<'POST /pay/pay_rules/get_pay_rules'>

const fetchPayRules = (clickid: string, send: typeof api, signal?: AbortSignal): Promise<PayRules> =>
  send('POST /pay/pay_rules/get_pay_rules', { body: { clickid }, ...(signal && { signal }) })

/** Milliseconds that a document waits. A provider that does not answer is only known to be down after seconds. */
const renderingMs = 500

/** For a document, which the browser completes if this fails or takes longer. */
export const renderedPayRules = (clickid: string, send: Sender): Promise<PayRules | null> =>
  Promise.race([
    fetchPayRules(clickid, apiOver(send)).catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, renderingMs, null)),
  ])

/** The key contains the level and the credits, because a purchase changes the prices. */
export const payRulesQuery = (session: {
  readonly clickid: string
  readonly premiumLevel: number
  readonly country: string
}) =>
  queryOptions({
    queryKey: ['payRules', session.clickid, session.premiumLevel],
    staleTime: 60_000,
    queryFn: ({ signal }) => fetchPayRules(session.clickid, api, signal),
  })

/** A plan or pack on offer, and how it changes the running plan. */
export type OfferedPlan = PayRules['ratePlan'][number]

/** A plan has a term; a pack of credits has none. */
export const isPlan = <P extends RatePlan>(plan: P): plan is P & { period: NonNullable<RatePlan['period']> } =>
  plan.period !== null

/** What an order costs today: the price, less what of the running plan is credited. */
export const dueToday = ({ change, totalPrice }: OfferedPlan): string =>
  change?.when === 'now' ? change.due : totalPrice

/** The plans and packs that can be chosen, in the order of the flow. */
export const visiblePlans = (rules: PayRules): readonly OfferedPlan[] => rules.ratePlan.filter((plan) => plan.visible)

/** The plan with the lowest total price; undefined if there are none. */
export const cheapest = (plans: readonly RatePlan[]) =>
  plans.reduce<RatePlan | undefined>(
    (best, plan) => (best && Number(best.totalPrice) <= Number(plan.totalPrice) ? best : plan),
    undefined,
  )
