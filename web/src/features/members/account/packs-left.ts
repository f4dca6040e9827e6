interface Pack {
  readonly credits: number
  readonly total: string
  readonly refunded: string
  readonly currency: string
  readonly state: string
  readonly withdrawn: boolean
}

const cents = (amount: string): number => Math.round(Number(amount) * 100)

/**
 * What was paid for the packs that the remaining credits are from: the newest that cover them, as the oldest are used
 * up first. Undefined if none was bought.
 * @param orders newest first
 */
export function paidForLeft(
  orders: readonly Pack[],
  creditsLeft: number,
): { readonly total: string; readonly currency: string } | undefined {
  let open = creditsLeft
  let paid = 0
  let currency: string | undefined
  for (const order of orders) {
    if (open <= 0) break
    const isPaid = order.state === 'paid' || order.state === 'partially_refunded'
    // A member who moved may have paid in two currencies, which have no sum.
    if (order.credits === 0 || !isPaid || order.withdrawn || (currency ?? order.currency) !== order.currency) continue
    currency = order.currency
    paid += cents(order.total) - cents(order.refunded)
    open -= order.credits
  }
  return currency === undefined ? undefined : { total: (paid / 100).toFixed(2), currency }
}
