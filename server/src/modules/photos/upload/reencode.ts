import { renderWhole } from '../variants.ts'
import { decode, leastOfAnything, type UploadDeps } from './add-photo.ts'

/** An upload re-encoded as WebP of at most 1000 pixels a side: contains none of the original bytes. */
export interface WholePicture {
  readonly bytes: Buffer
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly thumbhash: Buffer
}

/** @throws Failure as `decode` */
export async function reencode(deps: Pick<UploadDeps, 'limited' | 'log'>, bytes: Buffer): Promise<WholePicture> {
  const { pixels, thumbhash } = await decode(deps, bytes, leastOfAnything)
  const { width, height } = pixels.info
  return { bytes: await deps.limited(() => renderWhole(pixels)), width, height, thumbhash }
}
