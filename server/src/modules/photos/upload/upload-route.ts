import multipart from '@fastify/multipart'
import { photoSizeLimit, routes } from '@incontro/contract'
import { own, type Http } from '#platform/http/bind.ts'
import { addPhoto, type UploadDeps } from './add-photo.ts'
import type { ReceiveFile } from './receive-file.ts'

/** Registers the multipart parser for all modules, and binds the album's upload route. */
export async function uploadRoute(http: Http, deps: UploadDeps, receive: ReceiveFile): Promise<void> {
  await http.app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 8, parts: 9, fieldSize: 1024, headerPairs: 32, fileSize: photoSizeLimit },
  })
  http.bind(
    routes.uploadPhoto,
    async ({ params, member, site, request }) => {
      own(member, params.trackerId)
      const name = await receive(member, request, (bytes) => addPhoto(deps, member, site.origin, bytes))
      return { result: 'OK' as const, data: { name } }
    },
    { limit: { max: 120, timeWindow: 60_000 } },
  )
}
