import { genderFromWire, routes } from '@incontro/contract'
import type pg from 'pg'
import type { Principal } from '../../platform/caller.ts'
import { own, type Http } from '../../platform/http/bind.ts'
import type { Flows } from '../flows/index.ts'
import { timeZoneOf, type Geo } from '../geo/index.ts'
import { choicesOf, promptsOf, type PhotoUrls } from '../members/index.ts'
import { besideOwn } from './in-common.ts'
import { approvedPhotos } from '../photos/index.ts'
import { toMemberCard, type Viewing } from './cards.ts'
import type { Counts } from './counts.ts'
import { planPage } from './pages.ts'
import { hookFor } from './policy.ts'
import { countActive, oneCard, pageOf, type Area } from './queries.ts'
import { isUuid } from '../../platform/ids.ts'

export interface DiscoveryDeps {
  readonly pool: pg.Pool
  readonly geo: Pick<Geo, 'regionByName' | 'regionName' | 'cityName'>
  readonly flows: Flows
  readonly photos: PhotoUrls
  readonly counts: Counts
  readonly clock: () => Date
}

/** Below this many people a count says only "fewer": a small place reveals nothing about who was there (section 2 of the decisions). */
const smallest = 50

export function discoveryRoutes(http: Http, deps: DiscoveryDeps): void {
  http.bind(routes.match, async ({ body, member }) => {
    own(member, body.trackerId)
    const { page } = body
    const flow = deps.flows.of(member.brandId, member.flowId)
    const { perPage } = flow
    const empty = { members: [], totalMembers: 0, page, perPage }
    const country = body.country ?? member.country
    const named = body.region === undefined ? member.regionId : deps.geo.regionByName(country, body.region)?.id
    if (named === undefined) return empty
    const regionId = country === member.country || body.region !== undefined ? named : null
    const hook = hookFor(flow, member, { page, regionId, country })
    // Whom one looks for is the profile's, on both sides; asking for others finds nobody (decision 5.1).
    if (body.seeks !== undefined && genderFromWire(body.seeks) !== member.seeks) return empty
    const area = areaOf(member, country, regionId)
    const counts = await deps.counts.of(area, body.mode)
    const totalMembers = counts.known + counts.fresh
    if (hook) return { members: [], totalMembers, page, perPage, hook }
    const plan = planPage(page, perPage, counts.known, counts.fresh)
    if (plan.places.length === 0) return { members: [], totalMembers, page, perPage }
    const now = deps.clock()
    const rows = await pageOf(deps.pool, area, body.mode, plan, now)
    const fresh = rows.filter((row) => row.fresh)
    const known = rows.filter((row) => !row.fresh)
    const ordered = plan.places.flatMap((isFresh) => (isFresh ? fresh : known).splice(0, 1))
    return { members: ordered.map((row) => toMemberCard(row, 'card', viewing(member))), totalMembers, page, perPage }
  })

  http.bind(routes.totalRegion, async ({ body, member }) => {
    const regionId = deps.geo.regionByName(body.country, body.region)?.id
    if (regionId === undefined) return { total: null, fewerThan: smallest }
    const total = await countActive(deps.pool, areaOf(member, body.country, regionId), deps.clock())
    return total < smallest ? { total: null, fewerThan: smallest } : { total, fewerThan: null }
  })

  http.bind(routes.angel, async ({ params, member }) => {
    if (!isUuid(params.memberId)) return []
    const row = await oneCard(deps.pool, member.memberId, params.memberId, member.poolId)
    if (!row) return []
    const isOwn = row.id === member.memberId
    const [photos, prompts, choices] = await Promise.all([
      approvedPhotos(deps.pool, row.id),
      promptsOf(deps.pool, row.id),
      choicesOf(deps.pool, [row.id, member.memberId]),
    ])
    return [
      {
        ...toMemberCard(row, 'full', viewing(member)),
        gallery: photos.map((id) => deps.photos.url(id, 'full')),
        prompts,
        writable: row.writable,
        // Of their own page, which shows them what others see, they have nothing in common with themselves.
        ...besideOwn(choices(row.id), isOwn ? { intent: null, interests: [] } : choices(member.memberId)),
      },
    ]
  })

  function viewing(member: Principal): Viewing {
    return { places: deps.geo, photos: deps.photos, now: deps.clock(), timeZone: timeZoneOf(member.country) }
  }
}

const areaOf = (member: Principal, country: string, regionId: number | null): Area => ({
  viewerId: member.memberId,
  poolId: member.poolId,
  country,
  regionId,
  seeks: member.seeks,
  gender: member.gender,
})
