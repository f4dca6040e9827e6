import type { Database } from '#platform/database/database.ts'

/** Why a notification failed whose device or chat there is no more. */
export const endedReason = {
  unsubscribed: 'the browser is no longer subscribed',
  blocked: 'the bot is blocked',
  gone: 'the chat is gone',
} as const
export const endedReasons: readonly string[] = Object.values(endedReason)

/**
 * Writes what became of a notification on one channel, with its reason in words. What was sent stays sent: a member has
 * several devices, and the last of them may have refused it.
 */
export async function finishDelivery(
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  { memberId, id }: { readonly memberId: string; readonly id: string },
  state: 'sent' | 'failed' | 'withheld',
  reason: string | null,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state, reason, sent_at: state === 'sent' ? clock() : null })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .execute()
}
