import type { CardBrand } from './card-brand.ts'

/** American Express prints four digits on the front, the others three on the back. */
const lengthOf = (brand: CardBrand | null): number => (brand === 'amex' ? 4 : 3)

export const formatCode = (text: string, brand: CardBrand | null): string =>
  text.replace(/\D/g, '').slice(0, lengthOf(brand))

/** The mistake in a card's security code, or null. */
export function codeFault(text: string, brand: CardBrand | null): 'codeIncomplete' | 'codeIncompleteAmex' | null {
  if (text.replace(/\D/g, '').length === lengthOf(brand)) return null
  return brand === 'amex' ? 'codeIncompleteAmex' : 'codeIncomplete'
}
