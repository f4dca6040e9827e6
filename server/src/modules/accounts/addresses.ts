import type { Database, Executor } from '#platform/database/database.ts'
import { type BatchOptions, deleteInBatches } from '#platform/database/delete-in-batches.ts'
import { Failure } from '#platform/http/problem.ts'

interface Address {
  readonly brandId: string
  readonly email: string
  readonly memberId: string
}

const taken = (): Failure =>
  new Failure(409, 'mail_esistente', { field: 'newEmail', message: 'This address is taken: send another one' })

/** @throws Failure 409 `mail_esistente` if another member has the address, or has it reserved */
export async function mustBeFree(executor: Executor, { brandId, email, memberId }: Address, at: Date): Promise<void> {
  const owned = await executor
    .selectFrom('member_emails')
    .select('member_id')
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .executeTakeFirst()
  if (owned || (await isHeld(executor, { brandId, email, memberId }, at))) throw taken()
}

/**
 * Reserves an address for a member by inserting it, so that of two concurrent callers one fails. @throws Failure 409
 * `mail_esistente`
 */
export async function reserve(tx: Executor, address: Address, at: Date): Promise<void> {
  const { brandId, email, memberId } = address
  const reserved = await tx
    .insertInto('member_emails')
    .values({ brand_id: brandId, email, member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (reserved.numInsertedOrUpdatedRows !== 1n || (await isHeld(tx, address, at))) throw taken()
}

export async function release(tx: Executor, { brandId, email, memberId }: Address): Promise<void> {
  await tx
    .deleteFrom('member_emails')
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .where('member_id', '=', memberId)
    .execute()
}

/** Reserves a member's previous address, so that the change can be undone. */
export async function hold(
  tx: Executor,
  { brandId, email, memberId }: Address,
  { at, until }: { at: Date; until: Date },
): Promise<void> {
  const row = { member_id: memberId, changed_at: at, kept_until: until }
  await tx
    .insertInto('former_emails')
    .values({ brand_id: brandId, email, ...row })
    .onConflict((conflict) => conflict.columns(['brand_id', 'email']).doUpdateSet(row))
    .execute()
}

/** Reserves a previous address for longer. Nothing happens if it is reserved no more. */
export async function holdUntil(executor: Executor, { brandId, email, memberId }: Address, until: Date): Promise<void> {
  await executor
    .updateTable('former_emails')
    .set({ kept_until: until })
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .where('member_id', '=', memberId)
    .where('kept_until', '<', until)
    .execute()
}

/** Whether the address is reserved for another member. */
async function isHeld(executor: Executor, { brandId, email, memberId }: Address, at: Date): Promise<boolean> {
  const row = await executor
    .selectFrom('former_emails')
    .select('member_id')
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .where('member_id', '<>', memberId)
    .where('kept_until', '>', at)
    .executeTakeFirst()
  return row !== undefined
}

export async function sweepHeld(db: Database, at: Date, time?: BatchOptions): Promise<void> {
  await deleteInBatches(db, { table: 'former_emails', column: 'kept_until', before: at, inclusive: true }, time)
}
