import { formatAmount } from '@incontro/contract/money'
import { useSite } from '../brand/site.ts'

/** Formats an amount such as "24.90" in the page's language. */
export const useMoney = () => {
  const { locale } = useSite()
  return (amount: string, currency: string) => formatAmount(amount, currency, locale)
}
