import { createHash } from 'node:crypto'
import { timeZoneOf, type PromptId, type SearchFilters } from '@incontro/contract'
import { sql } from 'kysely'
import type { Principal } from '#platform/caller.ts'
import type { Reader } from '#platform/database/replica.ts'
import { dayIn } from '#modules/calendar/index.ts'
import { choicesOf, lockMember, searchPlace } from '#modules/members/index.ts'
import { areaOf } from '../area.ts'
import { asOthersRead, cardJoins, type CardRow, factColumns, viewColumns } from '../cards.ts'
import { firstEntries, listedAs, soughtBy } from '../pairs.ts'
import { type Area, listed, maySee, statement } from '../queries.ts'
import type { DiscoveryDeps } from '../deps.ts'
import { type Candidate, choosePicks, type Common, type Facts, inCommon, saysAnything } from './choose.ts'

type Deps = Pick<DiscoveryDeps, 'db' | 'pool' | 'reads' | 'geo' | 'flows' | 'clock'>

/** Of each half of the list, how many members are looked at, those online last first. */
const lookedAt = 100

/**
 * The members picked for a member's present day, in order, with what the two have in common now. The first request of
 * the day that finds people decides, and one that finds none is not repeated within the hour; who may not be seen any more, or was passed since, is left out without a replacement.
 */
export async function picksOf(deps: Deps, member: Principal): Promise<readonly (CardRow & Common)[]> {
  const day = dayIn(deps.clock(), timeZoneOf(member.country))
  if (!(await isDecided(deps.pool, member.memberId, day))) await decide(deps, member, day)
  const rows = await shownOf(deps.pool, member, day)
  const facts = await factsOf(deps.pool, [member.memberId, ...rows.map(({ id }) => id)])
  const own = { ...facts(member.memberId), cityId: member.cityId }
  return rows.flatMap((row) => {
    const common = inCommon(own, { ...facts(row.id), cityId: row.city_id })
    return common.reasons.length === 0 ? [] : [{ ...row, ...common }]
  })
}

async function isDecided(reader: Reader, memberId: string, day: string): Promise<boolean> {
  const { rows } = await reader.query({
    name: 'picks decided',
    text: 'select from daily_picks where member_id = $1 and day = $2::date limit 1',
    values: [memberId, day],
  })
  return rows.length > 0
}

/** Under the lock on the member's row, so that two requests at once agree. */
async function decide(deps: Deps, member: Principal, day: string): Promise<void> {
  const { memberId } = member
  const facts = await factsOf(deps.pool, [memberId])
  const own = { ...facts(memberId), cityId: member.cityId }
  // Newcomers have nothing in common with anyone yet, and each visit of the list would look again.
  if (!saysAnything(own)) return
  const area = await areaOfPicks(deps, member)
  if (area === undefined) return
  const search = createHash('sha256')
    .update(JSON.stringify([day, own, area]))
    .digest()
  if (await wasInVain(deps, memberId, search)) return
  const ids = choosePicks(own, await candidatesOf(deps, area, own.prompts)).map(({ id }) => id)
  if (ids.length === 0) return rememberInVain(deps, memberId, search)
  await deps.db.transaction().execute(async (tx) => {
    await lockMember(tx, memberId)
    await sql`
      insert into daily_picks (member_id, day, place, other_id, created_at)
      select ${memberId}, ${day}::date, p.place, m.id, ${deps.clock()}
      from unnest(${ids}::uuid[]) with ordinality p(id, place) join members m on m.id = p.id
      where not exists (select from daily_picks d where d.member_id = ${memberId} and d.day = ${day}::date)`.execute(tx)
  })
}

/** For so long a search that found no picks is not made again, unless the member asks or says something else. */
const inVainForMs = 3_600_000

async function wasInVain({ pool, clock }: Deps, memberId: string, search: Buffer): Promise<boolean> {
  const { rows } = await pool.query({
    name: 'picks in vain',
    text: 'select from empty_picks where member_id = $1 and search = $2 and looked_at > $3',
    values: [memberId, search, new Date(clock().getTime() - inVainForMs)],
  })
  return rows.length > 0
}

async function rememberInVain({ db, clock }: Deps, memberId: string, search: Buffer): Promise<void> {
  const looked = { search, looked_at: clock() }
  await db
    .insertInto('empty_picks')
    .values({ member_id: memberId, ...looked })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(looked))
    .execute()
}

/** What holds for a moment says nothing of who fits. */
const lasting = ({ online: _online, isNew: _isNew, ...filters }: SearchFilters): SearchFilters => filters

/** Where the caller's search looks; undefined for a member without a region, who has not finished signing up. */
async function areaOfPicks(deps: Deps, member: Principal): Promise<Area | undefined> {
  if (member.regionId === null) return undefined
  const flow = deps.flows.of(member.brandId, member.flowId)
  const place = searchPlace(flow, member.level, member, member.search)
  return areaOf(deps, member, member.country, { ...place, cityId: null }, lasting(member.search.filters))
}

/**
 * Members whom the caller's search finds and whose own search finds the caller, those online last first. Left out are
 * all whom the caller has liked, passed or written with, and those picked before.
 */
async function candidatesOf(deps: Deps, area: Area, ownPrompts: readonly PromptId[]): Promise<readonly Candidate[]> {
  const { values, put } = statement()
  const { conditions, ofArea } = listed(area, 'find', deps.clock(), put)
  const prompts = put(ownPrompts)
  const columns = 'e.member_id, e.city_id, e.intent, e.interests, e.active_at'
  const part = (fresh: boolean): string => {
    const where = `${conditions} and e.is_new = ${fresh}
       and not exists (select from reactions z where z.member_id = $1 and z.other_id = e.member_id)
       and not exists (select from inbox i where i.member_id = $1 and i.other_id = e.member_id)
       and not exists (select from daily_picks d where d.member_id = $1 and d.other_id = e.member_id)`
    return firstEntries(ofArea('e'), where, { columns, kept: columns }, `limit ${lookedAt}`, String(lookedAt))
  }
  const { rows } = await deps.reads.of(area.viewerId).query<Candidate>(
    `select t.member_id as id, t.city_id as "cityId", t.intent, t.interests,
       array(select q.prompt from profile_prompts q where q.member_id = t.member_id and q.prompt = any(${prompts}::text[])) as prompts
     from (${part(false)} union all ${part(true)}) t order by t.active_at desc, t.member_id`,
    values,
  )
  return rows
}

/** The picks of a day that the caller may still see, and has not passed. */
async function shownOf(reader: Reader, member: Principal, day: string): Promise<readonly CardRow[]> {
  const { rows } = await reader.query<CardRow>({
    name: 'picks of a day',
    text: `select ${viewColumns}, ${factColumns} from daily_picks d join members m on m.id = d.other_id ${cardJoins}
      where d.member_id = $1 and d.day = $2::date and ${maySee}
        and (m.gender = any($4::text[]) or m.listed_in_both) and (m.seeks = any($5::text[]) or m.seeks_both)
        and exists (select from discovery_entries e where e.member_id = m.id)
        and not exists (select from reactions z where z.member_id = $1 and z.other_id = m.id and z.kind = 'dislike')
      order by d.place`,
    values: [member.memberId, day, member.poolId, soughtBy(member), listedAs(member)],
  })
  return rows.map(asOthersRead)
}

const noPrompts: readonly PromptId[] = []

async function factsOf(
  reader: Reader,
  memberIds: readonly string[],
): Promise<(memberId: string) => Omit<Facts, 'cityId'>> {
  const [choices, { rows }] = await Promise.all([
    choicesOf(reader, memberIds),
    reader.query<{ member_id: string; prompts: PromptId[] }>({
      name: 'answered prompts',
      text: 'select member_id, array_agg(prompt) as prompts from profile_prompts where member_id = any($1::uuid[]) group by member_id',
      values: [memberIds],
    }),
  ])
  return (memberId) => ({
    intent: choices(memberId).intent,
    interests: choices(memberId).interests,
    prompts: rows.find((row) => row.member_id === memberId)?.prompts ?? noPrompts,
  })
}
