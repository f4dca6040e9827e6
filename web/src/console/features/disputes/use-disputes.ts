import { useQueries } from '@tanstack/react-query'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'

/** How many disputes of the brands that are shown wait for an answer, counted again each minute. */
export function useWaitingDisputes(): number {
  const found = useQueries({
    queries: useBrands('readMoney').keys.map((brand) => ({
      queryKey: ['waiting disputes', brand],
      refetchInterval: 60_000,
      queryFn: () => api('GET /admin/api/:brand/disputes', { params: { brand }, query: { state: 'open' as const } }),
    })),
  })
  return found
    .flatMap(({ data }) => data?.disputes ?? [])
    .filter(({ stage }) => stage === 'to_answer' || stage === 'elsewhere').length
}
