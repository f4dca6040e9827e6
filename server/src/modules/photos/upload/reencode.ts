import { renderWhole } from '../variants.ts'
import { decode, leastOfAnything, type UploadDeps } from './add-photo.ts'
import type { PrepareDeps } from './prepare-picture.ts'

/** An upload re-encoded as WebP of at most 1000 pixels a side: contains none of the original bytes. */
export interface WholePicture {
  readonly bytes: Buffer
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly thumbhash: Buffer
}

/** @throws Failure as `decode` */
export async function reencode(
  deps: PrepareDeps & Pick<UploadDeps, 'limited' | 'log'>,
  memberId: string,
  bytes: Buffer,
): Promise<WholePicture> {
  const { pixels, thumbhash } = await decode(deps, memberId, bytes, leastOfAnything)
  const { width, height } = pixels.info
  return { bytes: await deps.limited(memberId, () => renderWhole(pixels)), width, height, thumbhash }
}
