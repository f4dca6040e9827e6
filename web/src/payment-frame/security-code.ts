import type { CardBrand } from './card-brand.ts'
import { digitsOf, isInsertion } from './typed-digits.ts'

/** American Express prints four digits on the front, the others three on the back. */
const lengthOf = (brand: CardBrand | null): number => (brand === 'amex' ? 4 : 3)

/**
 * The digits of a code. Before the number shows the network, the code may have four.
 * @param before the text before this change, which stays when a digit too many is inserted
 */
export function formatCode(text: string, brand: CardBrand | null, before = ''): string {
  const digits = digitsOf(text)
  const most = brand === null ? 4 : lengthOf(brand)
  return digits.length > most && isInsertion(text, before) ? before : digits.slice(0, most)
}

/** The mistake in a card's security code, or null. */
export function codeFault(text: string, brand: CardBrand | null): 'codeIncomplete' | 'codeIncompleteAmex' | null {
  if (digitsOf(text).length === lengthOf(brand)) return null
  return brand === 'amex' ? 'codeIncompleteAmex' : 'codeIncomplete'
}
