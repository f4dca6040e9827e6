import { genderFromWire, routes, shownGender, timeZoneOf } from '@incontro/contract'
import { maskContacts } from '@incontro/contract/contacts'
import type { Principal } from '#platform/caller.ts'
import { own, type Http } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { regionNamed } from '#modules/geo/index.ts'
import {
  choicesOf,
  factsShown,
  likedAnswerOf,
  promptsOf,
  saveFilters,
  savePlace,
  searchPlace,
  showPhone,
  showsPhone,
} from '#modules/members/index.ts'
import { besideOwn, interestsOnCard } from './in-common.ts'
import { approvedPhotos } from '#modules/photos/index.ts'
import { createCardFacts } from './card-facts.ts'
import { toMemberCard, type Viewing } from './cards.ts'
import { soughtBy } from './pairs.ts'
import { isWithinList, mostCounted } from './counts.ts'
import { found, relaxFilters } from './relax-filters.ts'
import { createReadings } from './readings.ts'
import { planPage } from './pages.ts'
import { areaOf } from './area.ts'
import { placeAsked, placeToKeep } from './place.ts'
import { leaveHomeFor, mayLeaveHome, peopleIn } from './leaving.ts'
import { hookFor } from './policy.ts'
import { countActive, oneCard, readPage, recheckVisibility } from './queries.ts'
import { lookedAt } from './saved/saved-searches.ts'
import { savedRoutes } from './saved/routes.ts'
import { picksOf } from './picks/picks.ts'
import { starterRoutes } from './starters/routes.ts'
import { isUuid } from '#platform/ids.ts'
import type { DiscoveryDeps } from './deps.ts'

export function discoveryRoutes(http: Http, deps: DiscoveryDeps): void {
  const cardFacts = createCardFacts(deps.reads)
  const readings = createReadings(deps.clock)
  http.bind(
    routes.match,
    async ({ body, member }) => {
      own(member, body.trackerId)
      const { page } = body
      const flow = deps.flows.of(member.brandId, member.flowId)
      const { perPage } = flow
      const { filters, isSuggested } = member.search
      const empty = { members: [], totalMembers: 0, hasMore: false, page, perPage, filters, isSuggested }
      const country = body.country ?? member.country
      const place = placeAsked(deps, member, country, body)
      // Without a region it is where they may search: `searchPlace` has checked that.
      const isElsewhere =
        country !== member.country ||
        (body.region !== undefined && place.regionId !== member.regionId && !(await mayLeaveHome(deps, member)))
      const hook = hookFor(flow, member, { page, isElsewhere })
      // The number would reveal a small place, where only "fewer than 50" is known.
      if (hook === 'cambia_regione') return { ...empty, hook }
      // Whom they seek is set in the profile: naming another finds no one, and naming one of two finds both (rule 5.1).
      if (body.seeks !== undefined && !soughtBy(member).includes(genderFromWire(body.seeks))) return empty
      const area = await areaOf(deps, member, country, place, filters)
      // Five pages further than the requested one, so that the links to them are shown.
      const { sizes, total, hasMore, search, ...known } = await deps.counts.of(
        area,
        body.mode,
        (hook ? 1 : page + 5) * perPage,
      )
      const counted = { ...empty, totalMembers: total, hasMore }
      if (hook) return { ...counted, hook }
      if (total === 0 && Object.keys(filters).length > 0)
        return { ...empty, ...(await relaxFilters(deps, area, body.mode)) }
      // The deck leaves out whom the viewer has decided on, and starts again each time.
      const reading = body.mode === 'find' ? readings.of(search, page, hasMore ? undefined : sizes) : undefined
      const plans = planPage(page, perPage, reading?.sizes ?? sizes)
      if (!isWithinList(page, perPage) || plans.every(({ places }) => places.length === 0)) return counted
      const mayLag = deps.reads.mayLag(member.memberId)
      const beginning = page > 1 ? reading?.beginning(page) : undefined
      const start = { ...known, isRead: reading !== undefined, beginning }
      const reader = deps.reads.of(member.memberId)
      const { rows: seen, lasts } = await readPage(reader, area, body.mode, plans, start, cardFacts, deps.clock())
      reading?.end(page, lasts)
      const rows = mayLag ? await recheckVisibility(deps.pool, area, seen) : seen
      const asSeen = viewing(member)
      const members = rows.map((row) => ({
        ...toMemberCard(row, 'card', asSeen),
        ...(body.mode === 'match' ? { interests: interestsOnCard(row.interests ?? [], row.own_interests ?? []) } : {}),
      }))
      return { ...counted, members }
    },
    { onlyReads: true },
  )

  http.bind(
    routes.totalRegion,
    async ({ body, member }) => {
      const { country } = body
      const regionId = body.region === undefined ? null : regionNamed(deps.geo, country, body.region)
      const area = await areaOf(deps, member, country, { regionId, cityId: null }, {})
      const count = await countActive(deps.reads.of(member.memberId), area, deps.clock(), mostCounted + 1)
      const mayLeave = await mayLeaveHome(deps, member)
      // Only where they may look: it would otherwise say when the first member of any region signs up.
      const isOpen = country === member.country && (regionId === member.regionId || mayLeave)
      const isEmpty = count === 0 && isOpen && (await peopleIn(deps, member, country, regionId)) === 0
      return { ...found(count, count > mostCounted), isEmpty, mayLeave }
    },
    { onlyReads: true },
  )

  http.bind(routes.saveFilters, async ({ body, member }) => {
    own(member, body.trackerId)
    await lookedAt(deps, member)
    await saveFilters(deps.db, member.memberId, body.filters)
    deps.counts.invalidate(member.memberId)
    deps.realtime.refresh(member.memberId)
    return { filters: body.filters }
  })

  http.bind(
    routes.countFiltered,
    async ({ body, member }) => {
      own(member, body.trackerId)
      const place = searchPlace(deps.flows.of(member.brandId, member.flowId), member.level, member, member.search)
      const area = await areaOf(deps, member, member.country, { ...place, cityId: null }, body.filters)
      const { total, hasMore } = await deps.counts.of(area, body.mode)
      return { ...found(total, hasMore), isEmpty: total === 0 }
    },
    { onlyReads: true },
  )

  http.bind(routes.savePlace, async ({ body, member }) => {
    own(member, body.trackerId)
    const place = placeToKeep(deps.geo, member, body)
    const leftRegionId = await leaveHomeFor(deps, member, place)
    await lookedAt(deps, member)
    await savePlace(deps.db, member.memberId, place, leftRegionId)
    deps.counts.invalidate(member.memberId)
    deps.realtime.refresh(member.memberId)
    const { regionId, cityId } = place ?? member
    return { searchRegion: deps.geo.regionName(regionId), searchCity: deps.geo.cityName(cityId) }
  })

  savedRoutes(http, deps)
  starterRoutes(http, deps)

  http.bind(routes.picks, async ({ body, member }) => {
    own(member, body.trackerId)
    const asSeen = viewing(member)
    const picks = (await picksOf(deps, member)).map((row) => ({
      ...toMemberCard(row, 'card', asSeen),
      reasons: [...row.reasons],
      sharedInterests: row.sharedInterests,
    }))
    return { picks }
  })

  http.bind(routes.angel, async ({ params, member }) => {
    if (!isUuid(params.memberId)) return []
    const row = await oneCard(deps.pool, member.memberId, params.memberId, member.poolId)
    if (!row) return []
    const isOwn = row.id === member.memberId
    const reader = deps.reads.of(member.memberId)
    const [photos, prompts, likedAnswer, choices, hasPhone, facts] = await Promise.all([
      approvedPhotos(reader, row.id),
      promptsOf(reader, row.id),
      row.liked_you ? likedAnswerOf(reader, member.memberId, row.id) : null,
      choicesOf(reader, [row.id, member.memberId]),
      member.mayReachOthers && showsPhone(deps.db, member, row.id),
      factsShown(reader, row.id),
    ])
    return [
      {
        ...toMemberCard(row, 'full', viewing(member)),
        genderShown: shownGender(row.gender, row.gender_word, row.hides_gender_word),
        gallery: photos.map(({ id, thumbhash }) => ({ url: deps.photos.url(id, 'full'), thumbhash })),
        prompts: prompts.map(({ id, answer }) => ({ id, answer: maskContacts(answer) })),
        likedAnswer,
        hasPhone,
        facts,
        visitedYou: row.visited_you,
        writable: row.writable,
        // On one's own page, nothing is marked as in common.
        ...besideOwn(choices(row.id), isOwn ? { intent: null, interests: [] } : choices(member.memberId)),
      },
    ]
  })

  http.bind(routes.showPhone, async ({ params, member }) => {
    const row = await oneCard(deps.pool, member.memberId, params.memberId, member.poolId)
    const number = row && (await showPhone(deps.db, member, row.id, deps.clock()))
    if (number === undefined) throw notFound()
    return { number }
  })

  function viewing(member: Principal): Viewing {
    return {
      places: deps.geo,
      cell: deps.geo.cellOf(member.cityId),
      photos: deps.photos,
      now: deps.clock(),
      timeZone: timeZoneOf(member.country),
    }
  }
}
