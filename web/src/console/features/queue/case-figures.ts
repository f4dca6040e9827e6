import { useQueries } from '@tanstack/react-query'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'

/** How the queues of these brands stand, read each minute. */
export function useCaseFigures(brands: readonly string[]) {
  const found = useQueries({
    queries: brands.map((brand) => ({
      queryKey: ['case figures', brand],
      refetchInterval: 60_000,
      queryFn: () => api('GET /admin/api/:brand/cases/figures', { params: { brand } }),
    })),
  })
  return {
    data: found.flatMap(({ data }) => data ?? []),
    refetch: () => Promise.all(found.map(({ refetch }) => refetch())),
  }
}

/** How many cases of the brands that are shown wait. */
export const useWaitingCases = (): number =>
  useCaseFigures(useBrands('moderate').keys).data.reduce((sum, { open }) => sum + open, 0)
