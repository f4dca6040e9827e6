import { routes } from '@incontro/contract'
import type { Principal } from '#platform/caller.ts'
import { own, type Http } from '#platform/http/bind.ts'
import type { DiscoveryDeps } from '../deps.ts'
import { keepSearch, nameSearch, openSearch, removeSearch, savedSearchesOf } from './saved-searches.ts'

/** A blank name counts as none. */
const nameOf = (given: string): string | null => given.replaceAll(/\s+/g, ' ').trim() || null

export function savedRoutes(http: Http, deps: DiscoveryDeps): void {
  const searchesOf = async (member: Principal) => ({ searches: await savedSearchesOf(deps, member) })

  http.bind(routes.savedSearches, ({ member }) => searchesOf(member))

  http.bind(routes.saveSearch, async ({ body, member }) => {
    own(member, body.trackerId)
    await keepSearch(deps, member, nameOf(body.name))
    return searchesOf(member)
  })

  http.bind(routes.openSearch, async ({ params, body, member }) => {
    own(member, body.trackerId)
    const { filters, place } = await openSearch(deps, member, params.searchId)
    deps.counts.invalidate(member.memberId)
    deps.realtime.refresh(member.memberId)
    const { regionId, cityId } = place ?? member
    return { filters, searchRegion: deps.geo.regionName(regionId), searchCity: deps.geo.cityName(cityId) }
  })

  http.bind(routes.renameSearch, async ({ params, body, member }) => {
    own(member, body.trackerId)
    await nameSearch(deps, member.memberId, params.searchId, nameOf(body.name))
    return searchesOf(member)
  })

  http.bind(routes.removeSearch, async ({ params, member }) => {
    await removeSearch(deps, member.memberId, params.searchId)
    return searchesOf(member)
  })
}
