import type { Flows } from '#modules/flows/index.ts'

/**
 * Messages that credits of an order come to, which is what members see (rule 12.15); a partial one counts as one.
 * @param order the flow of its purchase sets the price of a message
 */
export const messagesOf = (
  { flows }: { readonly flows: Pick<Flows, 'of'> },
  order: { readonly brand_id: string; readonly flow_id: string },
  credits: number,
): number => Math.ceil(credits / flows.of(order.brand_id, order.flow_id).messageCost)
