import type {
  PaymentCode,
  PaymentProvider,
  PaymentSource,
  ProviderEvent,
  ProviderState,
  ChargeRequest,
} from '#modules/payments/port.ts'

export interface Hook {
  readonly raw: Buffer
  readonly headers: Readonly<Record<string, string | undefined>>
}

/**
 * An adapter on its sandbox, with what is specific to the provider: how its customers pay and decline, the format of
 * its webhooks.
 */
export interface Stage {
  readonly provider: PaymentProvider
  /** The same adapter with another network. */
  over(fetch: typeof globalThis.fetch): PaymentProvider
  /** The method of a first payment; `store` keeps it for renewals. */
  source(store: boolean): Promise<PaymentSource>
  /** The payload of a wallet that the provider charges: for a card that pays, or lacks funds. */
  walletPayload?(wallet: string, card: 'pays' | 'insufficient_funds'): string
  /** Charges, and completes the customer's part until it is paid. */
  pay(request: ChargeRequest, provider?: PaymentProvider): Promise<ProviderState>
  /** Completes the customer's part after `state` until it is paid. */
  finish(state: ProviderState, request: ChargeRequest): Promise<ProviderState>
  /** A charge that redirects to a page of the provider or the bank. */
  redirect(request: ChargeRequest): Promise<ProviderState>
  /**
   * The payment's state after the page, as looked up when the member returns. `leave`: they return without an answer.
   */
  comeBack(state: ProviderState, request: ChargeRequest, answer: 'approve' | 'refuse' | 'leave'): Promise<ProviderState>
  /** State of an abandoned page. */
  readonly left: ProviderState['state']
  /** State after a refusal on the page. */
  readonly refused: ProviderState['state']
  /** Each decline that is reported to members. */
  readonly declines: readonly {
    readonly name: string
    readonly code: PaymentCode
    readonly state: ProviderState['state']
  }[]
  decline(name: string, request: ChargeRequest): Promise<ProviderState>
  /** Stores a method, all of whose later charges are declined in the given way, if any. @returns its token */
  store(request: ChargeRequest, laterDecline: string | null): Promise<string>
  readonly laterDeclines: readonly { readonly name: string; readonly code: PaymentCode }[]
  /** How a payment is reported when it is looked up again. */
  report(provider: PaymentProvider, request: ChargeRequest, state: ProviderState): Promise<ProviderState>
  /** Text of an amount or reference in replies, to replace it by another. */
  readonly saysAmount: (minor: number) => string
  readonly saysCurrency: (currency: string) => string
  /** Number of payments in the sandbox under a reference, paid or not. */
  payments(reference: string): number
  /** Waits for at least one webhook about a payment, and returns all. */
  hooks(state: ProviderState, request: ChargeRequest): Promise<readonly Hook[]>
  /** Forged webhooks, made from a genuine one. */
  readonly forgeries: readonly { readonly name: string; readonly of: (hook: Hook) => Hook }[]
  /** A genuine webhook so old that it may be a replay; null if the provider's signatures contain no time. */
  readonly old: ((hook: Hook) => Promise<readonly unknown[]>) | null
  dispute(state: ProviderState): Promise<void>
  close(): Promise<void>
}

/** Parses a webhook, and looks up what it only hints at. */
export async function eventsIn(provider: PaymentProvider, hook: Hook): Promise<readonly ProviderEvent[]> {
  const read = await provider.readWebhook(hook)
  const events = await Promise.all(
    read.map((event) => (event.kind === 'hint' ? (provider.fetchEvents?.(event.providerRef) ?? []) : [event])),
  )
  return events.flat()
}
