import { queryOptions } from '@tanstack/react-query'
import { api, type ReplyOf } from '../../app/api/api.ts'

export type StoredCard = ReplyOf<'GET /pay/cards/list/:trackerId'>['cards'][number]

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mc: 'Mastercard',
  paypal: 'PayPal',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
}

/** The networks' names are the same in every language. */
export const brandName = ({ brand }: { readonly brand: string }): string => brandNames[brand] ?? brand

/** The member's stored cards, newest first. */
export const cardsQuery = (trackerId: string) =>
  queryOptions({
    queryKey: ['cards', trackerId],
    queryFn: ({ signal }) => api('GET /pay/cards/list/:trackerId', { params: { trackerId }, signal }),
  })
