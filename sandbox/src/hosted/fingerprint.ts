import { createHash } from 'node:crypto'
import type { HostedCard } from './records.ts'

/** A card's fingerprint at a provider: the same for every payment with it. */
export const fingerprintOf = (card: HostedCard | null, length: number): string =>
  createHash('sha256')
    .update(card?.last4 ?? '4242')
    .digest('hex')
    .slice(0, length)
