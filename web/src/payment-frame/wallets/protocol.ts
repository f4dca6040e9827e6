/** The order as the wallet's sheet shows it; the server decides the amount charged. */
export interface WalletOrder {
  /** Decimal, as in 24.90. */
  readonly total: string
  readonly currency: string
  readonly label: string
}

/** Messages from the page to a wallet's frame. */
export type ToWallet =
  | { readonly type: 'order'; readonly order: WalletOrder }
  /** Apple's merchant session; null if there is none. */
  | { readonly type: 'validated'; readonly session: object | null }
  /** The result of the payment. */
  | { readonly type: 'charged'; readonly paid: boolean }

/** Messages from a wallet's frame to the page. */
export type FromWallet =
  /** The frame shows the button, or the reason why there is none. */
  | { readonly type: 'ready' }
  /** CSS pixels. */
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'validate'; readonly validationURL: string }
  | { readonly type: 'paid'; readonly response: Readonly<Record<string, unknown>> }
  | { readonly type: 'closed' }

/** Parses a message from the page; null if it is not part of the protocol. */
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
