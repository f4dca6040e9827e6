import { loadSharp } from '../../platform/sharp.ts'

export const variantNames = ['card', 'avatar', 'full'] as const
export type Variant = (typeof variantNames)[number]

/** Pixels. `full` keeps its shape within the square; the others are filled and cropped. */
const sizes: Readonly<Record<Variant, { readonly width: number; readonly height: number; readonly crop: boolean }>> = {
  card: { width: 480, height: 640, crop: true },
  avatar: { width: 160, height: 160, crop: true },
  full: { width: 1000, height: 1000, crop: false },
}

/** 50 megapixels: more than a phone takes, less than what exhausts the memory. */
const limitInputPixels = 50_000_000

/**
 * Makes one variant as WebP, turned upright and without the original's metadata.
 * @throws when the bytes are no picture, or too large a one.
 */
export async function renderVariant(original: Buffer, variant: Variant): Promise<Buffer> {
  const { width, height, crop } = sizes[variant]
  const sharp = await loadSharp()
  const image = sharp(original, { limitInputPixels, failOn: 'error' })
  // A drawn portrait has its face at the top; in a photograph it is looked for.
  const drawn = (await image.metadata()).format === 'svg'
  return image
    .autoOrient()
    .resize({
      width,
      height,
      fit: crop ? 'cover' : 'inside',
      position: drawn ? 'top' : sharp.strategy.attention,
      withoutEnlargement: !crop,
    })
    .webp({ quality: variant === 'full' ? 82 : 78 })
    .toBuffer()
}
