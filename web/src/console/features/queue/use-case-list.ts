import type { CaseRow } from '@incontro/contract/admin'
import { api } from '#console/base/api.ts'
import { useBrandPages } from '#console/base/brand-pages.ts'
import type { Kind } from './use-kind.ts'

export type BrandCase = CaseRow & { readonly brand: string }

/** What waits at several brands together, by score and age. */
export const useCaseList = (keys: readonly string[], kind: Kind | undefined) =>
  useBrandPages({
    queryKey: ['cases', kind],
    brands: keys,
    refetchInterval: 60_000,
    read: async (brand, cursor) => {
      const query = { ...(kind && { kind }), ...cursor }
      const { cases, more } = await api('GET /admin/api/:brand/cases', { params: { brand }, query })
      return { rows: cases, more }
    },
    cursorOf: (end) => ({ afterRisk: end.risk, afterAt: end.openedAt, afterId: end.id }),
    compare: (one, other) => other.risk - one.risk || one.openedAt.localeCompare(other.openedAt),
  })
