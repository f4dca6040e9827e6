/** A person's chat with a bot. Its id is `<bot>/<number>`. */
export interface TelegramChat {
  readonly id: string
  readonly bot: string
  /** `blocked`: they blocked the bot (403). `gone`: no such chat (400). `full`: too many (429). `down`: 500. */
  readonly state: 'on' | 'blocked' | 'gone' | 'full' | 'down'
}

export interface TelegramMessage {
  readonly id: string
  readonly chat: string
  readonly from: 'bot' | 'person'
  readonly text: string
  readonly button: { readonly text: string; readonly url: string } | null
  readonly at: string
}

/** What a bot has not asked for yet; its id is `<bot>/<update_id>`. */
export interface TelegramUpdate {
  readonly id: string
  readonly bot: string
  readonly number: number
  readonly confirmed: boolean
  readonly update: Readonly<Record<string, unknown>>
}

/** Where a bot's updates are posted; its id is the bot. */
export interface TelegramWebhook {
  readonly id: string
  readonly url: string
  readonly secret: string
}
