/** One recipient's copy of a mail. */
export interface Mail {
  readonly id: string
  /** Of the mail: the same one if it is sent again. */
  readonly messageId?: string | undefined
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Absolute URLs found in the mail, in order, without duplicates. */
  readonly links: readonly string[]
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: number }[]
  /** ISO 8601. */
  readonly receivedAt: string
}
