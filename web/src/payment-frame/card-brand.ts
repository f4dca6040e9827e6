const cardBrands = ['visa', 'mastercard', 'amex', 'diners', 'discover', 'jcb'] as const
export type CardBrand = (typeof cardBrands)[number]

/** The networks' names, the same in every language. */
export const brandNames: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
}

/** Patterns of each network's first digits, also for incomplete numbers. Source: the networks' published ranges. */
const prefixes: readonly (readonly [CardBrand, RegExp])[] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['diners', /^3(0[0-5]|[689])/],
  ['discover', /^6(011|4[4-9]|5)/],
  ['jcb', /^35(2[89]|[3-8])/],
]

/** The network of a possibly incomplete number; null if unknown. */
export const brandOf = (digits: string): CardBrand | null =>
  prefixes.find(([, prefix]) => prefix.test(digits))?.[0] ?? null
