import { renderWhole } from '../variants.ts'
import { decode, type UploadDeps } from './add-photo.ts'

/** An upload as one WebP of at most 1000 pixels a side: nothing of the file's own bytes is left in it. */
export interface WholePicture {
  readonly bytes: Buffer
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly thumbhash: Buffer
}

/** @throws Failure as `decode` */
export async function reencode(deps: Pick<UploadDeps, 'limited' | 'log'>, bytes: Buffer): Promise<WholePicture> {
  const { pixels, thumbhash } = await decode(deps, bytes)
  const { width, height } = pixels.info
  return { bytes: await deps.limited(() => renderWhole(pixels)), width, height, thumbhash }
}
