import type { ConciergeExchange } from '@incontro/contract'
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'

export interface ConciergePage {
  /** Oldest first. */
  readonly exchanges: readonly ConciergeExchange[]
  readonly hasMore: boolean
  readonly left: number
  readonly perDay: number
}
type Pages = InfiniteData<ConciergePage, unknown>

/** The conversation with the concierge, the newest page first. */
export const conciergeQuery = (clickid: string) =>
  infiniteQueryOptions({
    queryKey: ['concierge', clickid],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }): Promise<ConciergePage> =>
      api('GET /api/concierge', { query: pageParam === undefined ? {} : { before: pageParam }, signal }),
    getNextPageParam: ({ exchanges, hasMore }) => (hasMore ? exchanges[0]?.seq : undefined),
  })

/** All loaded exchanges, oldest first. */
export const exchangesIn = (pages: Pages | undefined): readonly ConciergeExchange[] =>
  (pages?.pages ?? []).toReversed().flatMap(({ exchanges }) => exchanges)

/** Adds an exchange to the pages or updates it; a late event does not overwrite a complete answer. */
export function withExchange(pages: Pages, exchange: ConciergeExchange, left?: number): Pages {
  const isSame = ({ seq }: ConciergeExchange) => seq === exchange.seq
  const [newest, ...older] = pages.pages.map((page) => ({
    ...page,
    exchanges: page.exchanges.map((one) => (isSame(one) && one.state !== 'answered' ? exchange : one)),
  }))
  if (!newest) return pages
  const isNew = !exchangesIn(pages).some(isSame)
  return {
    ...pages,
    pages: [
      {
        ...newest,
        left: left ?? newest.left,
        exchanges: isNew ? [...newest.exchanges, exchange] : newest.exchanges,
      },
      ...older,
    ],
  }
}
