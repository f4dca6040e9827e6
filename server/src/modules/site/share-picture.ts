import type { Locale } from '@incontro/contract'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadSharp } from '#platform/process/sharp.ts'
import { toHex, type Brand } from '#modules/brands/index.ts'

/** The size recommended for Open Graph and Twitter cards. */
const shareSize = { width: 1200, height: 630 } as const
const margin = 84

/**
 * The preview picture of a shared link: word-mark, headline and symbol in the brand's colours. The headline uses the
 * brand's display font from `brands/_fonts`; without that file it is left out, since a server may have no fonts.
 */
export async function drawSharePicture(brand: Brand, locale: Locale): Promise<Buffer> {
  const words = await headline(brand, brand.tagline[locale].headline)
  const sharp = await loadSharp()
  const ground = sharp(Buffer.from(background(brand)))
  return (words ? ground.composite([words]) : ground).png({ compressionLevel: 9 }).toBuffer()
}

function background(brand: Brand): string {
  const colour = (name: string): string => toHex(brand.palette.light.get(name) ?? [1, 0, 0])
  const { width, height } = shareSize
  const [, wide = '148', high = '40'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(brand.assets.logo) ?? []
  const logoHeight = 76
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs>
      <linearGradient id="ground" x2="0" y2="1"><stop stop-color="${colour('wash-1')}"/><stop offset="1" stop-color="${colour('bg')}"/></linearGradient>
      <radialGradient id="glow" cx="1" cy="0" r="1"><stop stop-color="${colour('accent-soft')}"/><stop offset="1" stop-color="${colour('accent-soft')}" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="${width}" height="${height}" fill="url(#ground)"/><rect width="${width}" height="${height}" fill="url(#glow)"/>
    ${placed(brand.assets.symbol, width - 400, height / 2 - 170, 340, 340)}
    ${placed(brand.assets.logo, margin, margin - 12, (logoHeight * Number(wide)) / Number(high), logoHeight)}
    <rect y="${height - 14}" width="${width}" height="14" fill="${colour('primary')}"/>
  </svg>`
}

/** Nests a brand's SVG inside another one; it was validated when the brand was loaded. */
const placed = (svg: string, x: number, y: number, width: number, height: number): string =>
  svg.replace('<svg ', `<svg x="${x}" y="${y}" width="${width}" height="${height}" `)

async function headline({ displayFont, palette }: Brand, words: string) {
  const fontfile = resolve(
    import.meta.dirname,
    '../../../../brands/_fonts',
    `${displayFont.package.replace(/^.*\//, '')}.ttf`,
  )
  if (!existsSync(fontfile)) return undefined
  const sharp = await loadSharp()
  const input = await sharp({
    text: {
      text: `<span foreground="${toHex(palette.light.get('text') ?? [0, 0, 0])}">${escapeMarkup(words)}</span>`,
      // At 72 dpi, a point of the font size is a pixel.
      font: `${displayFont.family} 80 @wght=${displayFont.weight}`,
      fontfile,
      dpi: 72,
      width: 650,
      spacing: 4,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  const below = 2 * margin + 24
  return {
    input: input.data,
    left: margin,
    top: Math.round(below + Math.max(0, (shareSize.height - 60 - below - input.info.height) / 2)),
  }
}

const escapeMarkup = (text: string): string => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
