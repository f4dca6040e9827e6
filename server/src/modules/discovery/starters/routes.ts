import { routes } from '@incontro/contract'
import { i18nFor } from '#platform/text/i18n.ts'
import { isUuid } from '#platform/ids.ts'
import type { Http } from '#platform/http/bind.ts'
import { choicesOf, promptsOf } from '#modules/members/index.ts'
import { besideOwn } from '../in-common.ts'
import { oneCard } from '../queries.ts'
import type { DiscoveryDeps } from '../deps.ts'
import { starterText } from './starter-texts.ts'
import { startersOf } from './starters.ts'

/** First words that come from what the other member's page shows the caller, and from nothing else. */
export function starterRoutes(http: Http, deps: Pick<DiscoveryDeps, 'pool' | 'reads' | 'geo'>): void {
  http.bind(routes.starters, async ({ params: { memberId, locale }, member }) => {
    const none = { starters: [] }
    if (!isUuid(memberId) || memberId === member.memberId) return none
    const other = await oneCard(deps.pool, member.memberId, memberId, member.poolId)
    if (!other?.writable) return none
    const reader = deps.reads.of(member.memberId)
    const [prompts, choices] = await Promise.all([
      promptsOf(reader, other.id),
      choicesOf(reader, [other.id, member.memberId]),
    ])
    const { intent, interests } = besideOwn(choices(other.id), choices(member.memberId))
    const starters = startersOf({
      prompts,
      sharedInterests: interests.filter(({ shared }) => shared).map(({ id }) => id),
      sharedCity: other.city_id !== null && other.city_id === member.cityId ? deps.geo.cityName(other.city_id) : null,
      sharedIntent: intent?.shared ? intent.id : null,
    })
    const i18n = i18nFor(locale)
    return { starters: starters.map((starter) => starterText(i18n, starter)) }
  })
}
