import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, ApiProblem } from '#console/base/api.ts'
import { keepReason, keptReason } from '#console/base/given-reasons.ts'

/** While a ticket is shown it stays claimed, and what others add is seen; what became of an answer just sent, soon. */
const [keepMs, soonMs] = [20_000, 3000]

/** A ticket, claimed while the page is open and released when it is left. */
export function useTicket(brand: string, id: string) {
  const { t } = useLingui()
  const client = useQueryClient()
  const ticket = useQuery({
    queryKey: ['ticket', brand, id],
    refetchInterval: ({ state: { data } }) =>
      data?.messages.some(({ outcome }) => outcome === 'pending' || outcome === 'queued') ? soonMs : keepMs,
    queryFn: async () => {
      const reason = keptReason(brand, `support/${id}`)
      const shown = await api('POST /admin/api/:brand/tickets/:id/open', {
        params: { brand, id },
        body: { ...(reason !== undefined && { reason }) },
      })
      // What waited is not asked about again once it is answered, nor is the file of who wrote it.
      const subject = shown.subject.slice(0, 80)
      const why = reason ?? t`Support request: ${subject}`
      keepReason(brand, [`support/${id}`, ...(shown.member ? [`members/${shown.member.id}` as const] : [])], why)
      return shown
    },
    // What needs a reason is asked again once there is one.
    retry: (count, error) => !(error instanceof ApiProblem && error.status === 400) && count < 3,
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
