import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Storage } from '#platform/storage.ts'

/** Deletes what a message carries; the file is deleted by a job of the transaction, so that none is left. */
export async function removeMediaOf(tx: Tx, conversation: string, seq: number): Promise<void> {
  const { rows } = await sql<{ storageKey: string }>`
    delete from message_media where conversation_id = ${conversation} and seq = ${seq}
    returning storage_key as "storageKey"`.execute(tx)
  for (const { storageKey } of rows) await addJob(tx, 'chat-remove-file', { storageKey })
}

/** Deletes a file, except that of a row of media. */
export async function removeFile(
  { db, storage }: { readonly db: Database; readonly storage: Storage },
  { storageKey, unlessOf }: { readonly storageKey: string; readonly unlessOf?: string },
): Promise<void> {
  if (unlessOf !== undefined) {
    const row = await db.selectFrom('message_media').select('id').where('id', '=', unlessOf).executeTakeFirst()
    if (row) return
  }
  await storage.remove(storageKey)
}

/** Deletes an upload that was never sent: first the file, so that one the storage refuses to delete is retried. */
export const removeUnsent = (
  { db, storage }: { readonly db: Database; readonly storage: Storage },
  mediaId: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ storageKey: string }>`
      select storage_key as "storageKey" from message_media where id = ${mediaId} and seq is null for update`.execute(
      tx,
    )
    const [unsent] = rows
    if (!unsent) return
    await storage.remove(unsent.storageKey)
    await tx.deleteFrom('message_media').where('id', '=', mediaId).execute()
  })
