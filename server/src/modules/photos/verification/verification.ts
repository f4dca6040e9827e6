import {
  gestureLifeMs,
  gestures,
  type Gesture,
  type VerificationRefusal,
  type VerificationView,
} from '@incontro/contract'
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Executor, Tx } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Storage } from '#platform/storage.ts'
import { storeWithRow } from '#platform/storage/store-with-row.ts'
import { isAfter, type Page, pageOf, queueLength } from '#platform/database/page.ts'
import { openCase } from '#modules/cases/index.ts'
import { lockAlbum } from '../album/change-album.ts'
import { decode, leastOfPerson, type UploadDeps } from '../upload/add-photo.ts'
import { isOpenToVerify } from '#modules/members/index.ts'
import { followMainPhoto } from './follow-main-photo.ts'

export interface VerificationDeps extends Pick<UploadDeps, 'db' | 'limited' | 'drawings' | 'large' | 'log' | 'clock'> {
  readonly storage: Storage
}

/** Enough to show a gesture; with more, a member could wait for a convenient one. */
const gesturesAnHour = 5

/** State of the verification of a member's main photo. */
export async function verificationOf({ db, clock }: VerificationDeps, memberId: string): Promise<VerificationView> {
  const [row, main] = [await rowOf(db, memberId), await mainPhoto(db, memberId)]
  const isPossible = main !== undefined
  // A verification of an earlier main photo is irrelevant, except that a refusal stays visible.
  const isPast = row && (row.state === 'asked' ? isLate(row.asked_at, clock()) : row.photo_id !== main)
  if (!row || (isPast && row.state !== 'refused')) {
    const isProposed = !row && isPossible && (await isOpenToVerify(db, memberId))
    return { state: 'none', gesture: null, refusal: null, decidedAt: null, isPossible, isProposed }
  }
  return {
    state: row.state as VerificationView['state'],
    gesture: row.state === 'asked' || row.state === 'sent' ? (row.gesture as Gesture) : null,
    refusal: row.refusal as VerificationRefusal | null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    isPossible,
    isProposed: false,
  }
}

const isLate = (askedAt: Date, now: Date): boolean => now.getTime() - askedAt.getTime() >= gestureLifeMs

const rowOf = (executor: Executor, memberId: string) =>
  executor
    .selectFrom('photo_verifications')
    .select(['state', 'gesture', 'refusal', 'photo_id', 'asked_at', 'decided_at', 'storage_key'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()

async function mainPhoto(executor: Executor, memberId: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('member_photos')
    .select('id')
    .where('member_id', '=', memberId)
    .where('is_default', '=', true)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  return row?.id
}

/**
 * Chooses a gesture, unless one is requested, under review or approved.
 * @throws Failure 409 `no_main_photo` without an approved main photo, 429 after five gestures in an hour
 */
export async function askGesture(deps: VerificationDeps, memberId: string): Promise<void> {
  const { db, clock } = deps
  const at = clock()
  await db.transaction().execute(async (tx) => {
    await lockAlbum(tx, memberId)
    const main = await mainPhoto(tx, memberId)
    if (main === undefined)
      throw new Failure(409, 'no_main_photo', { message: 'There is no approved main photo to compare with' })
    const known = await rowOf(tx, memberId)
    if (known?.photo_id === main) {
      if (known.state === 'sent' || known.state === 'approved') return
      if (known.state === 'asked' && !isLate(known.asked_at, at)) return
    }
    if ((await countAttempt(tx, `photo-verification ${memberId}`, at)) > gesturesAnHour) throw new Failure(429)
    // Never the same twice in a row, so that an existing picture is useless.
    const others = gestures.filter((one) => one !== known?.gesture)
    const row = {
      id: newId(),
      photo_id: main,
      gesture: others[randomInt(others.length)] ?? gestures[0],
      state: 'asked',
      storage_key: null,
      site_origin: null,
      refusal: null,
      asked_at: at,
      sent_at: null,
      decided_at: null,
    }
    await tx
      .insertInto('photo_verifications')
      .values({ member_id: memberId, ...row })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
      .execute()
  })
}

/**
 * Stores the picture of the gesture for the moderator.
 * @param origin of the page it was sent from
 * @throws Failure 409 `gesture_expired` when no gesture is requested; and as `addPhoto` for an invalid picture
 */
export async function sendGesture(
  deps: VerificationDeps,
  memberId: string,
  origin: string,
  bytes: Buffer,
): Promise<void> {
  const { db, storage, clock } = deps
  const at = clock()
  const asked = await rowOf(db, memberId)
  if (asked?.state !== 'asked' || isLate(asked.asked_at, at)) throw expired()
  const { master } = await decode(deps, memberId, bytes, leastOfPerson)
  const storageKey = `verifications/${newId()}.jpg`
  await storeWithRow({
    db,
    removal: {
      job: 'photos-remove-verification',
      payload: { storageKey, unlessOf: memberId },
      key: `photos-remove-verification ${storageKey}`,
    },
    store: (signal) => storage.put(storageKey, master, signal),
    remove: () => storage.remove(storageKey),
    insert: (isNamed) =>
      db.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('photo_verifications')
          .set({ state: 'sent', storage_key: storageKey, site_origin: origin, sent_at: at })
          .where('member_id', '=', memberId)
          .where('state', '=', 'asked')
          .where('asked_at', '=', asked.asked_at)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw expired()
        const { id, brand_id: brandId } = await tx
          .selectFrom('photo_verifications as v')
          .innerJoin('members as m', 'm.id', 'v.member_id')
          .select(['v.id', 'm.brand_id'])
          .where('v.member_id', '=', memberId)
          .executeTakeFirstOrThrow()
        await openCase(tx, { brandId, kind: 'verification', subjectId: id, memberId, at })
        await isNamed(tx)
      }),
  })
}

/** Deletes the picture of a gesture, except one that the member's verification names. */
export async function removeGesture(
  { db, storage }: Pick<VerificationDeps, 'db' | 'storage'>,
  { storageKey, unlessOf }: { readonly storageKey: string; readonly unlessOf?: string },
): Promise<void> {
  if (unlessOf !== undefined && (await rowOf(db, unlessOf))?.storage_key === storageKey) return
  await storage.remove(storageKey)
}

const expired = (): Failure => new Failure(409, 'gesture_expired', { message: 'Ask for a gesture again' })

/** Cancels a pending verification, or removes the mark. */
export const withdrawVerification = ({ db }: VerificationDeps, memberId: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockAlbum(tx, memberId)
    const row = await tx
      .deleteFrom('photo_verifications')
      .where('member_id', '=', memberId)
      .returning('storage_key')
      .executeTakeFirst()
    await removePicture(tx, row?.storage_key ?? null)
    await followMainPhoto(tx, memberId, null)
  })

/**
 * Cancels a verification that is not decided, in the transaction that closes the account and holds the lock on the
 * member's row: moderators no longer see it, and its picture is only kept until then.
 */
export async function cancelVerification(tx: Tx, memberId: string): Promise<void> {
  const row = await tx
    .deleteFrom('photo_verifications')
    .where('member_id', '=', memberId)
    .where('state', 'in', ['asked', 'sent'])
    .returning('storage_key')
    .executeTakeFirst()
  await removePicture(tx, row?.storage_key ?? null)
}

/** The picture is deleted by a job of the deciding transaction, so that none is left. */
async function removePicture(tx: Tx, storageKey: string | null): Promise<void> {
  if (storageKey !== null) await addJob(tx, 'photos-remove-verification', { storageKey })
}

export interface VerificationVerdict {
  readonly brandId: string
  readonly id: string
  /** Null if approved. */
  readonly refusal: VerificationRefusal | null
  readonly at: Date
}

/**
 * Stores a moderator's decision, in the transaction that records it, and deletes the picture.
 * @returns the member; undefined when the brand has no such verification to decide about, or its photo is no longer the
 * main one
 */
export async function recordVerificationVerdict(
  tx: Tx,
  { brandId, id, refusal, at }: VerificationVerdict,
): Promise<{ readonly memberId: string; readonly origin: string | null } | undefined> {
  const { rows } = await sql<{ member_id: string }>`
    select v.member_id from photo_verifications v join members m on m.id = v.member_id
    where v.id = ${id} and m.brand_id = ${brandId} and m.state <> 'deleted'`.execute(tx)
  const memberId = rows[0]?.member_id
  if (memberId === undefined) return undefined
  await lockAlbum(tx, memberId)
  const sent = await tx
    .selectFrom('photo_verifications')
    .select(['storage_key', 'site_origin', 'photo_id'])
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .executeTakeFirst()
  const main = await mainPhoto(tx, memberId)
  if (!sent || sent.photo_id !== main) return undefined
  await tx
    .updateTable('photo_verifications')
    .set({ state: refusal === null ? 'approved' : 'refused', refusal, storage_key: null, decided_at: at })
    .where('id', '=', id)
    .execute()
  await removePicture(tx, sent.storage_key)
  await followMainPhoto(tx, memberId, main)
  return { memberId, origin: sent.site_origin }
}

/** A verification as shown to a moderator. */
export interface VerificationInQueue {
  readonly id: string
  readonly memberId: string
  readonly memberName: string
  readonly age: number
  readonly gesture: Gesture
  readonly sentAt: Date
  /** Storage keys of the gesture's picture and of the main photo. */
  readonly storageKey: string
  readonly mainKey: string
}

/** Verifications waiting for a moderator, longest waiting first; `after` is the last one of the page before. */
export async function verificationsSent(
  executor: Executor,
  brandId: string,
  { id, after }: { readonly id?: string; readonly after?: string } = {},
): Promise<Page<VerificationInQueue>> {
  const { rows } = await sql<VerificationInQueue>`
    select v.id, m.id as "memberId", shown_name(m.screen_name, m.locale) as "memberName", v.gesture,
      (m.age_stated + extract(year from age(m.age_stated_on)))::int as age, v.sent_at as "sentAt", v.storage_key as "storageKey",
      p.storage_key as "mainKey"
    from photo_verifications v
      -- Each by key: a plan for many would read all members.
      cross join lateral (
        select m.id, m.brand_id, m.sample, m.state, m.screen_name, m.locale, m.age_stated, m.age_stated_on
        from members m where m.id = v.member_id limit 1) m
      cross join lateral (
        select p.storage_key from member_photos p where p.member_id = v.member_id and p.id = v.photo_id limit 1) p
    where m.brand_id = ${brandId} and m.sample is null and m.state = 'active' and v.state = 'sent'
      ${id === undefined ? sql`` : sql`and v.id = ${id}`}
      ${after === undefined ? sql`` : sql`and ${isAfter('photo_verifications', 'sent_at', 'v', after)}`}
    order by v.sent_at, v.id limit ${sql.lit(queueLength + 1)}`.execute(executor)
  return pageOf(rows)
}
