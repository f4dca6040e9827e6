import type pg from 'pg'
import { notFound } from '../../platform/http/problem.ts'
import type { ModuleWith } from '../../platform/module.ts'
import { deriveKey, isUuid } from '../../platform/ids.ts'
import type { Storage } from '../../platform/storage.ts'
import { createCoalescer, createLimit } from './limits.ts'
import { isSignedBy, signedUrl } from './signed-urls.ts'
import { renderVariant, type Variant, variantNames } from './variants.ts'

export interface Photos extends ModuleWith<'routes'> {
  /** Path of a picture, signed. `card` is 480 × 640, `avatar` 160 × 160, `full` at most 1000 a side. */
  url(photoId: string, variant: Variant): string
  /** Takes a picture's files out of the storage, original and variants; its row is the caller's. What is gone is no error. */
  remove(photo: { readonly id: string; readonly storageKey: string }): Promise<void>
}

interface MediaRequest {
  Params: { photoId: string; file: string }
  Querystring: { s?: unknown }
}

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
    routes({ app }) {
      app.get<MediaRequest>(
        '/media/:photoId/:file',
        { schema: { hide: true }, config: { rateLimit: { max: 6000, timeWindow: 60_000 } } },
        async (request, reply) => {
          const { photoId, file } = request.params
          const variant = variantOf(file)
          const given = request.query.s
          if (!variant || !isUuid(photoId) || typeof given !== 'string' || !isSignedBy(key, photoId, variant, given))
            throw notFound()
          // Asked each time, so that a picture that was taken away is gone at once for whoever does not hold it already.
          const { rows } = await pool.query<{ storage_key: string }>({
            name: 'photo-key',
            text: `select storage_key from member_photos where id = $1 and state <> 'refused'`,
            values: [photoId],
          })
          const storageKey = rows[0]?.storage_key
          const picture =
            storageKey === undefined
              ? undefined
              : await once(`${photoId}/${variant}`, () => make(photoId, variant, storageKey))
          if (!picture) throw notFound()
          return reply
            .header('cache-control', 'public, max-age=31536000, immutable')
            .header('x-content-type-options', 'nosniff')
            .type('image/webp')
            .send(picture)
        },
      )
    },
  }
}
