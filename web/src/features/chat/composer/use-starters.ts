import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'
import { useSite } from '#app/brand/site.ts'
import { icebreakers } from './icebreakers.ts'

/** As many as are offered. */
const most = icebreakers.length

/**
 * First words to this member: those that come from them, filled up with ones that fit anybody. Undefined until the
 * server has answered; without an answer they are the latter.
 */
export const useStarters = (memberId: string): readonly string[] | undefined => {
  const { i18n } = useLingui()
  const { locale } = useSite()
  const { data, isLoading } = useQuery({
    queryKey: ['starters', memberId, locale],
    staleTime: 300_000,
    queryFn: ({ signal }) => api('GET /api/get/starters/:angelId/:locale', { params: { memberId, locale }, signal }),
  })
  if (isLoading) return undefined
  return [...(data?.starters ?? []), ...icebreakers.map((idea) => i18n._(idea))].slice(0, most)
}
