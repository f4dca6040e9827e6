import type { RestrictionKind } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor, Tx } from '#platform/database/database.ts'
import { refreshFindable } from './findable.ts'

/** What moderators took out of a profile, as it was. */
export interface RemovedTexts {
  readonly about?: string
  readonly lookingFor?: string
  readonly name?: string
  readonly answers?: readonly { readonly place: number; readonly prompt: string; readonly answer: string }[]
}

/** Locks a member of the brand for a decision about them. */
export const lockForModeration = (tx: Tx, brandId: string, memberId: string) =>
  tx
    .selectFrom('members')
    .select(['id', 'state', 'email', 'email_confirmed_at', 'locale', 'country'])
    .where('id', '=', memberId)
    .where('brand_id', '=', brandId)
    .forUpdate()
    .executeTakeFirst()

/** States into which members bring their account themselves, and from which they come back to what was decided. */
export const leftStates = ['deactivated', 'deleting'] as const
export const hasLeft = (state: string): boolean => (leftStates as readonly string[]).includes(state)

/**
 * Whether something can be decided about a member: the account is open, suspended, deactivated, or waits to be erased.
 * Until the erasure has begun, the member can come back. Lock the member before acting on the answer.
 */
export async function isRestrictable(executor: Executor, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ restrictable: boolean }>`
    select exists (select from members m where m.id = ${memberId} and (m.state in ('active', 'suspended', 'deactivated')
      or m.state = 'deleting' and not exists (select from erasures e where e.member_id = m.id))) as restrictable`.execute(
    executor,
  )
  return rows[0]?.restrictable ?? false
}

/** Whether a restriction of one of these kinds is in force. Lock the member before acting on the answer. */
export async function isInForce(
  executor: Executor,
  memberId: string,
  kinds: readonly RestrictionKind[],
  at: Date,
): Promise<boolean> {
  if (kinds.length === 0) return false
  const row = await executor
    .selectFrom('restrictions')
    .select('id')
    .where('member_id', '=', memberId)
    .where('kind', 'in', kinds)
    .where('lifted_at', 'is', null)
    .where((eb) => eb.or([eb('until_at', 'is', null), eb('until_at', '>', at)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Until then the member cannot write to others; null lets them write. The sending functions read it. */
export async function setMessagingOff(tx: Tx, memberId: string, until: Date | null): Promise<void> {
  await tx.updateTable('members').set({ no_messages_until: until }).where('id', '=', memberId).execute()
}

/** Takes the texts, or the name, out of a profile. @returns what was there; undefined when there is nothing */
export async function clearProfileText(
  tx: Tx,
  memberId: string,
  which: 'profile' | 'name',
): Promise<RemovedTexts | undefined> {
  const member = await tx
    .selectFrom('members')
    .select(['about', 'looking_for', 'screen_name'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (which === 'name') {
    if (member.screen_name === null) return undefined
    await tx.updateTable('members').set({ screen_name: null }).where('id', '=', memberId).execute()
    return { name: member.screen_name }
  }
  const answers = await tx
    .deleteFrom('profile_prompts')
    .where('member_id', '=', memberId)
    .returning(['place', 'prompt', 'answer'])
    .execute()
  if (member.about === '' && member.looking_for === '' && answers.length === 0) return undefined
  await tx.updateTable('members').set({ about: '', looking_for: '' }).where('id', '=', memberId).execute()
  await refreshFindable(tx, memberId)
  return { about: member.about, lookingFor: member.looking_for, answers }
}

/** Puts back what was taken out, where the member has not written anything else since. */
export async function restoreProfileText(tx: Tx, memberId: string, removed: RemovedTexts): Promise<void> {
  await sql`
    update members set
      screen_name = coalesce(screen_name, ${removed.name ?? null}),
      about = case when about = '' then ${removed.about ?? ''} else about end,
      looking_for = case when looking_for = '' then ${removed.lookingFor ?? ''} else looking_for end
    where id = ${memberId}`.execute(tx)
  for (const { place, prompt, answer } of removed.answers ?? [])
    await tx
      .insertInto('profile_prompts')
      .values({ member_id: memberId, place, prompt, answer })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await refreshFindable(tx, memberId)
}
