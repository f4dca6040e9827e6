import { loadSharp } from '#platform/process/sharp.ts'
import { themeColor, type Brand } from '#modules/brands/index.ts'

export const iconSizes = [180, 192, 512] as const
export type IconSize = (typeof iconSizes)[number]

/** Share of the icon that the symbol takes: launchers crop up to a fifth on each side of a maskable one. */
const share = { any: 1, touch: 0.72, maskable: 0.56 } as const

export const iconPath = (brand: Brand, size: IconSize, maskable: boolean): string =>
  `/brand/icon.png?size=${size}${maskable ? '&maskable=1' : ''}&v=${brand.assets.picturesHash}`

/** The brand's symbol as a PNG: transparent, or on the brand's background for home screens that crop icons. */
export async function drawIcon(brand: Brand, size: IconSize, maskable: boolean): Promise<Buffer> {
  const kind = maskable ? 'maskable' : size === 180 ? 'touch' : 'any'
  const inner = Math.round(size * share[kind])
  const sharp = await loadSharp()
  const symbol = await sharp(Buffer.from(brand.assets.symbol), { density: 72 * Math.ceil(inner / 40) })
    .resize(inner, inner, { fit: 'contain', background: '#0000' })
    .png()
    .toBuffer()
  const background = kind === 'any' ? { r: 0, g: 0, b: 0, alpha: 0 } : themeColor(brand).light
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: symbol, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}
