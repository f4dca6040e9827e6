/** What is bought, as the wallet's sheet shows it. What is charged is the server's to say. */
export interface WalletOrder {
  /** Decimal, as in 24.90. */
  readonly total: string
  readonly currency: string
  readonly label: string
}

/** What the page may say to a wallet's frame. */
export type ToWallet =
  | { readonly type: 'order'; readonly order: WalletOrder }
  /** Apple's merchant session, or null when there is none. */
  | { readonly type: 'validated'; readonly session: object | null }
  /** What came of the payment that the wallet handed over. */
  | { readonly type: 'charged'; readonly paid: boolean }

/** What a wallet's frame says to the page. */
export type FromWallet =
  /** The button is there, or the words why there is none. */
  | { readonly type: 'ready' }
  /** CSS pixels. */
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'validate'; readonly validationURL: string }
  | { readonly type: 'paid'; readonly response: Readonly<Record<string, unknown>> }
  | { readonly type: 'closed' }

/** A message to the frame as one of ours, or null. */
export function readToWallet(data: unknown): ToWallet | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  const message = data as Record<string, unknown>
  switch (message['type']) {
    case 'order': {
      const order = message['order'] as Partial<WalletOrder> | undefined
      return typeof order?.total === 'string' && typeof order.currency === 'string' && typeof order.label === 'string'
        ? { type: 'order', order: { total: order.total, currency: order.currency, label: order.label } }
        : null
    }
    case 'validated': {
      const { session } = message
      return { type: 'validated', session: typeof session === 'object' ? session : null }
    }
    case 'charged':
      return { type: 'charged', paid: message['paid'] === true }
    default:
      return null
  }
}
