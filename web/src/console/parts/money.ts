import { decimal, formatAmount } from '@incontro/contract/money'

/** An amount in minor units as the language writes it: 2490 is "24,90 €". */
export const moneyText = (minor: number, currency: string, locale: string): string =>
  formatAmount(decimal(minor, currency), currency, locale)
