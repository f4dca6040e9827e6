import type { FastifyRequest } from 'fastify'
import type { Http } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { isUuid } from '#platform/ids.ts'
import { isUpload, type PhotoFiles, type StoredPhoto } from './files.ts'
import { permissionMs, type PhotoAccess } from './photo-access.ts'
import type { SignedUrls } from './signed-urls.ts'
import { type Format, hasRendition, type Variant, variantNames } from './variants.ts'

interface MediaRequest {
  Params: { photoId: string; variant: string }
  Querystring: { s?: unknown }
}

/** Browsers revalidate after this: blocking, leaving or deleting takes effect everywhere within a minute. */
const keptSeconds = 60 - permissionMs / 1000

/** Serves pictures to members who may see them. */
export function mediaRoute(
  http: Http,
  { access, files, urls }: { access: PhotoAccess; files: PhotoFiles; urls: SignedUrls },
): void {
  http.app.get<MediaRequest>(
    '/media/:photoId/:variant',
    {
      // Pictures are compressed already.
      compress: false,
      schema: { hide: true },
      config: { rateLimit: { max: Math.ceil(6000 * http.limitFactor), timeWindow: 60_000 } },
    },
    async (request, reply) => {
      const { photoId } = request.params
      const variant = variantNames.find((name) => name === request.params.variant)
      const given = request.query.s
      if (!variant || !isUuid(photoId) || typeof given !== 'string' || !urls.isSigned(photoId, variant, given))
        throw notFound()
      const viewer = await http.memberOf(request)
      const photo = viewer && (await access.visibleTo(viewer, photoId))
      if (!photo) throw notFound()
      const format = formatFor(request, photo, variant)
      // The content behind a URL never changes, so its name is its tag; permission is checked again each minute.
      const etag = `"${photoId}/${variant}.${format}"`
      void reply
        // A picture loads nothing.
        .header('content-security-policy', "default-src 'none'")
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
