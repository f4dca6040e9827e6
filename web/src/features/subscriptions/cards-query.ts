import { queryOptions } from '@tanstack/react-query'
import { api, type ReplyOf } from '#app/api/api.ts'

export type StoredCard = ReplyOf<'GET /pay/cards/list/:trackerId'>['cards'][number]

/** The member's stored cards, newest first. */
export const cardsQuery = (trackerId: string) =>
  queryOptions({
    queryKey: ['cards', trackerId],
    queryFn: ({ signal }) => api('GET /pay/cards/list/:trackerId', { params: { trackerId }, signal }),
  })
