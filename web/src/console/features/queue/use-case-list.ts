import type { CaseRow } from '@incontro/contract/admin'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#console/base/api.ts'
import type { Kind } from './use-kind.ts'

export type BrandCase = CaseRow & { readonly brand: string }
type After = { readonly afterRisk: number; readonly afterAt: string; readonly afterId: string }
type Place = Readonly<Record<string, After | null>>

/** What waits at several brands together: each is asked for its own pages, and they are merged by score and age. */
export function useCaseList(keys: readonly string[], kind: Kind | undefined) {
  const list = useInfiniteQuery({
    queryKey: ['cases', keys, kind],
    refetchInterval: 60_000,
    initialPageParam: {} as Place,
    queryFn: ({ pageParam }) =>
      Promise.all(
        keys
          .filter((key) => pageParam[key] !== null)
          .map(async (key) => ({
            key,
            ...(await api('GET /admin/api/:brand/cases', {
              params: { brand: key },
              query: { ...(kind && { kind }), ...pageParam[key] },
            })),
          })),
      ),
    getNextPageParam: (last): Place | undefined => {
      const place: Record<string, After | null> = Object.fromEntries(keys.map((key) => [key, null]))
      for (const { key, cases, more } of last) {
        const end = cases.at(-1)
        if (more && end) place[key] = { afterRisk: end.risk, afterAt: end.openedAt, afterId: end.id }
      }
      return Object.values(place).some((after) => after !== null) ? place : undefined
    },
  })
  const rows: readonly BrandCase[] | undefined = list.data?.pages
    .flatMap((page) => page.flatMap(({ key, cases }) => cases.map((one) => ({ ...one, brand: key }))))
    .toSorted((one, other) => other.risk - one.risk || one.openedAt.localeCompare(other.openedAt))
  return { list, rows }
}
