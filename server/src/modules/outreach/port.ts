/**
 * What was done with a message: `done` is deleted; `kept` has more in it than was taken over, and `unknown` is nothing of
 * ours: both stay for the operator to read.
 */
export type Handled = 'done' | 'kept' | 'unknown'

/** The mailbox to which reports about mails are sent. */
export interface ReportMailbox {
  /**
   * Hands over the messages that were not read before, the oldest first, as their bytes. A message counts as read only
   * after `handle` has returned: it may be handed over twice, and is never lost. Of one that is very long, only the
   * beginning is.
   * @param until begins no further message when `performance.now()` is past it
   * @throws for a mailbox that does not answer, and what `handle` throws
   */
  read(handle: (raw: Buffer, isWhole: boolean) => Promise<Handled>, until: number): Promise<void>
  /** Signs in and opens the mailbox. @throws saying what is wrong */
  check(): Promise<void>
}

/** A message of the bot: plain text, with one button that opens a page. */
export interface BotMessage {
  readonly text: string
  readonly button?: { readonly text: string; readonly url: string } | undefined
}

/**
 * What became of a message. `later`: it did not arrive, and may be sent again after so many milliseconds. `unknown`: it
 * may have arrived, or not. `blocked` and `gone`: this person is not to be written to any more.
 */
export type BotOutcome =
  | { readonly kind: 'sent' | 'blocked' | 'gone' | 'unknown' }
  | { readonly kind: 'later'; readonly afterMs: number }
  | { readonly kind: 'refused'; readonly why: string }

/** A brand's bot at Telegram. Errors name neither its token nor what was sent. */
export interface TelegramBot {
  /** Where a person opens the bot; with `start`, the bot receives that as soon as they press Start. @throws for no answer */
  link(start: string): Promise<string>
  send(chatId: string, message: BotMessage): Promise<BotOutcome>
  /**
   * The updates after `after`, waiting some seconds for the first of them; those up to `after` are not given again.
   * `busy` if others are asking. @throws for no answer
   */
  updates(after: number | undefined): Promise<readonly unknown[] | 'busy'>
  /** Has updates posted to an address. @returns why the last one did not arrive there, if it did not. @throws for no answer */
  postTo(url: string, secret: string): Promise<string | undefined>
}
