import { useQueries } from '@tanstack/react-query'
import { api, type ReplyOf } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'

export type DeskState = ReplyOf<'GET /admin/api/:brand/privacy'>

/** The state of each brand's desk. */
export function useDesks() {
  const { brand, keys, titleOf } = useBrands('readPrivacy')
  const found = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['privacy', 'state', key],
      queryFn: () => api('GET /admin/api/:brand/privacy', { params: { brand: key } }),
    })),
  })
  const isComplete = found.every(({ data }) => data !== undefined)
  return {
    isOfAll: brand === 'all',
    titleOf,
    desks: isComplete ? found.flatMap(({ data }, n) => (data ? [{ brand: keys[n]!, ...data }] : [])) : undefined,
    error: found.find(({ error }) => error)?.error ?? null,
    refetch: () => {
      for (const one of found) void one.refetch()
    },
  }
}
