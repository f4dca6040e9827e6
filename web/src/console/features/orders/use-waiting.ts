import { useQueries } from '@tanstack/react-query'
import { api, type ReplyOf } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'

type Waiting = ReplyOf<'GET /admin/api/:brand/money/waiting'>
type Kind = keyof Waiting
export type OfBrand<K extends Kind> = Waiting[K][number] & { readonly brand: string }

/** What waits at these brands, read again each minute, by a request for each. */
export function useWaiting(brands: readonly string[]) {
  const found = useQueries({
    queries: brands.map((brand) => ({
      queryKey: ['waiting money', brand],
      refetchInterval: 60_000,
      queryFn: () => api('GET /admin/api/:brand/money/waiting', { params: { brand } }),
    })),
  })
  const isThere = found.every(({ data }) => data)
  const rowsOf = <K extends Kind>(kind: K): readonly OfBrand<K>[] | undefined =>
    isThere
      ? found.flatMap(({ data }, n) => (data?.[kind] ?? []).map((one) => ({ ...one, brand: brands[n]! }) as OfBrand<K>))
      : undefined
  return {
    payments: rowsOf('payments')?.toSorted((one, other) => one.flaggedAt.localeCompare(other.flaggedAt)),
    claims: rowsOf('claims'),
    strays: rowsOf('strays'),
    renewals: rowsOf('renewals'),
    error: found.find(({ error }) => error)?.error,
    refetch: () => void Promise.all(found.map((one) => one.refetch())),
  }
}

/** How many orders of the brands that are shown wait. */
export function useWaitingCount(): number {
  const { payments = [], claims = [] } = useWaiting(useBrands('readMoney').keys)
  return payments.length + claims.length
}
