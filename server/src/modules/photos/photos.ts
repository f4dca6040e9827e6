import type pg from 'pg'
import type { Principal } from '../../platform/caller.ts'
import { notFound } from '../../platform/http/problem.ts'
import type { ModuleWith } from '../../platform/module.ts'
import { deriveKey, isUuid } from '../../platform/ids.ts'
import type { Storage } from '../../platform/storage.ts'
import { createCoalescer, createLimit } from './limits.ts'
import { isSignedBy, signedUrl } from './signed-urls.ts'
import { renderVariant, type Variant, variantNames } from './variants.ts'

export interface Photos extends ModuleWith<'routes'> {
  /** Path of a picture, signed: sent to members who may see it, and to nobody else. `card` is 480 × 640, `avatar` 160 × 160, `full` at most 1000 a side. */
  url(photoId: string, variant: Variant): string
  /** Takes a picture's files out of the storage, original and variants; its row is the caller's. What is gone is no error. */
  remove(photo: { readonly id: string; readonly storageKey: string }): Promise<void>
}

interface MediaRequest {
  Params: { photoId: string; file: string }
  Querystring: { s?: unknown }
}

/** A browser asks again after this: pictures of members who blocked or left, and removed ones, are gone everywhere within a minute. */
const keptSeconds = 60

const variantOf = (file: string): Variant | undefined => variantNames.find((name) => file === `${name}.webp`)

/** @param secret the installation's; signs the addresses. */
export function createPhotos({
  pool,
  storage,
  secret,
}: {
  readonly pool: pg.Pool
  readonly storage: Storage
  readonly secret: string
}): Photos {
  const key = deriveKey(secret, 'media')
  const limited = createLimit(2)
  const once = createCoalescer<Buffer | undefined>()

  const keyOf = (photoId: string, variant: Variant): string => `variants/${photoId}/${variant}.webp`
  const make = async (photoId: string, variant: Variant, storageKey: string): Promise<Buffer | undefined> => {
    const variantKey = keyOf(photoId, variant)
    const kept = await storage.get(variantKey)
    if (kept) return kept
    const original = await storage.get(storageKey)
    if (!original) return undefined
    const picture = await limited(() => renderVariant(original, variant))
    await storage.put(variantKey, picture)
    return picture
  }

  return {
    url: (photoId, variant) => signedUrl(key, photoId, variant),
    async remove({ id, storageKey }) {
      for (const file of [storageKey, ...variantNames.map((variant) => keyOf(id, variant))]) await storage.remove(file)
    },
    routes(http) {
      http.app.get<MediaRequest>(
        '/media/:photoId/:file',
        { schema: { hide: true }, config: { rateLimit: { max: 6000, timeWindow: 60_000 } } },
        async (request, reply) => {
          const { photoId, file } = request.params
          const variant = variantOf(file)
          const given = request.query.s
          if (!variant || !isUuid(photoId) || typeof given !== 'string' || !isSignedBy(key, photoId, variant, given))
            throw notFound()
          const viewer = await http.memberOf(request)
          const storageKey = viewer && (await visibleTo(viewer, photoId))
          if (!storageKey) throw notFound()
          // One picture has one text, so its address is its tag; whether it may be seen is asked again each minute.
          const etag = `"${photoId}/${variant}"`
          void reply.header('cache-control', `private, max-age=${keptSeconds}`).header('etag', etag)
          if (request.headers['if-none-match'] === etag) return reply.code(304).send()
          const picture = await once(`${photoId}/${variant}`, () => make(photoId, variant, storageKey))
          if (!picture) throw notFound()
          return reply.header('x-content-type-options', 'nosniff').type('image/webp').send(picture)
        },
      )
    },
  }

  /** Where a picture is stored, if the viewer may see it: their own, or an approved one of somebody they may see. */
  async function visibleTo(viewer: Principal, photoId: string): Promise<string | undefined> {
    const { rows } = await pool.query<{ storage_key: string }>({
      name: 'photo-key',
      text: `select p.storage_key from member_photos p join members m on m.id = p.member_id
        where p.id = $1 and p.state <> 'refused' and (m.id = $2 or p.state = 'approved' and m.state = 'active' and m.pool_id = $3
          and not exists (select from blocks b where b.member_id = $2 and b.other_id = m.id))`,
      values: [photoId, viewer.memberId, viewer.poolId],
    })
    return rows[0]?.storage_key
  }
}
