import { sql } from 'kysely'
import type { Geo } from '../geo/index.ts'
import { insertFindable } from '../members/index.ts'
import { postSystemMessage } from '../outreach/index.ts'
import type { Database } from '../../platform/database.ts'
import type { Storage } from '../../platform/storage.ts'
import { memberFixtures, type SampleMember } from './fixtures.ts'
import { createRng } from './rng.ts'
import { writeChoices } from './write-choices.ts'
import { writeConversations } from './write-conversations.ts'
import { hasPortraits, type Membership, writeMembers, writePortraits, writeWallets } from './write-members.ts'
import { groupOf, matchGroupOf, writeReactions, writeWelcome } from './write-reactions.ts'
import { writeReviews } from './write-reviews.ts'

/** Another seed is another two thousand people. */
const seed = 'incontro 1'

/** The same for everybody who can be signed in as: it is printed at the start and protects nothing. */
export const demoPassword = 'incontro-demo'

export interface LoadDeps {
  readonly db: Database
  readonly storage: Storage
  readonly geo: Pick<Geo, 'regionByName' | 'cityByName'>
  readonly brandOf: (brandId: string) => { readonly domain: string; readonly reviewLocale: string } & Membership
  readonly hashPassword: (password: string) => Promise<string>
}

/** Fills a database that has no demo yet: all of it or nothing. @returns how many members it made, 0 when the demo is there. */
export async function loadDemo({ db, storage, geo, brandOf, hashPassword }: LoadDeps, now: Date): Promise<number> {
  const members = memberFixtures({ seed, geo, domainOf: (brandId) => brandOf(brandId).domain, now })
  if (await db.selectFrom('demo_installations').select('mark').executeTakeFirst()) {
    // The database outlived the data folder: the same people are drawn again.
    if (!(await hasPortraits(storage, members))) await writePortraits(storage, members)
    return 0
  }
  const [passwordHash] = await Promise.all([hashPassword(demoPassword), writePortraits(storage, members)])
  const made = await db.transaction().execute(async (tx) => {
    // Of two programs that start at once the second waits here for the first and then finds its work done.
    const mark = await tx
      .insertInto('demo_installations')
      .values({ mark: true, loaded_at: now, seed })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (mark.numInsertedOrUpdatedRows !== 1n) return 0
    await writeMembers(tx, members, (member) => brandOf(member.brandId), passwordHash, now)
    await writeChoices(tx, members, seed)
    await insertFindable(tx, sql`m.sample`, sql`${now}::timestamptz`)
    await writeWallets(tx, members)
    await writeReactions(tx, members, seed, now)
    const groups = Map.groupBy(members, groupOf)
    for (const login of members.filter((member) => member.login)) {
      const others = othersFor(login, groups.get(matchGroupOf(login)) ?? [])
      // Registering writes it to everybody else.
      await postSystemMessage(tx, {
        memberId: login.id,
        conversation: '000000',
        kind: 'benvenuto',
        facts: {},
        at: login.createdAt,
      })
      const met = await writeConversations(tx, login, others, brandOf(login.brandId).poolId, now)
      await writeWelcome(
        tx,
        login,
        others.filter((other) => !met.includes(other)),
        now,
      )
    }
    const brandIds = [...new Set(members.map((member) => member.brandId))]
    await writeReviews(
      tx,
      brandIds.map((key) => ({ key, locale: brandOf(key).reviewLocale })),
      now,
    )
    return members.length
  })
  // Plans made on empty tables would stay slow until the next round of autovacuum.
  await sql`analyze members, member_emails, member_clickids, member_photos, discovery_entries, profile_choices, profile_prompts, wallets, ledger_transfers, reactions, visits, notifications, reviews, inbox, messages`.execute(
    db,
  )
  return made
}

/** Those of the login's own region and age first. */
function othersFor(login: SampleMember, group: readonly SampleMember[]): SampleMember[] {
  const shuffled = createRng(`${seed} partners ${login.id}`).some(
    group.filter((member) => !member.login),
    group.length,
  )
  const distance = (member: SampleMember): number =>
    (member.regionId === login.regionId ? 0 : 100) + Math.abs(member.age - login.age)
  return shuffled.toSorted((a, b) => distance(a) - distance(b))
}
