/** What was done with a message: `done` is deleted, `unknown` stays for the operator to read. */
export type Handled = 'done' | 'unknown'

/** The mailbox to which reports about mails are sent. */
export interface ReportMailbox {
  /**
   * Hands over the messages that were not read before, the oldest first, as their bytes. A message counts as read only
   * after `handle` has returned: it may be handed over twice, and is never lost. One that is too long to be a report is
   * left for the operator.
   * @param until begins no further message when `performance.now()` is past it
   * @throws for a mailbox that does not answer, and what `handle` throws
   */
  read(handle: (raw: Buffer) => Promise<Handled>, until: number): Promise<void>
  /** Signs in and opens the mailbox. @throws saying what is wrong */
  check(): Promise<void>
}
