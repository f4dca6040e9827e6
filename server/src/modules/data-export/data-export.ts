import type { DataExportState } from '@incontro/contract'
import { sql } from 'kysely'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Principal } from '#platform/caller.ts'
import type { Executor, Tx } from '#platform/database/database.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { DataExportDeps } from './deps.ts'

const keptMs = 7 * 86_400_000
const keyLifeMs = 10 * 60_000
const anHour = 5
/** An archive in progress for longer than this counts as lost, and may be requested again. */
const lostMs = 86_400_000

const isLost = (askedAt: Date, now: Date): boolean => askedAt.getTime() <= now.getTime() - lostMs

export const storageKey = (id: string): string => `exports/${id}.zip`

/** State of the member's archive; an expired one counts as none, a lost one as failed. */
export async function stateOf({ db, clock }: DataExportDeps, memberId: string): Promise<DataExportState> {
  const row = await db
    .selectFrom('data_exports')
    .select(['state', 'done_parts', 'all_parts', 'size_bytes', 'expires_at', 'asked_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const now = clock()
  if (!row || (row.expires_at !== null && row.expires_at <= now))
    return { state: 'none', done: 0, all: 0, size: null, expiresAt: null }
  return {
    state: row.state === 'making' && isLost(row.asked_at, now) ? 'failed' : (row.state as DataExportState['state']),
    done: row.done_parts,
    all: row.all_parts,
    size: row.size_bytes,
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

/** Schedules an archive, unless one is in progress. @throws Failure 429 */
export async function askForExport(
  deps: DataExportDeps,
  { memberId }: Principal,
  origin: string,
): Promise<DataExportState> {
  await deps.db.transaction().execute((tx) => scheduleExport(tx, memberId, origin, deps.clock()))
  return stateOf(deps, memberId)
}

/** `askForExport` in the caller's transaction; `origin` is that of the site to which the mail leads. @throws Failure 429 */
export async function scheduleExport(tx: Tx, memberId: string, origin: string, at: Date): Promise<void> {
  const old = await lockedExport(tx, memberId)
  if (old?.state === 'making' && !isLost(old.asked_at, at)) return
  if ((await countAttempt(tx, `data-export ${memberId}`, at)) > anHour) throw new Failure(429)
  if (old) await addJob(tx, 'data-export-remove', { id: old.id }, { key: removal(old.id) })
  const id = newId()
  const values = { id, state: 'making', site_origin: origin, asked_at: at }
  const begun = { done_parts: 0, all_parts: 0, size_bytes: null, expires_at: null, key_hash: null, key_until: null }
  await tx
    .insertInto('data_exports')
    .values({ member_id: memberId, ...values })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ ...values, ...begun }))
    .execute()
  await addJob(tx, 'data-export-make', { memberId, id }, { maxAttempts: 4 })
  // Deletes the file in any case, whatever happens to the job that makes it.
  await addJob(tx, 'data-export-remove', { id }, { runAt: new Date(at.getTime() + 2 * keptMs), key: removal(id) })
}

/** Marks the archive as ready for seven days. @returns false when it was replaced or is no longer wanted */
export async function recordReady(deps: DataExportDeps, memberId: string, id: string, size: number): Promise<boolean> {
  const at = deps.clock()
  const expiresAt = new Date(at.getTime() + keptMs)
  return deps.db.transaction().execute(async (tx) => {
    const member = await tx
      .selectFrom('members')
      .select(['brand_id', 'email', 'locale', 'email_confirmed_at'])
      .where('id', '=', memberId)
      .where('state', '=', 'active')
      .executeTakeFirst()
    if (!member) return false
    const row = await tx
      .updateTable('data_exports')
      // The last progress may not be written yet, and is not written once it is ready.
      .set(({ ref }) => ({ state: 'ready', size_bytes: size, expires_at: expiresAt, done_parts: ref('all_parts') }))
      .where('member_id', '=', memberId)
      .where('id', '=', id)
      .where('state', '=', 'making')
      .returning('site_origin')
      .executeTakeFirst()
    if (!row) return false
    await addJob(tx, 'data-export-remove', { id }, { runAt: expiresAt, key: removal(id) })
    if (member.email_confirmed_at !== null)
      await deps.enqueueEmail(tx, {
        brandId: member.brand_id,
        memberId,
        kind: 'export-ready',
        to: member.email,
        locale: member.locale as 'it',
        props: { link: `${row.site_origin}/settings/privacy#data` },
      })
    return true
  })
}

/** Deletes the file and the row, unless another archive has replaced it. */
export async function removeExport({ db, storage }: DataExportDeps, id: string): Promise<void> {
  await storage.remove(storageKey(id))
  await db.deleteFrom('data_exports').where('id', '=', id).execute()
}

/** Creates a download key for the archive, which replaces the previous key. @throws 404 without a ready archive */
export async function allowDownload({ db, clock }: DataExportDeps, memberId: string): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  const now = clock()
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set({ key_hash: hashOf(key), key_until: new Date(now.getTime() + keyLifeMs) })
    .where('member_id', '=', memberId)
    .where('state', '=', 'ready')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
  return key
}

/** The member's archive, if the key is theirs and still valid. */
export async function openExport(
  { db, storage, clock }: DataExportDeps,
  memberId: string,
  key: string,
): Promise<{ readonly stream: Readable; readonly size: number } | undefined> {
  const now = clock()
  const row = await db
    .selectFrom('data_exports')
    .select(['id', 'key_hash', 'size_bytes'])
    .where('member_id', '=', memberId)
    .where('state', '=', 'ready')
    .where('expires_at', '>', now)
    .where('key_until', '>', now)
    .executeTakeFirst()
  if (!row?.key_hash || !timingSafeEqual(row.key_hash, hashOf(key))) return undefined
  const stream = await storage.getStream(storageKey(row.id))
  return stream && { stream, size: row.size_bytes ?? 0 }
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()
const removal = (id: string): string => `data-export-remove:${id}`

async function lockedExport(
  tx: Executor,
  memberId: string,
): Promise<{ id: string; state: string; asked_at: Date } | undefined> {
  // Locks the member's row, so that two concurrent requests make one archive.
  await sql`select from members where id = ${memberId} for no key update`.execute(tx)
  return tx
    .selectFrom('data_exports')
    .select(['id', 'state', 'asked_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}
