import type { Locale } from '@incontro/contract'
import { useSite } from '../brand/site.ts'

/** Formats an amount such as "24.90" in a language. */
export const formatMoney = (amount: string, currency: string, locale: Locale): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount))

/** `formatMoney` in the page's language. */
export const useMoney = () => {
  const { locale } = useSite()
  return (amount: string, currency: string) => formatMoney(amount, currency, locale)
}
