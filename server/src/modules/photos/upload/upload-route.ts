import multipart from '@fastify/multipart'
import { photoSizeLimit, routes } from '@incontro/contract'
import type { FastifyRequest } from 'fastify'
import { countAttempt } from '../../../platform/attempts.ts'
import type { Principal } from '../../../platform/caller.ts'
import { own, type Http } from '../../../platform/http/bind.ts'
import { Failure } from '../../../platform/http/problem.ts'
import type { Log } from '../../../platform/log.ts'
import { addPhoto, onlyPictures, tooLarge, type UploadDeps } from './add-photo.ts'
import { createPlaces } from './places.ts'

/** A member fills an album some times over, and no more. */
const uploadsAnHour = 60

/** Reads the one file of an upload, a few at a time for each member, and gives it on. */
export type ReceiveFile = <T>(
  member: Principal,
  request: FastifyRequest,
  take: (bytes: Buffer) => Promise<T>,
) => Promise<T>

/** @returns what reads the file of every upload, so that they share their limits */
export async function uploadRoute(http: Http, deps: UploadDeps): Promise<ReceiveFile> {
  const inPlace = createPlaces()
  const receive: ReceiveFile = async (member, request, take) => {
    if (!request.isMultipart()) throw onlyPictures()
    return inPlace(member.memberId, async () => {
      const hits = await countAttempt(deps.db, `photo-upload ${member.memberId}`, deps.clock())
      if (hits > uploadsAnHour) throw new Failure(429)
      return take(await fileOf(request, deps.log))
    })
  }
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
  return receive
}

async function fileOf(request: FastifyRequest, log: Log): Promise<Buffer> {
  const broken = (error: unknown): undefined => {
    log.info({ err: error }, 'an upload could not be read to its end')
  }
  const part = await request.file().catch(broken)
  if (part?.fieldname !== 'avatar') throw new Failure(400, 'invalid', { field: 'avatar', message: 'Send one file' })
  const bytes = await part.toBuffer().catch(broken)
  if (part.file.truncated) throw tooLarge()
  if (!bytes || bytes.length === 0) throw onlyPictures()
  return bytes
}
