/** A made-up phone: what its browser would keep secret of a subscription, and what was pushed to it. */
export interface PushPhone {
  readonly id: string
  readonly createdAt: string
  readonly privateKey: string
  readonly publicKey: string
  readonly auth: string
  /** `gone`: it has unsubscribed (410). `full`: 429. `strict`: 413 whatever comes. */
  readonly state: 'on' | 'gone' | 'full' | 'strict'
}

export interface PushedMessage {
  readonly id: string
  readonly phone: string
  readonly receivedAt: string
  readonly ttl: number
  readonly topic: string | null
  readonly urgency: string
  /** The decrypted payload. */
  readonly text: string
}
