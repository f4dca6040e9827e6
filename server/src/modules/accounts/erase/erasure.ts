import { recordMemberAction } from '#modules/audit/index.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Executor, Tx } from '#platform/database/database.ts'
import type { StepName } from './step-name.ts'

/** A member being erased, and the anonymised rows that keep what remains. */
export interface Erasure {
  readonly memberId: string
  readonly brandId: string
  readonly poolId: string
  readonly email: string
  readonly authorId: string
  readonly payerId: string
  readonly step: StepName
}

/**
 * Starts an erasure, if it has not started. From now on the account cannot be reopened, because parts of it may be
 * erased.
 * @returns false when the member was reopened or erased meanwhile, or is under a legal hold
 */
export async function beginErasure(db: Database, memberId: string, first: StepName, at: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const member = await tx
      .selectFrom('members')
      .select('id')
      .where('id', '=', memberId)
      .where('state', '=', 'deleting')
      .where('deletion_due_at', '<=', at)
      .forUpdate()
      .executeTakeFirst()
    if (!member || (await isHeld(tx, memberId, at))) return false
    await tx.deleteFrom('legal_holds').where('member_id', '=', memberId).execute()
    await tx
      .insertInto('erasures')
      .values({ member_id: memberId, author_id: randomUUID(), payer_id: randomUUID(), step: first, started_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  })
}

/**
 * The erasure of a member, locked until the transaction ends; undefined while another worker runs a step, or when it
 * has finished.
 */
export async function lockErasure(tx: Tx, memberId: string): Promise<Erasure | undefined> {
  const row = await tx
    .selectFrom('erasures as e')
    .innerJoin('members as m', 'm.id', 'e.member_id')
    .select(['e.author_id', 'e.payer_id', 'e.step', 'm.brand_id', 'm.pool_id', 'm.email'])
    .where('e.member_id', '=', memberId)
    .forUpdate('e')
    .skipLocked()
    .executeTakeFirst()
  return (
    row && {
      memberId,
      brandId: row.brand_id,
      poolId: row.pool_id,
      email: row.email,
      authorId: row.author_id,
      payerId: row.payer_id,
      step: row.step as StepName,
    }
  )
}

/** Whether the member is under a legal hold at the given time. */
export async function isHeld(executor: Executor, memberId: string, at: Date): Promise<boolean> {
  const row = await executor
    .selectFrom('legal_holds')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Places a legal hold on a member; a second call replaces the reason. @returns false when the erasure has started
 * already
 */
export async function holdMember(
  db: Database,
  hold: {
    readonly memberId: string
    readonly reason: string
    readonly madeBy: string
    readonly at: Date
    /** Of the staff member. */
    readonly address?: string
  },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`select from members where id = ${hold.memberId} for update`.execute(tx)
    const begun = await tx
      .selectFrom('erasures')
      .select('step')
      .where('member_id', '=', hold.memberId)
      .executeTakeFirst()
    if (begun) return false
    const values = { reason: hold.reason, made_by: hold.madeBy, created_at: hold.at, ends_at: null }
    await tx
      .insertInto('legal_holds')
      .values({ member_id: hold.memberId, ...values })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
      .execute()
    await recordMemberAction(tx, { ...hold, action: 'member_held' })
    return true
  })
}

/** @returns false when the member was not under a legal hold */
export async function releaseMember(
  db: Database,
  release: {
    readonly memberId: string
    readonly madeBy: string
    readonly at: Date
    readonly reason?: string
    readonly address?: string
  },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const deleted = await tx.deleteFrom('legal_holds').where('member_id', '=', release.memberId).executeTakeFirst()
    if (deleted.numDeletedRows === 0n) return false
    await recordMemberAction(tx, { ...release, action: 'member_released' })
    return true
  })
}
