import type { ProviderState } from '#modules/payments/port.ts'
import { expiryOf } from '#providers/state-of.ts'
import type { MollieClient } from './client.ts'
import { MandateDetails, type Payment } from './wire.ts'

/** A mandate, with the customer created for it. */
export interface Mandate {
  readonly customerId: string
  readonly mandateId: string
}

/** Both ids in one text, as it is stored beside other providers' cards. */
const tokenId = ({ customerId, mandateId }: Mandate): string => `${customerId}/${mandateId}`

/** @returns null for a text of another adapter */
export function readToken(token: string): Mandate | null {
  const [customerId, mandateId, ...rest] = token.split('/')
  if (!customerId?.startsWith('cst_') || !mandateId?.startsWith('mdt_') || rest.length > 0) return null
  return { customerId, mandateId }
}

/** The mandate created by a first payment. */
export function tokenOf({ customerId, mandateId, details, metadata, sequenceType }: Payment): ProviderState['token'] {
  if (sequenceType !== 'first' || !customerId || !mandateId) return null
  return {
    id: tokenId({ customerId, mandateId }),
    brand: brandOf(details?.cardLabel),
    last4: details?.cardNumber?.slice(-4) ?? null,
    shopper: metadata['shopper'] ?? null,
  }
}

/** `Mastercard` is `mc` in the brands' common short names. */
function brandOf(label: string | null | undefined): string | null {
  if (!label) return null
  const names: Readonly<Record<string, string>> = { Mastercard: 'mc', 'American Express': 'amex' }
  return names[label] ?? label.toLowerCase()
}

/** The path of a mandate. */
const pathOf = ({ customerId, mandateId }: Mandate): string =>
  `/customers/${encodeURIComponent(customerId)}/mandates/${encodeURIComponent(mandateId)}`

/**
 * A state with the expiry of the card that was just stored, which only the mandate has; as it was where there is none.
 * @returns null if Mollie did not answer
 */
export async function withExpiry(
  client: Pick<MollieClient, 'get'>,
  state: ProviderState,
): Promise<ProviderState | null> {
  const mandate = state.token && readToken(state.token.id)
  if (!state.token || !mandate) return state
  const reply = await client.get(pathOf(mandate))
  if (reply.kind === 'refusal') return state
  if (reply.kind !== 'answer') return null
  // A mandate in another shape than today's has no expiry for us: it will have none at the next attempt either.
  const date = MandateDetails.safeParse(reply.body).data?.details?.cardExpiryDate ?? ''
  const [, year, month] = /^(\d{4})-(\d{2})-\d{2}$/.exec(date) ?? []
  return { ...state, token: { ...state.token, ...expiryOf(Number(month), Number(year)) } }
}
