import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { loadSharp } from '#platform/process/sharp.ts'
import type { Limited } from '../limits.ts'
import { limitInputPixels, limitOnePassPixels } from '../variants.ts'
import type { TidyJpeg } from './jpeg-structure.ts'
import type { PictureType } from './picture-type.ts'
import { shrink, ShrinkKilled } from './shrink.ts'

export interface PrepareDeps {
  readonly db: Database
  readonly clock: () => Date
  /** Drawings, one at a time: they take processor time. */
  readonly drawings: Limited
  /** Large bitmaps, one at a time: they take memory. */
  readonly large: Limited
}

export interface PreparedPicture {
  readonly bytes: Buffer
  /** Pixels of the upload, upright; of a drawing as it was rendered. */
  readonly whole: { readonly width: number; readonly height: number }
  readonly limitInputPixels: number
  readonly isDrawing: boolean
}

/** What most phones make is decoded in this process; more pixels may take hundreds of megabytes, if all are held. */
const mostPixelsHere = 12_500_000
const waitMs = 3_600_000

const bucketOf = (memberId: string): string => `drawing killed ${memberId}`

/**
 * Prepares an upload for decoding in the server's own process: a drawing or a large bitmap becomes a small PNG, in a
 * queue of its own. A member whose drawing had to be killed waits an hour for another one.
 * @throws Failure 429; ShrinkKilled, or another error for a picture that cannot be read
 */
export async function preparePicture(
  deps: PrepareDeps,
  memberId: string,
  upload: { readonly bytes: Buffer; readonly type: PictureType; readonly tidy: TidyJpeg | undefined },
): Promise<PreparedPicture> {
  if (upload.type === 'svg') {
    const bytes = await deps.drawings(memberId, () => draw(deps, memberId, upload.bytes))
    return { bytes, whole: await sizeOf(bytes), limitInputPixels, isDrawing: true }
  }
  const bytes = upload.tidy?.bytes ?? upload.bytes
  const whole = await sizeOf(bytes)
  // Decoded line by line and reduced on the way.
  if (upload.tidy?.isOnePass === true) return { bytes, whole, limitInputPixels: limitOnePassPixels, isDrawing: false }
  if (whole.width * whole.height <= mostPixelsHere) return { bytes, whole, limitInputPixels, isDrawing: false }
  const small = await deps.large(memberId, () => shrink(bytes, 'bitmap'))
  return { bytes: small, whole, limitInputPixels, isDrawing: false }
}

async function draw({ db, clock }: PrepareDeps, memberId: string, svg: Buffer): Promise<Buffer> {
  const at = clock()
  const bucket = bucketOf(memberId)
  const killed = await db
    .selectFrom('limit_counters')
    .select('bucket')
    .where('bucket', '=', bucket)
    .where('window_start', '>', new Date(at.getTime() - waitMs))
    .limit(1)
    .executeTakeFirst()
  if (killed)
    throw new Failure(429, undefined, {
      message: 'The last drawing took too long: send a JPEG, PNG or GIF, or another drawing in an hour',
    })
  return shrink(svg, 'drawing').catch(async (error: unknown) => {
    if (error instanceof ShrinkKilled)
      await sql`
        insert into limit_counters (bucket, window_start, hits) values (${bucket}, ${at}, 1)
        on conflict do nothing`.execute(db)
    throw error
  })
}

async function sizeOf(bytes: Buffer): Promise<PreparedPicture['whole']> {
  const sharp = await loadSharp()
  const { autoOrient } = await sharp(bytes, { limitInputPixels: false, failOn: 'none', pages: 1 }).metadata()
  return autoOrient
}
