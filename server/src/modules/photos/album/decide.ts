import type { PhotoRefusal } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor, Tx } from '#platform/database/database.ts'
import { type Page, pageOf, queueLength } from '#platform/database/page.ts'
import { newId } from '#platform/ids.ts'
import { followVerdict } from '../bans.ts'
import { chooseMainPhoto, lockAlbum } from './change-album.ts'

export const photoStates = ['pending', 'approved', 'refused'] as const
export type PhotoState = (typeof photoStates)[number]

export interface PhotoVerdict {
  readonly brandId: string
  readonly id: string
  readonly verdict: 'approve' | 'refuse'
  /** Null when it is approved. */
  readonly refusal: PhotoRefusal | null
  readonly at: Date
}

/** The outbox topic of a decided photo, and its payload. */
export const photoDecided = 'photo decided'
export interface PhotoDecided {
  readonly memberId: string
  readonly photoId: string
  readonly state: 'approved' | 'refused'
}

/**
 * Stores the decision about a photo, in the transaction that records it. A refused one can be approved on appeal, an
 * approved one refused after a report.
 * @returns the photo's member; undefined when the brand has no such photo to decide about
 */
export async function recordPhotoVerdict(
  tx: Tx,
  { brandId, id, verdict, refusal, at }: PhotoVerdict,
): Promise<{ readonly memberId: string; readonly origin: string | null; readonly uploadedAt: Date } | undefined> {
  const state = verdict === 'approve' ? 'approved' : 'refused'
  const { rows } = await sql<{ member_id: string; site_origin: string | null; created_at: Date }>`
    select p.member_id, p.site_origin, p.created_at from member_photos p join members m on m.id = p.member_id
    where p.id = ${id} and m.brand_id = ${brandId} and m.state <> 'deleted'`.execute(tx)
  const [photo] = rows
  if (!photo) return undefined
  const memberId = photo.member_id
  await lockAlbum(tx, memberId)
  const decided = await tx
    .updateTable('member_photos')
    .set({ state, refusal, decided_at: at, ...(verdict === 'refuse' && { is_default: false }) })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where('state', '<>', state)
    .where('removed_at', 'is', null)
    .returning('perceptual_hash')
    .executeTakeFirst()
  if (!decided) return undefined
  await followVerdict(tx, { brandId, photoId: id, hash: decided.perceptual_hash, refusal, at })
  await chooseMainPhoto(tx, memberId)
  await tx
    .insertInto('outbox')
    .values({
      id: newId(),
      topic: photoDecided,
      payload: JSON.stringify({ memberId, photoId: id, state } satisfies PhotoDecided),
      created_at: at,
    })
    .execute()
  return { memberId, origin: photo.site_origin, uploadedAt: photo.created_at }
}

/** A photo as shown to a moderator. */
export interface PhotoInQueue {
  readonly id: string
  readonly memberId: string
  readonly memberName: string
  readonly age: number
  readonly uploadedAt: Date
  readonly refusal: string | null
  readonly storageKey: string
}

/**
 * A brand's uploaded photos in one state: those that wait oldest first, decided ones newest first.
 * `id` and `memberId` restrict them to one photo or member; `after` is the last one of the page before.
 */
export async function photosIn(
  executor: Executor,
  brandId: string,
  state: PhotoState,
  { id, memberId, after }: { readonly id?: string; readonly memberId?: string; readonly after?: string } = {},
): Promise<Page<PhotoInQueue>> {
  const isWaiting = state === 'pending'
  const place = sql`(p.created_at, p.id)`
  const { rows } = await sql<PhotoInQueue>`
    select p.id, m.id as "memberId", shown_name(m.screen_name, m.locale) as "memberName",
      (m.age_stated + extract(year from age(m.age_stated_on)))::int as age, p.created_at as "uploadedAt", p.refusal,
      p.storage_key as "storageKey"
    from member_photos p join members m on m.id = p.member_id
    where m.brand_id = ${brandId} and m.sample is null and m.state = 'active' and p.state = ${sql.lit(state)}
      and p.removed_at is null
      ${id === undefined ? sql`` : sql`and p.id = ${id}`}
      ${memberId === undefined ? sql`` : sql`and p.member_id = ${memberId}`}
      ${
        after === undefined
          ? sql``
          : sql`and ${place} ${sql.raw(isWaiting ? '>' : '<')}
              (select a.created_at, a.id from member_photos a where a.id = ${after})`
      }
    order by ${isWaiting ? sql`p.created_at, p.id` : sql`p.created_at desc, p.id desc`}
    limit ${sql.lit(queueLength + 1)}`.execute(executor)
  return pageOf(rows)
}
