import { sql } from 'kysely'
import { move } from '#server/modules/credits/index.ts'
import { createSessions } from '#server/modules/identity/index.ts'
import { createMember, refreshFindable } from '#server/modules/members/index.ts'
import type { DatabaseHandle } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

export interface Person {
  readonly id: string
  readonly clickid: string
  readonly token: string
}

/** Transactions at a time: with one, ten thousand members took longer than the benchmark that needs them. */
const concurrent = 4

/** Creates signed-in members of the local brand at level 1 with credits to spend. The geography has to be loaded. */
export async function makePeople(
  database: DatabaseHandle,
  count: number,
  gender: 'man' | 'woman',
  creditsEach: number,
): Promise<Person[]> {
  const { db, pool } = database
  const sessions = createSessions(pool, () => new Date())
  const region = await db
    .selectFrom('geo_regions')
    .select('id')
    .where('country', '=', 'IT')
    .where('name', '=', 'Lazio')
    .executeTakeFirstOrThrow()
  const one = async (n: number): Promise<Person> => {
    const id = newId()
    const at = new Date()
    return db.transaction().execute(async (tx) => {
      const clickid = await createMember(tx, {
        id,
        brandId: 'local',
        poolId: 'local',
        clickid: undefined,
        email: `${id}@bench.example`,
        passwordHash: 'none',
        memberName: `Bench ${n}`,
        gender,
        seeks: gender === 'man' ? 'woman' : 'man',
        age: 30,
        country: 'IT',
        regionId: region.id,
        cityId: null,
        locale: 'it',
        flow: { id: '7', version: 'bench', doubleOptIn: true },
        source: 'bench',
        campid: null,
        gift: { messages: 0, icebreakers: 0, likes: 0 },
        at,
      })
      await sql`update members set level = 1, email_confirmed_at = now() where id = ${id}`.execute(tx)
      await move(tx, {
        memberId: id,
        brandId: 'local',
        account: 'messages',
        house: 'sales',
        amount: creditsEach,
        key: 'bench',
        at,
      })
      await refreshFindable(tx, id)
      const { token } = await sessions.open(tx, { memberId: id, brandId: 'local', device: 'bench', at })
      return { id, clickid: clickid ?? '', token }
    })
  }
  const people: Person[] = []
  for (let n = 0; n < count; n += concurrent)
    people.push(...(await Promise.all(Array.from({ length: Math.min(concurrent, count - n) }, (_, at) => one(n + at)))))
  return people
}
