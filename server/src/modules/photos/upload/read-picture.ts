import { rgbaToThumbHash } from 'thumbhash'
import { loadSharp } from '../../../platform/sharp.ts'
import { limitInputPixels, type Pixels } from '../variants.ts'
import { perceptualHash } from './perceptual-hash.ts'
import type { PictureType } from './picture-type.ts'
import { rasterise } from './rasterise.ts'

/** A decoded upload: contains none of the original bytes. */
export interface ReadPicture {
  /** JPEG of at most 1000 pixels a side, without metadata. */
  readonly master: Buffer
  readonly pixels: Pixels
  readonly thumbhash: Buffer
  readonly perceptualHash: Buffer
}

/**
 * Decodes an upload: upright, first frame, at most 1000 pixels a side, transparent parts white.
 * @throws when the bytes are not a complete picture of the type, or have more than 50 megapixels
 */
export async function readPicture(bytes: Buffer, type: PictureType): Promise<ReadPicture> {
  const sharp = await loadSharp()
  const input = type === 'svg' ? await rasterise(bytes) : bytes
  const { data, info } = await sharp(input, { limitInputPixels, failOn: 'warning', pages: 1 })
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
    master: await open().jpeg({ quality: 100 }).toBuffer(),
    pixels,
    thumbhash: Buffer.from(rgbaToThumbHash(small.info.width, small.info.height, small.data)),
    perceptualHash: perceptualHash(await open().resize({ width: 9, height: 9, fit: 'fill' }).raw().toBuffer()),
  }
}
