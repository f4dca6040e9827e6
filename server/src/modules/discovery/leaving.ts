import type { Principal, SearchPlace } from '#platform/caller.ts'
import { Failure } from '#platform/http/problem.ts'
import { mayLookElsewhere } from '#modules/members/index.ts'
import { areaOf } from './area.ts'
import type { DiscoveryDeps } from './deps.ts'

type Deps = Pick<DiscoveryDeps, 'reads' | 'geo' | 'flows' | 'counts'>

/** Where fewer people fit, looking elsewhere is free (rule 13.8). */
const enough = 10

/** How many of a region may be shown to a member, whatever their filters. */
export async function peopleIn(
  deps: Deps,
  member: Principal,
  country: string,
  regionId: number | null,
): Promise<number> {
  const area = await areaOf(deps, member, country, { regionId, cityId: null }, {})
  return (await deps.counts.of(area, 'find')).total
}

/** Looking around in another region of their country is for paying members, except where few people in their own fit. */
export async function mayLeaveHome(deps: Deps, member: Principal): Promise<boolean> {
  if (mayLookElsewhere(deps.flows.of(member.brandId, member.flowId), member.level)) return true
  return member.regionId !== null && (await peopleIn(deps, member, member.country, member.regionId)) < enough
}

/**
 * Checks that a member may search at a place.
 * @returns the region with few people that they leave for it, if that is what allows it
 * @throws Failure 403 `cambia_regione`
 */
export async function leaveHomeFor(deps: Deps, member: Principal, place: SearchPlace | null): Promise<number | null> {
  if (place === null || place.regionId === member.regionId) return null
  if (mayLookElsewhere(deps.flows.of(member.brandId, member.flowId), member.level)) return null
  if (await mayLeaveHome(deps, member)) return member.regionId
  throw new Failure(403, 'cambia_regione', { field: 'region', message: 'Looking elsewhere needs a plan' })
}
