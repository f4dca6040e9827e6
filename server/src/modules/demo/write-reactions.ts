import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import type { SampleMember } from './fixtures.ts'
import { createRng, sampleId } from './rng.ts'

interface Pair {
  readonly from: SampleMember
  readonly to: SampleMember
  readonly at: Date
}

/** Key of members who could meet: of one brand and country, each what the other looks for. */
export function groupOf(member: SampleMember): string {
  return `${member.brandId} ${member.country} ${member.gender} ${member.seeks}`
}
export function matchGroupOf(member: SampleMember): string {
  return `${member.brandId} ${member.country} ${member.seeks} ${member.gender}`
}

/** Inserts likes and visits among the samples. Members of level 0 would have to pay, so only the others like. */
export async function writeReactions(tx: Tx, members: readonly SampleMember[], seed: string, now: Date): Promise<void> {
  const groups = Map.groupBy(members, groupOf)
  const likes: Pair[] = []
  const visits: Pair[] = []
  for (const from of members) {
    const rng = createRng(`${seed} reactions ${from.number}`)
    const others = (groups.get(matchGroupOf(from)) ?? []).filter((other) => other !== from && !other.login)
    const seen = from.login
      ? []
      : rng.some(others.length > 60 ? Array.from({ length: 12 }, () => rng.pick(others)) : others, 4)
    for (const to of new Set(seen)) {
      const at = new Date(now.getTime() - rng.between(10, 40_000) * 60_000)
      visits.push({ from, to, at })
      if (from.level > 0 && rng.chance(0.5)) likes.push({ from, to, at })
    }
  }
  await insertLikes(tx, likes)
  await insertVisits(tx, visits)
}

/** Inserts likes and visits that a login finds at the first sign-in, the newest unseen. */
export async function writeWelcome(
  tx: Tx,
  login: SampleMember,
  admirers: readonly SampleMember[],
  now: Date,
): Promise<void> {
  const likes = admirers
    .filter((member) => member.level > 0)
    .slice(0, 7)
    .map((from, at) => ({ from, to: login, at: new Date(now.getTime() - (25 + at * 260) * 60_000) }))
  const visits = admirers
    .slice(3, 12)
    .map((from, at) => ({ from, to: login, at: new Date(now.getTime() - (9 + at * 330) * 60_000) }))
  await insertLikes(tx, likes)
  await insertVisits(tx, visits)
  const rows = [
    ...likes.map((pair, at) => ({ ...pair, kind: 'like', seen: at >= 4 })),
    ...visits.map((pair, at) => ({ ...pair, kind: 'visit', seen: at >= 5 })),
  ]
  await tx
    .insertInto('notifications')
    .values(
      rows.map(({ from, kind, at, seen }) => ({
        member_id: login.id,
        id: sampleId(kind, `${from.id} ${login.id}`),
        kind,
        actor_id: from.id,
        created_at: at,
        read_at: seen ? new Date(at.getTime() + 3_600_000) : null,
      })),
    )
    .execute()
}

async function insertLikes(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  await sql`
    insert into reactions (member_id, other_id, kind, created_at)
    select f, t, 'like', at from unnest(${pairs.map(({ from }) => from.id)}::uuid[], ${pairs.map(({ to }) => to.id)}::uuid[], ${pairs.map(({ at }) => at)}::timestamptz[]) as x (f, t, at)
    on conflict do nothing`.execute(tx)
}

async function insertVisits(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  await sql`
    insert into visits (member_id, other_id, last_at)
    select * from unnest(${pairs.map(({ from }) => from.id)}::uuid[], ${pairs.map(({ to }) => to.id)}::uuid[], ${pairs.map(({ at }) => at)}::timestamptz[])
    on conflict do nothing`.execute(tx)
}
