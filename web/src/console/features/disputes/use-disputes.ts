import { useQueries } from '@tanstack/react-query'
import { api } from '#console/base/api.ts'
import { brandsWith, useMe } from '#console/base/me.tsx'

/** How many disputes wait for an answer of who is signed in, counted again each minute. */
export function useWaitingDisputes(): number {
  const found = useQueries({
    queries: brandsWith(useMe(), 'readMoney').map((brand) => ({
      queryKey: ['waiting disputes', brand],
      refetchInterval: 60_000,
      queryFn: () => api('GET /admin/api/:brand/disputes', { params: { brand }, query: { state: 'open' as const } }),
    })),
  })
  return found
    .flatMap(({ data }) => data?.disputes ?? [])
    .filter(({ stage }) => stage === 'to_answer' || stage === 'elsewhere').length
}
