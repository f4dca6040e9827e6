import { useQueries } from '@tanstack/react-query'
import { api, type ReplyOf } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'

export type ApprovalRequest = ReplyOf<'GET /admin/api/:brand/approvals'>['waiting'][number] & { readonly brand: string }

/** Requests of these brands, read again each minute, by a request for each. */
export function useApprovals(brands: readonly string[]) {
  const found = useQueries({
    queries: brands.map((brand) => ({
      queryKey: ['approvals', brand],
      refetchInterval: 60_000,
      queryFn: () => api('GET /admin/api/:brand/approvals', { params: { brand } }),
    })),
  })
  const rowsOf = (which: 'waiting' | 'decided'): readonly ApprovalRequest[] | undefined =>
    found.some(({ data }) => !data)
      ? undefined
      : found.flatMap(({ data }, n) => (data?.[which] ?? []).map((one) => ({ ...one, brand: brands[n]! })))
  return { waiting: rowsOf('waiting'), decided: rowsOf('decided'), error: found.find(({ error }) => error)?.error }
}

/** How many of the brands that are shown wait for the decision of who is signed in. */
export function useWaitingApprovals(): number {
  const { waiting = [] } = useApprovals(useBrands('readApprovals').keys)
  return waiting.filter(({ mayDecide }) => mayDecide).length
}
