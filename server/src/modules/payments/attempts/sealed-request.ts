import { seal, unseal } from '../../../platform/seal.ts'
import type { ChargeRequest } from '../port.ts'

/** What asking again needs. It holds encrypted card fields, so it stays sealed and goes once the outcome is known. */
export interface SealedRequest {
  readonly request: ChargeRequest
  /** What the bank's page brought back, once it did. */
  readonly redirectResult: string | null
}

export const sealRequest = (key: Buffer, order: SealedRequest): string => seal(key, JSON.stringify(order))

/** @throws when it was sealed with another key. */
export const openSealedRequest = (key: Buffer, sealed: string): SealedRequest =>
  JSON.parse(unseal(key, sealed)) as SealedRequest
