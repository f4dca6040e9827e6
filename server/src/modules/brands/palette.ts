import { BrandFileError } from './brand-file-error.ts'

/** Lightness 0 to 1, chroma, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number]
/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]
/** Colour tokens of one theme by name without the leading dashes. */
export type Palette = ReadonlyMap<string, Oklch>

const declaration = /--([a-z0-9-]+):\s*oklch\(([\d.]+)%\s+([\d.]+)\s+([\d.]+)\)/g

/**
 * Reads the light and the dark palette out of a brand's `tokens.css`, which holds a light block, the same brand with
 * `data-theme="dark"`, and that again for visitors whose system is dark.
 * @throws BrandFileError when a block is missing or the two dark ones differ.
 */
export function readPalettes(file: string, css: string, key: string): { light: Palette; dark: Palette } {
  const block = (selector: string): Palette => {
    const start = css.indexOf(`${selector} {`)
    if (start < 0) throw new BrandFileError(file, selector, 'the block is missing')
    const body = css.slice(start, css.indexOf('}', start))
    return new Map(
      [...body.matchAll(declaration)].map(([, name = '', l, c, h]) => [
        name,
        [Number(l) / 100, Number(c), Number(h)] as const,
      ]),
    )
  }
  const light = block(`[data-brand="${key}"]`)
  const dark = block(`[data-brand="${key}"][data-theme="dark"]`)
  const system = block(`[data-brand="${key}"]:not([data-theme="light"])`)
  const differs = [...new Set([...dark.keys(), ...system.keys()])].find(
    (name) => String(dark.get(name)) !== String(system.get(name)),
  )
  if (differs !== undefined) throw new BrandFileError(file, `--${differs}`, 'the two dark blocks differ')
  const missing = [...light.keys()].find((name) => !dark.has(name))
  if (missing !== undefined) throw new BrandFileError(file, `--${missing}`, 'is missing in the dark theme')
  return { light, dark }
}

/** The colour as browsers paint it: three 8-bit channels. Matrices: Ottosson, "A perceptual color space" (2020). */
export function toRgb([lightness, chroma, hue]: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channel = (linear: number) => {
    const clamped = Math.min(1, Math.max(0, linear))
    return Math.round(255 * (clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055))
  }
  return [
    channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** `#rrggbb`, for where OKLCH is not understood: mail programs. */
export const toHex = (colour: Oklch): string =>
  `#${toRgb(colour)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`

/** Contrast ratio of WCAG 2.2, between 1 and 21, on the colours as painted. */
export const contrastRatio = (one: Oklch, other: Oklch): number => contrastOf(toRgb(one), toRgb(other))

/** The same for colours that are painted already. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const luminance = (colour: Rgb) => {
    const [r, g, b] = colour.map((channel) => {
      const value = channel / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [dark, light] = [luminance(one), luminance(other)].toSorted((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
