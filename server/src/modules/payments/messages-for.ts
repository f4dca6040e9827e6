import type { Flows } from '#modules/flows/index.ts'

interface WithFlows {
  readonly flows: Pick<Flows, 'of'>
}
/** The flow of its purchase sets the price of a message. */
interface OrderInFlow {
  readonly brand_id: string
  readonly flow_id: string
}

/** Credits that a message costs with the plan of an order. */
export const messageCostOf = ({ flows }: WithFlows, { brand_id: brandId, flow_id: flowId }: OrderInFlow): number =>
  flows.of(brandId, flowId).messageCost

/** Messages that credits of an order come to, which is what members see (rule 12.15); a partial one counts as one. */
export const messagesFor = (deps: WithFlows, order: OrderInFlow, credits: number): number =>
  Math.ceil(credits / messageCostOf(deps, order))
