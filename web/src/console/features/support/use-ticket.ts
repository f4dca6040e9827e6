import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#console/base/api.ts'

/** While a ticket is shown it stays claimed, and what others add is seen; what became of an answer just sent, soon. */
const [keepMs, soonMs] = [20_000, 3000]

/** A ticket, claimed while the page is open and released when it is left. */
export function useTicket(brand: string, id: string) {
  const client = useQueryClient()
  const ticket = useQuery({
    queryKey: ['ticket', brand, id],
    refetchInterval: ({ state: { data } }) =>
      data?.messages.some(({ outcome }) => outcome === 'pending' || outcome === 'queued') ? soonMs : keepMs,
    queryFn: () => api('POST /admin/api/:brand/tickets/:id/open', { params: { brand, id }, body: {} }),
  })
  useEffect(() => {
    // If the request is lost, the claim ends by itself.
    const leave = () =>
      void api('POST /admin/api/:brand/tickets/:id/release', { params: { brand, id }, body: {} }).catch(() => undefined)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
      // What was shown is another's business from now on.
      client.removeQueries({ queryKey: ['ticket', brand, id] })
    }
  }, [brand, id, client])
  const refresh = async () => {
    await ticket.refetch()
    void client.invalidateQueries({ queryKey: ['tickets'] })
    void client.invalidateQueries({ queryKey: ['ticket figures'] })
  }
  return { ...ticket, refresh }
}

/** Saved answers and colleagues of a brand. */
export const useDesk = (brand: string) =>
  useQuery({
    queryKey: ['ticket desk', brand],
    staleTime: 300_000,
    queryFn: () => api('GET /admin/api/:brand/tickets/desk', { params: { brand } }),
  }).data
