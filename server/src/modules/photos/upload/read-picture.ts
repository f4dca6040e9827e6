import { rgbaToThumbHash } from 'thumbhash'
import { loadSharp } from '#platform/process/sharp.ts'
import type { Pixels } from '../variants.ts'
import { isBlank, type NotAPhoto, sizeFault } from './not-a-photo.ts'
import { hashSide, perceptualHash } from './perceptual-hash.ts'
import type { PreparedPicture } from './prepare-picture.ts'

/** A decoded upload: contains none of the original bytes. */
export interface ReadPicture {
  /** JPEG of at most 1000 pixels a side, without metadata. */
  readonly master: Buffer
  readonly pixels: Pixels
  readonly thumbhash: Buffer
  readonly perceptualHash: Buffer
  /** Why it is not a photo of a person, if so. */
  readonly fault: NotAPhoto | undefined
}

/**
 * Decodes a prepared upload: upright, first frame, at most 1000 pixels a side, transparent parts white.
 * @param least pixels of its shorter side
 * @throws when the bytes are not a complete picture of the type, or have more pixels than can be decoded safely
 */
export async function readPicture(
  { bytes, whole, limitInputPixels, isDrawing }: PreparedPicture,
  least: number,
): Promise<ReadPicture> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(bytes, { limitInputPixels, failOn: 'warning', pages: 1 })
    .timeout({ seconds: 20 })
    .autoOrient()
    .resize({ width: 1000, height: 1000, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const pixels: Pixels = { data, info: { width, height, channels: info.channels as 3 } }
  const open = () => sharp(data, { raw: pixels.info })
  const small = await open()
    .resize({ width: 100, height: 100, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    fault: isBlank(pixels) ? 'blank' : sizeFault(whole.width, whole.height, isDrawing ? 1 : least),
    master: await open().jpeg({ quality: 100 }).toBuffer(),
    pixels,
    thumbhash: Buffer.from(rgbaToThumbHash(small.info.width, small.info.height, small.data)),
    perceptualHash: perceptualHash(
      await open().resize({ width: hashSide, height: hashSide, fit: 'fill' }).raw().toBuffer(),
    ),
  }
}
