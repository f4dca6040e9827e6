import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { smallestId } from '#platform/ids.ts'
import { lastActiveOf } from '#modules/members/index.ts'
import { countRest, restDay, type Parts } from './days.ts'
import type { Cell, Group } from './figure.ts'

/** Pool and period of a measurement. Sample members are always left out. */
export interface Period {
  readonly poolId: string
  readonly from: Date
  readonly to: Date
  /** Which part of the period is stored by day; nothing by default. */
  readonly parts?: Parts
}

export const partsIn = ({ from, to, parts }: Period): Parts => parts ?? { days: [], rest: [[from, to]] }

/** What a member can have on their profile, and whose effect is measured. */
export type Step = 'photo' | 'prompts' | 'intent' | 'interests'
/** What is counted by day: first messages or likes by the member who received them. */
export type Received = 'first_messages' | 'likes'

/** What members with each step received, and members without it. */
export type Comparisons = (brandId: string, step: Step, received: Received) => readonly Cell[]

/** Members of a part with or without a step: how many, and sum and squares of what they received. */
interface PartRow {
  readonly last: string | null
  readonly brand_id: string | null
  readonly step: Step
  readonly gender: string
  readonly within: boolean
  readonly with_it: boolean
  readonly n: number
  readonly first_messages: number
  readonly first_messages_squared: number
  readonly likes: number
  readonly likes_squared: number
}

/** Members per statement. */
const partSize = 2000

/**
 * What members with a step of the profile received, against those without, by brand of a pool. Includes members who were
 * findable for the whole period and active in its last month, and who had it from the first day or do not have it.
 * Who completes one step often has a photo too, whose effect must not look like that of the step, so the other steps are
 * compared within members with a photo and within those without. Members are read part by part, all brands and steps
 * together, so that no statement reads more than one part.
 */
export async function compareSteps(db: Executor, period: Period): Promise<Comparisons> {
  const { poolId, from, to } = period
  const { days, rest } = partsIn(period)
  await countRest(db, poolId, rest)
  const found: PartRow[] = []
  for (let after: string | null = smallestId; after !== null;) {
    const { rows }: { rows: PartRow[] } = await sql<PartRow>`
    with part as (
      select m.id, m.brand_id, m.pool_id, m.sample, m.gender, m.looking_for, m.state, m.region_id, m.email_confirmed_at, m.last_active_at
      from members m where m.id > ${after} order by m.id limit ${sql.lit(partSize)}
    ), people as (
      select m.id, m.brand_id, m.gender,
        exists (select from member_photos p where p.member_id = m.id and p.state = 'approved' and p.created_at <= ${from}) as with_photo,
        exists (select from member_photos p where p.member_id = m.id) as has_photo,
        coalesce(c.prompts_since <= ${from}, false) as with_prompts,
        exists (select from profile_prompts q where q.member_id = m.id) as has_prompts,
        coalesce(c.intent_since <= ${from}, false) as with_intent,
        m.looking_for <> '' or c.intent is not null as has_intent,
        coalesce(c.interests_since <= ${from}, false) as with_interests,
        coalesce(cardinality(c.interests), 0) > 0 as has_interests
      from part m left join profile_choices c on c.member_id = m.id
      where m.pool_id = ${poolId} and m.sample is null and m.state = 'active' and m.region_id is not null
        and m.email_confirmed_at <= ${from} and ${sql.raw(lastActiveOf('m'))} >= ${to}::timestamptz - interval '30 days'
    ), counted as (
      select p.brand_id, s.step, p.gender, s.within, s.with_it, count(*)::integer as n,
        sum(g.first_messages)::float8 as first_messages, sum(g.first_messages * g.first_messages)::float8 as first_messages_squared,
        sum(g.likes)::float8 as likes, sum(g.likes * g.likes)::float8 as likes_squared
      from people p cross join lateral (
        select coalesce(sum(d.first_messages), 0) as first_messages, coalesce(sum(d.likes), 0) as likes
        from received_by_day d
        where d.member_id = p.id and d.pool_id = ${poolId} and d.day = any(${[restDay, ...days]}::date[])) g
      cross join lateral (values
        ('photo', p.with_photo, p.has_photo, false), ('prompts', p.with_prompts, p.has_prompts, p.has_photo),
        ('intent', p.with_intent, p.has_intent, p.has_photo), ('interests', p.with_interests, p.has_interests, p.has_photo)
      ) s (step, with_it, has_it, within)
      where s.with_it or not s.has_it
      group by 1, 2, 3, 4, 5
    )
    select ends.last, c.brand_id, c.step, c.gender, c.within, c.with_it, c.n, c.first_messages, c.first_messages_squared,
      c.likes, c.likes_squared
    from (select max(id::text)::uuid as last from part) ends left join counted c on true`.execute(db)
    found.push(...rows.filter(({ brand_id }) => brand_id !== null))
    after = rows[0]?.last ?? null
  }
  const byStep = Map.groupBy(found, (row) => `${row.brand_id} ${row.step}`)
  return (brandId, step, received) => cellsOf(byStep.get(`${brandId} ${step}`) ?? [], received)
}

const cellsOf = (rows: readonly PartRow[], received: Received): readonly Cell[] =>
  [...Map.groupBy(rows, ({ gender, within }) => `${gender} ${within}`).values()].map((ones) => ({
    withIt: groupOf(
      ones.filter((row) => row.with_it),
      received,
    ),
    without: groupOf(
      ones.filter((row) => !row.with_it),
      received,
    ),
  }))

function groupOf(rows: readonly PartRow[], received: Received): Group {
  const total = (value: (row: PartRow) => number): number => rows.reduce((sum, row) => sum + value(row), 0)
  const [n, sum, squares] = [
    total((row) => row.n),
    total((row) => row[received]),
    total((row) => row[`${received}_squared`]),
  ]
  return { n, mean: n === 0 ? 0 : sum / n, variance: n < 2 ? 0 : (squares - (sum * sum) / n) / (n - 1) }
}
