import { mostSavedSearches, type SavedSearch, type SearchFilters } from '@incontro/contract'
import { sql } from 'kysely'
import type { Principal, SearchPlace } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import type { Flows } from '#modules/flows/index.ts'
import { keptPlace, lockMember, readFilters, saveSearch, searchPlace } from '#modules/members/index.ts'
import { areaOf } from '../area.ts'
import { leaveHomeFor } from '../leaving.ts'
import { countNewest } from '../queries.ts'
import type { DiscoveryDeps } from '../deps.ts'

type Deps = Pick<DiscoveryDeps, 'db' | 'reads' | 'geo' | 'flows' | 'counts' | 'clock'>

interface Stored {
  readonly id: string
  readonly name: string | null
  readonly filters: SearchFilters
  /** Null for where they live. */
  readonly place: SearchPlace | null
  readonly seenAt: Date
  readonly isCurrent: boolean
}

/** Where the member searches now; null for where they live. */
function placeInUse(flows: Flows, member: Principal): SearchPlace | null {
  const { place } = member.search
  const at = searchPlace(flows.of(member.brandId, member.flowId), member.level, member, member.search)
  return at === place ? place : null
}

/** SQL condition on `saved_searches`: the current search. */
function isInUse(flows: Flows, member: Principal) {
  const place = placeInUse(flows, member)
  return sql<boolean>`(filters = ${JSON.stringify(member.search.filters)}::jsonb
    and region_id is not distinct from ${place?.regionId ?? null}::int and city_id is not distinct from ${place?.cityId ?? null}::int
    and whole_country = ${place !== null && place.regionId === null})`
}

async function storedOf(executor: Executor, flows: Flows, member: Principal): Promise<Stored[]> {
  const rows = await executor
    .selectFrom('saved_searches')
    .select([
      'id',
      'name',
      'filters',
      'region_id',
      'city_id',
      'whole_country',
      'seen_at',
      isInUse(flows, member).as('is_current'),
    ])
    .where('member_id', '=', member.memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    filters: readFilters(row.filters),
    place: keptPlace({
      search_region_id: row.region_id,
      search_city_id: row.city_id,
      whole_country: row.whole_country,
    }),
    seenAt: row.seen_at,
    isCurrent: row.is_current,
  }))
}

/** The member's saved searches, oldest first, each with the number of matching sign-ups since it was last viewed. */
export async function savedSearchesOf(deps: Deps, member: Principal): Promise<SavedSearch[]> {
  const { db, reads, geo, flows, clock } = deps
  const searches: SavedSearch[] = []
  // Sequentially, so that one member uses one connection.
  for (const { id, name, filters, place, seenAt, isCurrent } of await storedOf(db, flows, member)) {
    const { regionId, cityId } = place ?? member
    const area = await areaOf({ reads, geo }, member, member.country, { regionId, cityId }, filters)
    const { newMembers, hasMore } = isCurrent
      ? { newMembers: 0, hasMore: false }
      : await countNewest(reads.of(member.memberId), area, seenAt, clock())
    const names = { region: geo.regionName(regionId), city: geo.cityName(cityId) }
    searches.push({ id, name, filters, ...names, isCurrent, newMembers, hasMore })
  }
  return searches
}

/** Saves the current search. One that is saved already stays unchanged. @throws Failure 409 `too_many_searches` */
export async function keepSearch({ db, flows, clock }: Deps, member: Principal, name: string | null): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockMember(tx, member.memberId)
    const known = await storedOf(tx, flows, member)
    if (known.some(({ isCurrent }) => isCurrent)) return
    if (known.length >= mostSavedSearches)
      throw new Failure(409, 'too_many_searches', {
        message: `At most ${mostSavedSearches} searches are kept: delete one first`,
      })
    const place = placeInUse(flows, member)
    const at = clock()
    await tx
      .insertInto('saved_searches')
      .values({
        member_id: member.memberId,
        id: newId(),
        name,
        filters: JSON.stringify(member.search.filters),
        region_id: place?.regionId ?? null,
        city_id: place?.cityId ?? null,
        whole_country: place !== null && place.regionId === null,
        seen_at: at,
        created_at: at,
      })
      .execute()
  })
}

/** Marks the current search as viewed until now; call before another replaces it. */
export const lookedAt = ({ db, flows, clock }: Deps, member: Principal): Promise<void> =>
  markLookedAt(db, flows, member, clock())

async function markLookedAt(executor: Executor, flows: Flows, member: Principal, at: Date): Promise<void> {
  await executor
    .updateTable('saved_searches')
    .set({ seen_at: at })
    .where('member_id', '=', member.memberId)
    .where(isInUse(flows, member))
    .execute()
}

/**
 * Makes a saved search the current one.
 * @throws Failure 404; 403 `cambia_regione` where it is elsewhere than at home and the member may not
 */
export async function openSearch(
  deps: Deps,
  member: Principal,
  id: string,
): Promise<Pick<Stored, 'filters' | 'place'>> {
  const { db, flows, clock } = deps
  const search = (await storedOf(db, flows, member)).find((one) => one.id === id)
  if (!search) throw notFound()
  const { filters, place } = search
  const leftRegionId = await leaveHomeFor(deps, member, place)
  return db.transaction().execute(async (tx) => {
    await saveSearch(tx, member.memberId, { filters, place, leftRegionId })
    await markLookedAt(tx, flows, member, clock())
    await tx
      .updateTable('saved_searches')
      .set({ seen_at: clock() })
      .where('member_id', '=', member.memberId)
      .where('id', '=', id)
      .execute()
    return { filters, place }
  })
}

/** @throws Failure 404 */
export async function nameSearch({ db }: Deps, memberId: string, id: string, name: string | null): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('saved_searches')
    .set({ name })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}

/** @throws Failure 404 */
export async function removeSearch({ db }: Deps, memberId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_searches')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound()
}
