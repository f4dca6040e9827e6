import type { Locale } from '@incontro/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, apiOver, type ReplyOf, type Sender } from '#app/api/api.ts'
import { useSite } from '#app/brand/site.ts'

type Starters = ReplyOf<'GET /api/get/starters/:angelId/:locale'>

export const startersQuery = (memberId: string, locale: Locale) =>
  queryOptions({
    queryKey: ['starters', memberId, locale],
    staleTime: 300_000,
    queryFn: ({ signal }) => api('GET /api/get/starters/:angelId/:locale', { params: { memberId, locale }, signal }),
  })

/** For a document: null if this fails, and the browser asks again. */
export const renderedStarters = (memberId: string, locale: Locale, send: Sender): Promise<Starters | null> =>
  apiOver(send)('GET /api/get/starters/:angelId/:locale', { params: { memberId, locale } }).catch(() => null)

/** Gives `useStarters` below it those that came with the document. */
export const useRenderedStarters = (memberId: string, starters: Starters | null | undefined): void => {
  const { locale } = useSite()
  useQuery({
    ...startersQuery(memberId, locale),
    initialData: starters ?? undefined,
    notifyOnChangeProps: [],
    enabled: false,
  })
}
