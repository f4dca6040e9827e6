import type { FigureDimension, FigureName, FigurePoint } from '@incontro/contract/admin'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'
import type { Period } from './period.ts'

export interface Narrowed {
  readonly of: FigureDimension
  readonly value: string
}

/** A point with the brand that it is of. */
export type BrandPoint = FigurePoint & { readonly brand: string }

export interface Wish {
  readonly period: Period
  readonly metrics: readonly FigureName[]
  readonly by?: FigureDimension | undefined
  readonly narrowed?: Narrowed | undefined
}

export const queryOf = ({ period: { from, to, step }, metrics, by, narrowed }: Wish) => ({
  from,
  to,
  metrics: metrics.join(','),
  step,
  ...(by !== undefined && { by }),
  ...(narrowed && { of: narrowed.of, value: narrowed.value }),
})

/** Each brand is asked for its own figures. */
export function useFigures(wish: Wish) {
  const { keys } = useBrands('readFigures')
  const query = queryOf(wish)
  const found = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['figures', key, query],
      queryFn: () => api('GET /admin/api/:brand/figures', { params: { brand: key }, query }),
      placeholderData: keepPreviousData,
    })),
  })
  const isThere = found.every(({ data }) => data)
  return {
    points: isThere
      ? found.flatMap(({ data }, n) => data!.points.map((point): BrandPoint => ({ ...point, brand: keys[n]! })))
      : undefined,
    /** Divided, a brand has more values than are given. */
    more: found.some(({ data }) => data?.more),
    names: Object.assign({}, ...found.map(({ data }) => data?.names ?? {})) as Readonly<Record<string, string>>,
    countedAt: found.flatMap(({ data }) => data?.countedAt ?? []).toSorted()[0],
    error: found.find(({ error }) => error)?.error,
    onRetry: () => void Promise.all(found.map((one) => one.refetch())),
  }
}

export const totalOf = (points: readonly FigurePoint[], metric: string): number => {
  const own = points.filter((point) => point.metric === metric)
  // How many were there is true on a day, and not added up: the last step counts.
  const last = metric === 'present' ? own.at(-1)?.at : undefined
  return own.reduce((sum, { at, count }) => sum + (last === undefined || at === last ? count : 0), 0)
}
