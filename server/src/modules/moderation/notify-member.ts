import { type Email, type EnqueueEmail, postSystemMessageOf } from '#modules/outreach/index.ts'
import type { Tx } from '#platform/database/database.ts'

/** Notifies a member by mail and in their system conversation; without a confirmed address in the conversation alone. */
export const notifyMember = (
  tx: Tx,
  { enqueueEmail }: { readonly enqueueEmail: EnqueueEmail },
  { isConfirmed, at, ...mail }: Email & { readonly isConfirmed: boolean; readonly at: Date },
): Promise<void> => (isConfirmed ? enqueueEmail(tx, mail as Email) : postSystemMessageOf(tx, mail as Email, at))
