import type { Keys } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'
import type { ChargeRequest, EncryptedCard, PaymentSource, ReturnParams } from '../port.ts'

/**
 * The data needed to ask again. It contains encrypted card fields, so it is stored sealed and deleted once the outcome
 * is known.
 */
export interface SealedRequest {
  readonly request: ChargeRequest
  /** The parameters of the return page, once known. */
  readonly returnParams: ReturnParams | null
}

export const sealRequest = (keys: Keys, sealed: SealedRequest): string => seal(keys, JSON.stringify(sealed))

/** @throws when it was sealed under another key */
export function openSealedRequest(keys: Keys, sealed: string): SealedRequest {
  const opened = JSON.parse(unseal(keys, sealed)) as SealedRequest | Before0033
  if (!('redirectResult' in opened)) return opened
  const { request, redirectResult } = opened
  return {
    request: { ...request, source: sourceOf(request.source) },
    returnParams: redirectResult === null ? null : { redirectResult },
  }
}

/** Format of attempts that were open during the upgrade to migration 0033. */
interface Before0033 {
  readonly request: Omit<ChargeRequest, 'source'> & { readonly source: OldSource }
  readonly redirectResult: string | null
}
type OldSource =
  | { readonly kind: 'card'; readonly card: EncryptedCard; readonly store: boolean }
  | { readonly kind: 'token'; readonly token: string; readonly initiator: 'member' | 'merchant' }

const sourceOf = (source: OldSource): PaymentSource =>
  source.kind === 'card'
    ? { method: 'card', card: source.card, store: source.store }
    : { method: 'stored', token: source.token, initiator: source.initiator }
