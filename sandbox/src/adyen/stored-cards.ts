import type { Collection } from '../collection.ts'
import { invalid } from './errors.ts'
import type { PaymentRecord, TokenRecord } from './records.ts'
import { newReference } from './references.ts'

/** The cards that shoppers have stored; a removed card cannot pay and is no longer listed. */
export interface StoredCards {
  find(id: string): TokenRecord | undefined
  /**
   * Stores the card of an authorised payment if the payment asks for it, and returns null if not. A shopper's card is
   * stored only once.
   */
  keep(payment: PaymentRecord): PaymentRecord['token']
  /** @throws ServiceError 803 when this shopper has no such card, or no longer has it. */
  remove(id: string, shopperReference: string): void
}

export function createStoredCards(tokens: Collection<TokenRecord>): StoredCards {
  const find = (id: string): TokenRecord | undefined => {
    const token = tokens.get(id)
    return token?.removedAt === undefined ? token : undefined
  }
  return {
    find,
    keep({ store, shopperReference, card, createdAt }) {
      if (!store || shopperReference === null) return null
      const known = tokens
        .all()
        .find(
          (token) =>
            token.removedAt === undefined &&
            token.shopperReference === shopperReference &&
            token.card.testNumber === card.testNumber &&
            token.card.expiryDate === card.expiryDate,
        )
      if (known) return { id: known.id, operation: 'alreadyExisting' }
      const token = tokens.put({ id: newReference(), createdAt, shopperReference, card })
      return { id: token.id, operation: 'created' }
    },
    remove(id, shopperReference) {
      const token = find(id)
      if (token?.shopperReference !== shopperReference) throw invalid('803', 'PaymentDetail not found')
      tokens.put({ ...token, removedAt: new Date().toISOString() })
    },
  }
}
