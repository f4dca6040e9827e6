import type { Sharp, SharpInput } from 'sharp'
import { loadSharp } from '#platform/process/sharp.ts'

export const variantNames = ['card', 'avatar', 'full'] as const
export type Variant = (typeof variantNames)[number]
const formatNames = ['webp', 'avif'] as const
export type Format = (typeof formatNames)[number]

/** The stored renditions. Avatars are so small that one format suffices. */
export const renditions: readonly (readonly [Variant, Format])[] = [
  ['card', 'webp'],
  ['card', 'avif'],
  ['avatar', 'webp'],
  ['full', 'webp'],
  ['full', 'avif'],
]
export const hasRendition = (variant: Variant, format: Format): boolean =>
  renditions.some(([one, kind]) => one === variant && kind === format)

/** Pixels. `full` keeps its aspect ratio within the square; the others are cropped. */
const sizes: Readonly<Record<Variant, { readonly width: number; readonly height: number; readonly crop: boolean }>> = {
  card: { width: 480, height: 640, crop: true },
  avatar: { width: 160, height: 160, crop: true },
  full: { width: 1000, height: 1000, crop: false },
}

/** 50 megapixels are less than what exhausts the memory. */
export const limitInputPixels = 50_000_000
/** Those of the largest sensors of phones, for pictures that are decoded line by line and reduced on the way. */
export const limitOnePassPixels = 210_000_000

/**
 * Renders a variant of a stored original, upright and without metadata.
 * @throws for an invalid or too large image
 */
export async function renderVariant(original: Buffer, variant: Variant, format: Format): Promise<Buffer> {
  const sharp = await loadSharp()
  const image = sharp(original, { limitInputPixels, failOn: 'error' })
  // A drawn portrait has its face at the top; in a photograph the crop looks for it.
  const drawn = (await image.metadata()).format === 'svg'
  return encode(shape(image.autoOrient(), variant, drawn ? 'top' : sharp.strategy.attention), variant, format)
}

/** Decoded pixels. */
export interface Pixels {
  readonly data: Buffer
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 }
}

/** The decoded master of a photo. @throws for an invalid image */
export async function pixelsOf(master: Buffer): Promise<Pixels> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(master, { limitInputPixels, failOn: 'error' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, info: { width: info.width, height: info.height, channels: info.channels as 3 } }
}

/** The renditions of a decoded photo in one size, which is cropped once and encoded in its formats. */
export async function renderSize(pixels: Pixels, variant: Variant): Promise<(readonly [Format, Buffer])[]> {
  const sharp = await loadSharp()
  const open = (input: SharpInput, { width, height, channels }: Pixels['info']): Sharp =>
    sharp(input, { raw: { width, height, channels } })
  const { data, info } = await shape(open(pixels.data, pixels.info), variant, sharp.strategy.attention)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const made: (readonly [Format, Buffer])[] = []
  for (const format of formatNames)
    if (hasRendition(variant, format))
      made.push([format, await encode(open(data, info as Pixels['info']), variant, format)])
  return made
}

/** The decoded photo in a format that every browser supports. */
export const renderWhole = async ({ data, info }: Pixels): Promise<Buffer> =>
  encode((await loadSharp())(data, { raw: info }), 'full', 'webp')

function shape(image: Sharp, variant: Variant, position: string | number): Sharp {
  const { width, height, crop } = sizes[variant]
  return image.resize({ width, height, fit: crop ? 'cover' : 'inside', position, withoutEnlargement: !crop })
}

const encode = (image: Sharp, variant: Variant, format: Format): Promise<Buffer> =>
  format === 'webp'
    ? image.webp({ quality: variant === 'full' ? 82 : 78, effort: 2 }).toBuffer()
    : // More effort takes several times as long for the same size.
      image.avif({ quality: variant === 'full' ? 60 : 55, effort: 0 }).toBuffer()
