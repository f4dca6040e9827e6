/** A call to the tracker, as it came. */
export interface TrackerCall {
  readonly id: string
  readonly receivedAt: string
  /** Path and query. */
  readonly url: string
  readonly signature: string | null
  readonly answered: number
}
