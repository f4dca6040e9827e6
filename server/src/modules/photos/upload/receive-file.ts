import type { FastifyRequest } from 'fastify'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Principal } from '#platform/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import type { Log } from '#platform/process/log.ts'
import { onlyPictures, tooLarge } from './add-photo.ts'
import type { InPlace, Room } from './places.ts'

/** Enough to fill an album several times. */
export const uploadsAnHour = 60

/**
 * Reads the single file of an upload, with limits per member, and passes it on.
 * @throws Failure 415 without a file, 413 from 10 MB on, by the codes of pictures unless others are given; 429
 */
export type ReceiveFile = <T>(
  member: Principal,
  request: FastifyRequest,
  take: (bytes: Buffer) => Promise<T>,
  refusals?: FileRefusals,
) => Promise<T>

/** Failures for a missing and a too large file. */
export interface FileRefusals {
  none(): Failure
  tooLarge(): Failure
}
const ofPictures: FileRefusals = { none: onlyPictures, tooLarge }

/** Shared by all uploads, so that they share their limits. */
export function createReceiveFile(deps: {
  readonly db: Database
  readonly log: Log
  readonly clock: () => Date
  readonly inPlace: InPlace
}): ReceiveFile {
  const { inPlace } = deps
  return async (member, request, take, refusals = ofPictures) => {
    if (!request.isMultipart()) throw refusals.none()
    return inPlace(member.memberId, async (room) => {
      const hits = await countAttempt(deps.db, `photo-upload ${member.memberId}`, deps.clock())
      if (hits > uploadsAnHour) throw new Failure(429)
      return take(await fileOf(request, room, deps.log, refusals))
    })
  }
}

async function fileOf(request: FastifyRequest, room: Room, log: Log, refusals: FileRefusals): Promise<Buffer> {
  const broken = (error: unknown): undefined => {
    if (error instanceof Failure) throw error
    log.info({ err: error }, 'an upload could not be read to its end')
  }
  const part = await request.file().catch(broken)
  if (part?.fieldname !== 'avatar') throw new Failure(400, 'invalid', { field: 'avatar', message: 'Send one file' })
  const bytes = await bytesOf(part.file, room).catch(broken)
  if (part.file.truncated) throw refusals.tooLarge()
  if (!bytes || bytes.length === 0) throw refusals.none()
  return bytes
}

async function bytesOf(file: AsyncIterable<Buffer>, room: Room): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) {
    room.take(chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
