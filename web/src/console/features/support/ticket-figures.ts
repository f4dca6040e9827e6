import { useQueries } from '@tanstack/react-query'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'

/** How the inboxes of these brands stand, read each minute. */
export const useTicketFigures = (brands: readonly string[]) =>
  useQueries({
    queries: brands.map((brand) => ({
      queryKey: ['ticket figures', brand],
      refetchInterval: 60_000,
      queryFn: () => api('GET /admin/api/:brand/tickets/figures', { params: { brand } }),
    })),
  }).flatMap(({ data }) => data ?? [])

/** How many requests of the brands that are shown wait for an answer. */
export const useWaitingTickets = (): number =>
  useTicketFigures(useBrands('answerTickets').keys).reduce((sum, { open }) => sum + open, 0)
