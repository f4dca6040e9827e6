import type {
  PaymentCode,
  PaymentProvider,
  PaymentSource,
  ProviderEvent,
  ProviderState,
  ChargeRequest,
} from '../../../modules/payments/port.ts'

export interface Hook {
  readonly raw: Buffer
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** One adapter on its sandbox, with what only this provider knows: how its customers pay and decline, what its webhooks look like. */
export interface Stage {
  readonly provider: PaymentProvider
  /** The same adapter over another network. */
  over(fetch: typeof globalThis.fetch): PaymentProvider
  /** What a first payment is made with; `store` keeps it for renewals. */
  source(store: boolean): Promise<PaymentSource>
  /** What a wallet that the provider charges hands over: for a card that pays, or that is declined for want of money. */
  walletPayload?(wallet: string, card: 'pays' | 'insufficient_funds'): string
  /** Charges, and has the customer do what is left to do until it is paid. */
  pay(request: ChargeRequest, provider?: PaymentProvider): Promise<ProviderState>
  /** Does what is left to do after `state` until it is paid. */
  finish(state: ProviderState, request: ChargeRequest): Promise<ProviderState>
  /** A charge that leads to a page of the provider's or the bank's. */
  redirect(request: ChargeRequest): Promise<ProviderState>
  /** What the page leads to, as it is asked for when the member comes back. `leave`: they come back without having answered. */
  comeBack(state: ProviderState, request: ChargeRequest, answer: 'approve' | 'refuse' | 'leave'): Promise<ProviderState>
  /** Where a page that was left without an answer stands. */
  readonly left: ProviderState['state']
  /** Where a page that was refused on stands. */
  readonly refused: ProviderState['state']
  /** Each way to decline that members are told about. */
  readonly declines: readonly {
    readonly name: string
    readonly code: PaymentCode
    readonly state: ProviderState['state']
  }[]
  decline(name: string, request: ChargeRequest): Promise<ProviderState>
  /** Stores a method that fails every later charge, if not null, in that way. @returns its token */
  store(request: ChargeRequest, laterDecline: string | null): Promise<string>
  readonly laterDeclines: readonly { readonly name: string; readonly code: PaymentCode }[]
  /** How a payment is reported when it is asked for again. */
  report(provider: PaymentProvider, request: ChargeRequest, state: ProviderState): Promise<ProviderState>
  /** How replies say the amount and the reference, for replies that say another. */
  readonly saysAmount: (minor: number) => string
  readonly saysCurrency: (currency: string) => string
  /** How many payments the sandbox has under a reference, paid or not. */
  payments(reference: string): number
  /** The webhooks that came about a payment, once there is one at least. */
  hooks(state: ProviderState, request: ChargeRequest): Promise<readonly Hook[]>
  /** Webhooks made of a genuine one that nobody may believe. */
  readonly forgeries: readonly { readonly name: string; readonly of: (hook: Hook) => Hook }[]
  /** A genuine webhook so old that it may be a recording; null where the provider's signatures carry no time. */
  readonly old: ((hook: Hook) => Promise<readonly unknown[]>) | null
  dispute(state: ProviderState): Promise<void>
  close(): Promise<void>
}

/** Reads a webhook, and asks about what it only hints at. */
export async function eventsIn(provider: PaymentProvider, hook: Hook): Promise<readonly ProviderEvent[]> {
  const read = await provider.readWebhook(hook)
  const events = await Promise.all(
    read.map((event) => (event.kind === 'hint' ? (provider.fetchEvents?.(event.providerRef) ?? []) : [event])),
  )
  return events.flat()
}
