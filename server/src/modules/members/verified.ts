import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'

/** Records when the member was verified to be the person in their main photo. @param at null if they no longer are */
export async function recordVerified(tx: Executor, memberId: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('members')
    .set({ verified_at: at, verified_by: at === null ? null : 'gesture' })
    .where('id', '=', memberId)
    .where(sql<boolean>`verified_at is distinct from ${at}::timestamptz`)
    .execute()
}

/** Whether to propose the verification: the member was notified of a like, and has not said no. */
export async function isOpenToVerify(executor: Executor, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from notifications n where n.member_id = ${memberId} and n.kind = 'like')
      and not exists (select from onboarding o where o.member_id = ${memberId} and o.verification_declined_at is not null)
      as open`.execute(executor)
  return rows[0]?.open === true
}

/** Ends the proposal. Idempotent: the first answer counts. */
export async function declineVerification(executor: Executor, memberId: string, at: Date): Promise<void> {
  await sql`insert into onboarding as o (member_id, verification_declined_at) values (${memberId}, ${at})
    on conflict (member_id) do update set verification_declined_at = ${at}
    where o.verification_declined_at is null`.execute(executor)
}
