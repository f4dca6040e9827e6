import { type TicketRow, type TicketViewName } from '@incontro/contract/admin'
import { useSearchParams } from 'react-router'
import { api } from '#console/base/api.ts'
import { useBrandPages } from '#console/base/brand-pages.ts'

export const viewOrder = ['open', 'mine', 'waiting', 'closed'] as const satisfies readonly TicketViewName[]

export type BrandTicket = TicketRow & { readonly brand: string }

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

/** Tickets of several brands together, by time. */
export const useTickets = (keys: readonly string[], view: TicketViewName) => {
  const sign = view === 'closed' ? -1 : 1
  return useBrandPages({
    queryKey: ['tickets', view],
    brands: keys,
    refetchInterval: 30_000,
    read: async (brand, cursor) => {
      const { tickets, more } = await api('GET /admin/api/:brand/tickets', {
        params: { brand },
        query: { view, ...cursor },
      })
      return { rows: tickets, more }
    },
    cursorOf: (end) => ({ afterAt: orderOf(view, end), afterId: end.id }),
    compare: (one, other) => sign * orderOf(view, one).localeCompare(orderOf(view, other)),
  })
}
