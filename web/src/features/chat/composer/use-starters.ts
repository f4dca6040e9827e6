import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { useSite } from '#app/brand/site.ts'
import { icebreakers } from './icebreakers.ts'
import { startersQuery } from './starters-query.ts'

/** As many as are offered. */
const most = icebreakers.length

/**
 * First words to this member: those that come from them, filled up with ones that fit anybody. Undefined until the
 * server has answered; without an answer they are the latter.
 */
export const useStarters = (memberId: string): readonly string[] | undefined => {
  const { i18n } = useLingui()
  const { locale } = useSite()
  const { data, isLoading } = useQuery(startersQuery(memberId, locale))
  if (isLoading) return undefined
  return [...(data?.starters ?? []), ...icebreakers.map((idea) => i18n._(idea))].slice(0, most)
}
