/** A webhook of Mollie: only the URL and the payment's id. */
export interface MollieHint {
  readonly path: string
  readonly paymentId: string
}
