import type { PhotoRefusal } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor, Tx } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { hashSide, isSamePicture, tolerance } from './upload/perceptual-hash.ts'

/*
 * Photos that were removed for whom or what they show. An upload near to one waits for a moderator, who reads why; who
 * it belongs to is not known here. Two members with the same ordinary photo have nothing to do with it.
 */

/** Grounds that say something about the picture itself; a dark or a faceless one may be sent again by anybody. */
const banning: ReadonlySet<PhotoRefusal> = new Set(['not_the_member', 'nudity', 'minor', 'unlawful'])
/** Least difference between the darkest and the brightest value: a plain picture resembles every other plain one. */
const leastContrast = 48
const row = 3 * hashSide

const meanOf = (bytes: Buffer): number => Math.round(bytes.reduce((sum, one) => sum + one, 0) / bytes.length)
/** Both are the same for a picture and its mirror image, and differ by no more than each value may. */
const meansOf = (hash: Buffer) => ({ mean: meanOf(hash), top: meanOf(hash.subarray(0, hash.length / 2)) })

function mirrored(hash: Buffer): Buffer {
  const other = Buffer.alloc(hash.length)
  for (let at = 0; at < hash.length; at += 3) {
    const start = at - (at % row)
    hash.copy(other, start + (row - 3 - (at - start)), at, at + 3)
  }
  return other
}

const saysSomething = (hash: Buffer | null): hash is Buffer =>
  hash?.length === hashSide * row && Math.max(...hash) - Math.min(...hash) >= leastContrast

interface Ban {
  readonly brandId: string
  readonly photoId: string
  readonly hash: Buffer | null
  readonly at: Date
}

async function ban(tx: Executor, { brandId, photoId, hash, at }: Ban, reason: PhotoRefusal | 'fraud'): Promise<void> {
  if (!saysSomething(hash)) return
  const { mean, top } = meansOf(hash)
  await tx
    .insertInto('photo_bans')
    .values({ brand_id: brandId, id: newId(), photo_id: photoId, hash, mean, mean_top: top, reason, banned_at: at })
    .onConflict((conflict) => conflict.columns(['brand_id', 'photo_id']).doUpdateSet({ reason, banned_at: at }))
    .execute()
}

/** After a decision about a photo: a refusal for what it shows bans it, an approval ends that. */
export async function followVerdict(tx: Tx, given: Ban & { readonly refusal: PhotoRefusal | null }): Promise<void> {
  const { brandId, photoId, refusal } = given
  if (refusal !== null && banning.has(refusal)) return ban(tx, given, refusal)
  await tx.deleteFrom('photo_bans').where('brand_id', '=', brandId).where('photo_id', '=', photoId).execute()
}

interface OfMember {
  readonly brandId: string
  readonly memberId: string
}

/** All photos of a member who is removed for fraud, in the transaction of the removal. */
export async function banPhotosOf(tx: Executor, { brandId, memberId, at }: OfMember & { at: Date }): Promise<void> {
  const photos = await tx
    .selectFrom('member_photos')
    .select(['id', 'perceptual_hash'])
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .where('state', '<>', 'refused')
    .execute()
  for (const { id, perceptual_hash: hash } of photos) await ban(tx, { brandId, photoId: id, hash, at }, 'fraud')
}

/** The removal was reversed. Photos that were refused on grounds of their own stay banned. */
export async function unbanPhotosOf(tx: Executor, { brandId, memberId }: OfMember): Promise<void> {
  await sql`
    delete from photo_bans b using member_photos p
    where p.member_id = ${memberId} and b.brand_id = ${brandId} and b.photo_id = p.id and b.reason = 'fraud'`.execute(
    tx,
  )
}

/** The latest removed photo of the brand that a picture, or its mirror image, is near to. */
export async function nearBan(
  executor: Executor,
  brandId: string,
  hash: Buffer | null,
  /** A photo that was banned itself is not like another one. */
  except?: string,
): Promise<{ readonly reason: PhotoRefusal | 'fraud'; readonly at: Date } | undefined> {
  if (!saysSomething(hash)) return undefined
  const { mean, top } = meansOf(hash)
  const { rows } = await sql<{ hash: Buffer; reason: PhotoRefusal | 'fraud'; at: Date; photoId: string }>`
    select hash, reason, banned_at as at, photo_id as "photoId" from photo_bans
    where brand_id = ${brandId} and mean between ${mean - tolerance} and ${mean + tolerance}
      and mean_top between ${top - tolerance} and ${top + tolerance}
    order by banned_at desc`.execute(executor)
  const other = mirrored(hash)
  return rows.find((one) => one.photoId !== except && (isSamePicture(one.hash, hash) || isSamePicture(one.hash, other)))
}
