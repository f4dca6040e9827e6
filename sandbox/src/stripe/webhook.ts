/** One event in the form that is signed and posted. */
export interface StripeEvent {
  readonly body: string
}
