import { type MemberFacts, routes } from '@incontro/contract'
import { maskContacts } from '@incontro/contract/contacts'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { own, type Http } from '#platform/http/bind.ts'
import type { Reader } from '#platform/database/replica.ts'
import { refreshFindable } from './findable.ts'
import { lockMember } from './search-settings.ts'

const nothing: MemberFacts = { children: null, smoking: null, work: null, languages: [], faith: null }

/** What a member says of their life, as they wrote it; undefined if nothing. */
async function factsOf(reader: Reader, memberId: string): Promise<MemberFacts | undefined> {
  const { rows } = await reader.query<MemberFacts>({
    name: 'member facts',
    text: 'select children, smoking, work, languages, faith from member_facts where member_id = $1',
    values: [memberId],
  })
  return rows[0]
}

/** The same as other members read it; null if nothing. */
export async function factsShown(reader: Reader, memberId: string): Promise<MemberFacts | null> {
  const facts = await factsOf(reader, memberId)
  return facts ? { ...facts, work: facts.work && maskContacts(facts.work) } : null
}

type Changes = Partial<MemberFacts>

/** Replaces the given facts. A faith comes with the consent of this moment; without a faith none is kept. */
async function writeFacts(db: Database, memberId: string, changes: Changes, now: Date): Promise<void> {
  const { faith, languages, ...chosen } = changes
  const values = {
    ...chosen,
    ...(languages === undefined ? {} : { languages: [...languages] }),
    ...(faith === undefined ? {} : { faith, faith_consented_at: faith === null ? null : now }),
    changed_at: now,
  }
  await db.transaction().execute(async (tx) => {
    await lockMember(tx, memberId)
    await tx
      .insertInto('member_facts')
      .values({ member_id: memberId, ...values })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
      .execute()
    // A member who says nothing of their life has no row.
    await sql`delete from member_facts where member_id = ${memberId} and children is null and smoking is null
      and work is null and faith is null and languages = '{}'`.execute(tx)
    // Filters ask for facts: searches that have passed the member over look again (decision 041).
    await refreshFindable(tx, memberId)
  })
}

/** The member's own facts: reading and changing them. */
export function factRoutes(
  http: Http,
  deps: {
    readonly db: Database
    readonly pool: Reader
    readonly clock: () => Date
  },
): void {
  http.bind(routes.ownFacts, async ({ params, member }) => {
    own(member, params.trackerId)
    return (await factsOf(deps.pool, member.memberId)) ?? nothing
  })

  http.bind(routes.changeFacts, async ({ params, body: { faithConsent: _consent, ...changes }, member }) => {
    own(member, params.trackerId)
    await writeFacts(deps.db, member.memberId, withoutUndefined(changes), deps.clock())
    return (await factsOf(deps.pool, member.memberId)) ?? nothing
  })
}

const withoutUndefined = (changes: { readonly [Key in keyof Changes]: Changes[Key] | undefined }): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Changes
