/** A signed notification and the path to which it is posted. */
export interface TrustPayNotification {
  readonly path: string
  readonly body: string
}
