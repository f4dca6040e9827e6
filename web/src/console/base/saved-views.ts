import type { SavedView } from '@incontro/contract/admin'
import type { ViewPageName } from '@incontro/contract/admin/view-words'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocation } from 'react-router'
import { api } from './api.ts'
import { allBrands, brandsWith, useBrands, useMe } from './me.tsx'

export type BrandView = SavedView & { readonly brand: string }

/** What was done with a view, and how it is taken back. */
export interface Done {
  readonly text: string
  readonly undo?: () => Promise<unknown>
}

/** The filters of a view as the end of an address. */
export const searchOf = ({ query }: Pick<SavedView, 'query'>): string => {
  const text = new URLSearchParams(query).toString()
  return text === '' ? '' : `?${text}`
}

/** Views change rarely, and mostly here, which reads them again. */
const staleMs = 5 * 60_000

/** The saved views at all brands of the person, by a request for each. */
export function useSavedViews() {
  const keys = brandsWith(useMe(), 'saveViews')
  const queries = useQueryClient()
  const found = useQueries({
    queries: keys.map((key) => ({
      queryKey: ['saved views', key],
      staleTime: staleMs,
      queryFn: () => api('GET /admin/api/:brand/views', { params: { brand: key } }),
    })),
  })
  const views: readonly BrandView[] | undefined = found.every(({ data }) => data)
    ? found.flatMap(({ data }, n) => (data?.views ?? []).map((one) => ({ ...one, brand: keys[n]! })))
    : undefined
  return {
    views,
    error: found.find(({ error }) => error)?.error,
    reload: () => queries.invalidateQueries({ queryKey: ['saved views'] }),
  }
}

/**
 * Where navigation, keys and palette lead: a page of a brand opens with its default view. All brands together have none, as
 * each may have its own.
 */
export function usePageAddress(): (brand: string, path: string) => string {
  const { views = [] } = useSavedViews()
  return (brand, path) => {
    const first = views.find((one) => one.isDefault && one.brand === brand && one.page === path)
    return `/${brand}/${path}${first ? searchOf(first) : ''}`
  }
}

/** The views of a page at the brand of the address or at all brands, and which of them is shown. */
export function usePageViews(page: ViewPageName) {
  const { brand, keys, titleOf } = useBrands('saveViews')
  const { views = [], ...rest } = useSavedViews()
  const { search } = useLocation()
  const isShown = useCallback(
    ({ query }: BrandView) => {
      const shown = [...new URLSearchParams(search)]
      return shown.length === Object.keys(query).length && shown.every(([name, text]) => query[name] === text)
    },
    [search],
  )
  return {
    ...rest,
    keys,
    titleOf,
    search,
    isShown,
    views: views.filter((one) => one.page === page && (brand === allBrands || one.brand === brand)),
  }
}
