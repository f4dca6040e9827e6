/** One event in the form that is signed and posted. */
export interface PayPalEvent {
  readonly body: string
}
