import { sql } from 'kysely'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Geo } from '#modules/geo/index.ts'
import { insertFindable } from '#modules/members/index.ts'
import { postSystemMessage } from '#modules/outreach/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Storage } from '#platform/storage.ts'
import { memberFixtures, type SampleMember } from './fixtures.ts'
import { createRng } from './rng.ts'
import { writeCasePictures, writeCases } from './write-cases.ts'
import { writeChoices } from './write-choices.ts'
import { writeConversations } from './write-conversations.ts'
import { hasPortraits, type Membership, writeMembers, writePortraits, writeWallets } from './write-members.ts'
import { groupOf, matchGroupOf, writeReactions, writeWelcome } from './write-reactions.ts'
import { writeOrders } from './write-orders.ts'
import { writeReviews } from './write-reviews.ts'

/** Another seed gives other members. */
const seed = 'incontro 1'

/** The same for all logins: it is printed at the start and protects nothing. */
export const demoPassword = 'incontro-demo'

export interface LoadDeps {
  readonly db: Database
  readonly storage: Storage
  readonly geo: Pick<Geo, 'regionByName' | 'cityByName'>
  readonly brandOf: (brandId: string) => { readonly domain: string; readonly reviewLocale: string } & Membership
  /** Whether the brand's members are in this database. */
  readonly isServed: (brandId: string) => boolean
  readonly hashPassword: (password: string) => Promise<string>
  /** The brand and the flow that orders are made in. */
  readonly shop: Parameters<typeof writeOrders>[1]
}

/** Fills a database without a demo, all or nothing. @returns the number of inserted members, 0 when the demo exists */
export async function loadDemo(
  { db, storage, geo, brandOf, isServed, hashPassword, shop }: LoadDeps,
  now: Date,
): Promise<number> {
  const everybody = memberFixtures({ seed, geo, domainOf: (brandId) => brandOf(brandId).domain, now })
  const members = everybody.filter(({ brandId }) => isServed(brandId))
  if (members.length === 0) return 0
  if (await db.selectFrom('demo_installations').select('mark').executeTakeFirst()) {
    // The database outlived the data folder: the pictures are drawn again, identically.
    if (!(await hasPortraits(storage, members))) await writePictures(storage, members)
    return 0
  }
  const [passwordHash] = await Promise.all([hashPassword(demoPassword), writePictures(storage, members)])
  const made = await db.transaction().execute(async (tx) => {
    // Of two processes that start together, the second waits here and then finds the demo loaded. On a busy machine that
    // takes longer than a statement may.
    await sql`set local statement_timeout = '2min'`.execute(tx)
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
      // As for every newly registered member.
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
    const brandIds = [...new Set(members.filter(({ login }) => login).map((member) => member.brandId))]
    await writeReviews(
      tx,
      brandIds.map((key) => ({ key, locale: brandOf(key).reviewLocale })),
      now,
    )
    await writeOrders(tx, shop, withLogins(members), now)
    await writeCases(tx, (brandId) => brandOf(brandId).domain, withLogins(members), now)
    // The console shows the days before this one, too.
    await addJob(tx, 'insight-count-days', {})
    return members.length
  })
  // Plans made on empty tables would stay slow until the next autovacuum.
  await sql`analyze members, member_emails, member_clickids, member_photos, discovery_entries, profile_choices, profile_prompts, wallets, ledger_transfers, reactions, visits, notifications, reviews, inbox, messages, payment_attempts, invoices, cases, reports`.execute(
    db,
  )
  return made
}

/** Members of the brands that have logins. */
function withLogins(members: readonly SampleMember[]): SampleMember[] {
  const brandIds = new Set(members.filter(({ login }) => login).map(({ brandId }) => brandId))
  return members.filter(({ brandId }) => brandIds.has(brandId))
}

async function writePictures(storage: Storage, members: readonly SampleMember[]): Promise<void> {
  await writePortraits(storage, members)
  await writeCasePictures(storage, withLogins(members))
}

/** Sorted by region and age: the most similar to the login first. */
function othersFor(login: SampleMember, group: readonly SampleMember[]): SampleMember[] {
  const shuffled = createRng(`${seed} partners ${login.id}`).some(
    group.filter((member) => !member.login),
    group.length,
  )
  const distance = (member: SampleMember): number =>
    (member.regionId === login.regionId ? 0 : 100) + Math.abs(member.age - login.age)
  return shuffled.toSorted((a, b) => distance(a) - distance(b))
}
