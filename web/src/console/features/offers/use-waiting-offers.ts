import { useQueries } from '@tanstack/react-query'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'

/** How many drafts wait for an approval at the brands that are shown, counted again each minute. */
export function useWaitingOffers(): number {
  const found = useQueries({
    queries: useBrands('approveOffers').keys.map((brand) => ({
      queryKey: ['waiting offers', brand],
      refetchInterval: 60_000,
      queryFn: () => api('GET /admin/api/:brand/offers', { params: { brand } }),
    })),
  })
  return found.flatMap(({ data }) => data?.offers ?? []).filter(({ open }) => open?.state === 'submitted').length
}
