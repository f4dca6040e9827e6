import type pg from 'pg'
import type { FastifyRequest } from 'fastify'
import type { Principal } from '../../platform/caller.ts'
import type { Http } from '../../platform/http/bind.ts'
import { notFound } from '../../platform/http/problem.ts'
import { isShownTo, notBlocked } from '../members/index.ts'
import { isUuid, type Keys } from '../../platform/ids.ts'
import { isUpload, type PhotoFiles, type StoredPhoto } from './files.ts'
import { isSignedBy } from './signed-urls.ts'
import { type Format, hasRendition, type Variant, variantNames } from './variants.ts'

interface MediaRequest {
  Params: { photoId: string; variant: string }
  Querystring: { s?: unknown }
}

/** Browsers revalidate after this: blocking, leaving or deleting takes effect everywhere within a minute. */
const keptSeconds = 60

/** Serves pictures to members who may see them. @param keys sign the URLs */
export function mediaRoute(http: Http, { pool, files, keys }: { pool: pg.Pool; files: PhotoFiles; keys: Keys }): void {
  http.app.get<MediaRequest>(
    '/media/:photoId/:variant',
    { schema: { hide: true }, config: { rateLimit: { max: 6000, timeWindow: 60_000 } } },
    async (request, reply) => {
      const { photoId } = request.params
      const variant = variantNames.find((name) => name === request.params.variant)
      const given = request.query.s
      if (!variant || !isUuid(photoId) || typeof given !== 'string' || !isSignedBy(keys, photoId, variant, given))
        throw notFound()
      const viewer = await http.memberOf(request)
      const photo = viewer && (await visibleTo(pool, viewer, photoId))
      if (!photo) throw notFound()
      const format = formatFor(request, photo, variant)
      // The content behind a URL never changes, so its name is its tag; permission is checked again each minute.
      const etag = `"${photoId}/${variant}.${format}"`
      void reply
        .header('cache-control', `private, max-age=${keptSeconds}, immutable`)
        .header('vary', 'accept')
        .header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      const picture = await files.rendition(photo, variant, format)
      if (!picture) throw notFound()
      return reply.header('x-content-type-options', 'nosniff').type(`image/${format}`).send(picture)
    },
  )
}

const formatFor = (request: FastifyRequest, photo: StoredPhoto, variant: Variant): Format =>
  isUpload(photo) && hasRendition(variant, 'avif') && (request.headers.accept ?? '').includes('image/avif')
    ? 'avif'
    : 'webp'

/** A picture the viewer may see: their own, or an approved one of a member they may see. */
async function visibleTo(pool: pg.Pool, viewer: Principal, photoId: string): Promise<StoredPhoto | undefined> {
  const { rows } = await pool.query<{ storage_key: string }>({
    name: 'photo-key',
    text: `select p.storage_key from member_photos p join members m on m.id = p.member_id
      where p.id = $1 and p.state <> 'refused' and p.removed_at is null
        and (m.id = $2 or p.state = 'approved' and m.state = 'active' and m.pool_id = $3
          and ${notBlocked('$2', 'm.id')} and ${isShownTo('m', '$2')})`,
    values: [photoId, viewer.memberId, viewer.poolId],
  })
  return rows[0] && { id: photoId, storageKey: rows[0].storage_key }
}
