import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { FreeCreditDeps } from './deps.ts'
import { refillAfter } from './refill-after.ts'
import { largestId, smallestId } from '#platform/ids.ts'

/** Entries are dated at the start of their transaction: runs overlap, to include those that committed later. */
const overlapMs = 120_000
/** After a longer pause of the job, the round through all members finds the rest. */
const longestMs = 3_600_000
/** Rows per statement. */
const batch = 2000
const accounts = ['likes', 'icebreakers'] as const

interface Candidate {
  readonly member_id: string
  readonly brand_id: string
  readonly flow_id: string
  readonly country: string
  readonly likes: number
  readonly icebreakers: number
}

/**
 * Finds free members who have fewer likes or icebreakers than their flow gives, and starts their wait. Members who
 * spent something are found by recent ledger entries; those who fell below in another way (a plan ended, the flow's
 * number grew) by a round through all wallets, of which each run does a part.
 */
export async function findWaiting(
  deps: Pick<FreeCreditDeps, 'db' | 'brands' | 'flows' | 'clock'>,
  wallets = 50_000,
): Promise<void> {
  const { db, brands, flows } = deps
  const now = deps.clock()
  const most = { likes: 0, icebreakers: 0 }
  for (const { key } of brands.list)
    for (const flow of flows.all(key))
      for (const account of accounts) most[account] = Math.max(most[account], flow.refill[account]?.upTo ?? 0)
  const { after, since } = await progress(db, now)
  const last = await endOfPart(db, after, wallets)
  const candidates = [...(await inWallets(db, most, { after, last })), ...(await amongSpenders(db, most, since))]
  const waiting = candidates.flatMap((member) => {
    const { refill } = flows.of(member.brand_id, member.flow_id)
    return accounts.flatMap((account) => {
      const rule = refill[account]
      if (!rule || member[account] >= rule.upTo) return []
      return [{ member_id: member.member_id, account, due_at: refillAfter(now, rule, member.country) }]
    })
  })
  for (let n = 0; n < waiting.length; n += batch) await startWaiting(db, waiting.slice(n, n + batch))
  const values = { after_member: last, spent_until: now }
  await db
    .insertInto('refill_progress')
    .values(values)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute()
}

async function progress(db: Database, now: Date): Promise<{ after: string | null; since: Date }> {
  const row = await db.selectFrom('refill_progress').select(['after_member', 'spent_until']).executeTakeFirst()
  const until = row?.spent_until.getTime() ?? 0
  return {
    after: row?.after_member ?? null,
    since: new Date(Math.max(until - overlapMs, now.getTime() - longestMs)),
  }
}

/** The last member of this run's part; null for the remainder. */
async function endOfPart(db: Database, after: string | null, wallets: number): Promise<string | null> {
  const { rows } = await sql<{ member_id: string }>`
    select member_id from wallets where member_id > ${after ?? smallestId}::uuid
    order by member_id offset ${wallets - 1} limit 1`.execute(db)
  return rows[0]?.member_id ?? null
}

type Most = Readonly<Record<(typeof accounts)[number], number>>

const candidate = sql`w.member_id, m.brand_id, m.flow_id, m.country, w.likes, w.icebreakers`
/** Free, and below the highest number of any flow in a credit that is not waiting yet. */
const isCandidate = (most: Most) => sql`m.state = 'active' and m.level = 0 and (
    (w.likes < ${most.likes}
      and not exists (select from credit_refills c where c.member_id = w.member_id and c.account = 'likes'))
    or (w.icebreakers < ${most.icebreakers}
      and not exists (select from credit_refills c where c.member_id = w.member_id and c.account = 'icebreakers')))`

async function inWallets(
  db: Database,
  most: Most,
  { after, last }: { readonly after: string | null; readonly last: string | null },
): Promise<readonly Candidate[]> {
  const { rows } = await sql<Candidate>`
    select ${candidate} from wallets w join members m on m.id = w.member_id
    where w.member_id > ${after ?? smallestId}::uuid and w.member_id <= ${last ?? largestId}::uuid
      and ${isCandidate(most)}`.execute(db)
  return rows
}

async function amongSpenders(db: Database, most: Most, since: Date): Promise<readonly Candidate[]> {
  const { rows } = await sql<Candidate>`
    with spenders as materialized (
      select distinct member_id from ledger_transfers
      where created_at >= ${since} and from_account in ('wallet:likes', 'wallet:icebreakers'))
    select ${candidate} from spenders s
      -- By key each: how many they are is not known when the plan is made, which would read all members.
      cross join lateral (select w.member_id, w.likes, w.icebreakers from wallets w where w.member_id = s.member_id limit 1) w
      cross join lateral (
        select m.brand_id, m.flow_id, m.country, m.state, m.level from members m where m.id = s.member_id limit 1) m
    where ${isCandidate(most)}`.execute(db)
  return rows
}

async function startWaiting(
  db: Database,
  rows: readonly { readonly member_id: string; readonly account: string; readonly due_at: Date }[],
): Promise<void> {
  // A member erased meanwhile has no wallet.
  await sql`
    insert into credit_refills (member_id, account, due_at)
    select w.member_id, n.account, n.due_at
    from unnest(${rows.map((row) => row.member_id)}::uuid[], ${rows.map((row) => row.account)}::text[],
      ${rows.map((row) => row.due_at)}::timestamptz[]) as n (member_id, account, due_at)
      join wallets w on w.member_id = n.member_id
    on conflict (member_id, account) do nothing`.execute(db)
}
