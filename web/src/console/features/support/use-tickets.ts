import { type TicketRow, type TicketViewName } from '@incontro/contract/admin'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '#console/base/api.ts'

export const viewOrder = ['open', 'mine', 'waiting', 'closed'] as const satisfies readonly TicketViewName[]

export type BrandTicket = TicketRow & { readonly brand: string }
type Place = Readonly<Record<string, { readonly afterAt: string; readonly afterId: string } | null>>

/** The moment by which a view is sorted. */
const orderOf = (view: TicketViewName, one: TicketRow): string =>
  (view === 'open' ? one.waitingSince : one.lastAt) ?? one.lastAt

/** The view of the address. */
export function useView(): readonly [TicketViewName, (view: TicketViewName) => string] {
  const [search] = useSearchParams()
  const given = search.get('view')
  const view = viewOrder.find((one) => one === given) ?? 'open'
  return [view, (to) => (to === 'open' ? '' : `?view=${to}`)]
}

/** Tickets of several brands together: each is asked for its own pages, and they are merged by time. */
export function useTickets(keys: readonly string[], view: TicketViewName) {
  const list = useInfiniteQuery({
    queryKey: ['tickets', keys, view],
    refetchInterval: 30_000,
    initialPageParam: {} as Place,
    queryFn: ({ pageParam }) =>
      Promise.all(
        keys
          .filter((key) => pageParam[key] !== null)
          .map(async (key) => ({
            key,
            ...(await api('GET /admin/api/:brand/tickets', {
              params: { brand: key },
              query: { view, ...pageParam[key] },
            })),
          })),
      ),
    getNextPageParam: (last): Place | undefined => {
      const place: Record<string, Place[string]> = Object.fromEntries(keys.map((key) => [key, null]))
      for (const { key, tickets, more } of last) {
        const end = tickets.at(-1)
        if (more && end) place[key] = { afterAt: orderOf(view, end), afterId: end.id }
      }
      return Object.values(place).some((at) => at !== null) ? place : undefined
    },
  })
  const sign = view === 'closed' ? -1 : 1
  const rows: BrandTicket[] | undefined = list.data?.pages
    .flatMap((page) => page.flatMap(({ key, tickets }) => tickets.map((one) => ({ ...one, brand: key }))))
    .toSorted((one, other) => sign * orderOf(view, one).localeCompare(orderOf(view, other)))
  return { list, rows }
}
