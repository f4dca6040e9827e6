import { type Selectable, sql } from 'kysely'
import type { Database, Executor, Tx } from '#platform/database/database.ts'
import type { Case as Row } from '#platform/database/database-types.ts'
import { type CaseKind, foremost } from './rules.ts'

export type Case = Selectable<Row>

/** Who looks at cases of a brand. */
export interface Claimant {
  readonly brandId: string
  /** `staff:ID`. */
  readonly by: string
  /** Sees what colleagues have escalated. */
  readonly isOwner: boolean
  /** Their own accounts as a member, about which others decide. */
  readonly ownMemberIds: readonly string[]
  /** What they reported themselves as a member, and what followed from it. */
  readonly ownSubjectIds: readonly string[]
}

/** A case with its claim, and whether they did not hold it before. */
export type ClaimedCase = Case & { readonly isNew: boolean }

/** A case that is open in a browser is asked for again before this is over. */
const claimMs = 3 * 60_000

/** May be decided by this person: not their own decision, account or report. */
export const mayDecide = ({ by, isOwner, ownMemberIds, ownSubjectIds }: Claimant) => sql<boolean>`
  c.barred is distinct from ${by}
  and (c.escalated_by is null or ${isOwner})
  and (c.member_id is null or c.member_id <> all(${ownMemberIds}::uuid[]))
  and c.subject_id <> all(${ownSubjectIds}::uuid[])`

/** And no colleague looks at it. */
const isTheirs = (who: Claimant, at: Date) => sql<boolean>`
  (c.claimed_until is null or c.claimed_until <= ${at} or c.claimed_by = ${who.by}) and ${mayDecide(who)}`

const isNew = ({ by }: Claimant, at: Date) =>
  sql`(old.claimed_by is distinct from ${by} or old.claimed_until <= ${at}) as "isNew"`

/**
 * Whose turn it is: the foremost, then what is overdue, so that nothing of little risk waits for ever, then the others; by
 * score, and of one score the oldest. Each is the beginning of an index.
 */
const turns = (at: Date) => {
  const byScore = sql`c.risk desc, c.opened_at, c.id`
  return [
    { among: sql<boolean>`c.risk >= ${sql.lit(foremost)}`, order: byScore },
    { among: sql<boolean>`c.due_at <= ${at}`, order: sql`c.due_at, c.id` },
    { among: sql<boolean>`true`, order: byScore },
  ]
}

/**
 * Claims the most urgent case that waits for this person. Two who ask at once get different ones.
 * @param except ids of cases that their browser shows or has prepared
 */
export async function claimNext(
  db: Executor,
  who: Claimant,
  { kinds, except, at }: { readonly kinds: readonly CaseKind[]; readonly except: readonly string[]; readonly at: Date },
): Promise<ClaimedCase | undefined> {
  for (const { among, order } of turns(at)) {
    const { rows } = await sql<ClaimedCase>`
      update cases set claimed_by = ${who.by}, claimed_until = ${new Date(at.getTime() + claimMs)}
      where brand_id = ${who.brandId} and id = (
        select c.id from cases c
        where c.brand_id = ${who.brandId} and c.state = 'open' and ${among} and ${isTheirs(who, at)}
          and c.kind = any(${kinds}::text[]) and c.id <> all(${except}::uuid[])
          and not exists (select from case_skips s where s.brand_id = c.brand_id and s.case_id = c.id and s.staff_id = ${who.by})
        order by ${order} limit 1 for update skip locked)
      returning *, ${isNew(who, at)}`.execute(db)
    if (rows[0]) return rows[0]
  }
  return undefined
}

/**
 * Claims a case that is opened by its address, or keeps it claimed while it is shown.
 * @returns undefined when there is no such case for them: decided, claimed by a colleague, or not theirs to decide
 */
export async function claimCase(db: Executor, who: Claimant, id: string, at: Date): Promise<ClaimedCase | undefined> {
  const { rows } = await sql<ClaimedCase>`
    update cases c set claimed_by = ${who.by}, claimed_until = ${new Date(at.getTime() + claimMs)}
    where c.brand_id = ${who.brandId} and c.id = ${id} and c.state = 'open' and ${isTheirs(who, at)}
    returning *, ${isNew(who, at)}`.execute(db)
  return rows[0]
}

/** Leaves a case to others. What another person has claimed since stays theirs. */
export async function releaseCase(executor: Executor, who: Claimant, id: string): Promise<void> {
  await executor
    .updateTable('cases')
    .set({ claimed_by: null, claimed_until: null })
    .where('brand_id', '=', who.brandId)
    .where('id', '=', id)
    .where('claimed_by', '=', who.by)
    .execute()
}

/** Leaves a case to others and does not offer it to this person again. */
export const skipCase = (db: Database, who: Claimant, id: string, at: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await releaseCase(tx, who, id)
    await sql`
      insert into case_skips (brand_id, case_id, staff_id, skipped_at)
      select brand_id, id, ${who.by}, ${at} from cases where brand_id = ${who.brandId} and id = ${id} and state = 'open'
      on conflict do nothing`.execute(tx)
  })

/** Hands a case to the owners. @returns whether this person held it */
export async function escalate(db: Executor, who: Claimant, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update cases set escalated_by = ${who.by}, claimed_by = null, claimed_until = null, due_at = least(due_at, ${at})
    where brand_id = ${who.brandId} and id = ${id} and state = 'open' and claimed_by = ${who.by} and claimed_until > ${at}
    returning id`.execute(db)
  return rows.length > 0
}

/** Locks a case that waits for its decision or to be carried out. */
export async function lockCase(tx: Tx, brandId: string, id: string): Promise<Case | undefined> {
  const { rows } = await sql<Case>`
    select * from cases where brand_id = ${brandId} and id = ${id} and state <> 'closed' for update`.execute(tx)
  return rows[0]
}

/** Locks the case of a subject that is not closed, if there is one. */
export async function lockCaseOf(
  tx: Tx,
  { brandId, kind, subjectId }: { readonly brandId: string; readonly kind: CaseKind; readonly subjectId: string },
): Promise<Case | undefined> {
  const { rows } = await sql<Case>`
    select * from cases where brand_id = ${brandId} and kind = ${kind} and subject_id = ${subjectId} and state <> 'closed'
    for update`.execute(tx)
  return rows[0]
}

/**
 * Stores the decision of the person who holds the case; it is carried out later, and can be undone until then.
 * @returns undefined when they do not hold it any more
 */
export async function decideLater(
  tx: Tx,
  who: Claimant,
  id: string,
  decision: object,
  at: Date,
): Promise<Case | undefined> {
  const { rows } = await sql<Case>`
    update cases c set state = 'deciding', decision = ${JSON.stringify(decision)}::jsonb, decided_by = ${who.by},
      decided_at = ${at}, claimed_by = null, claimed_until = null
    where c.brand_id = ${who.brandId} and c.id = ${id} and c.state = 'open' and c.claimed_by = ${who.by}
      and c.claimed_until > ${at} and ${isTheirs(who, at)}
    returning *`.execute(tx)
  return rows[0]
}

/** Takes a decision back that has not been carried out; the case is theirs again. @returns whether there was one */
export async function undoDecision(tx: Tx, who: Claimant, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update cases set state = 'open', decision = null, decided_by = null, decided_at = null, claimed_by = ${who.by},
      claimed_until = ${new Date(at.getTime() + claimMs)}
    where brand_id = ${who.brandId} and id = ${id} and state = 'deciding' and decided_by = ${who.by}
    returning id`.execute(tx)
  return rows.length > 0
}

/** Lets a case wait again whose decision was about something that has changed since. */
export async function reopenCase(tx: Tx, { brand_id: brandId, id }: Case): Promise<void> {
  await tx
    .updateTable('cases')
    .set({ state: 'open', verdict: null, decision: null, decided_by: null, decided_at: null })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()
}

/** Closes a decided case, at the time of its decision. */
export async function closeAs(tx: Tx, { brand_id: brandId, id }: Case, verdict: string): Promise<void> {
  await tx
    .updateTable('cases')
    .set({ state: 'closed', verdict })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()
}
