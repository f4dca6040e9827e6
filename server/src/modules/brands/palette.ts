/** Lightness 0 to 1, chroma, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number]
/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]
/** Colour tokens of one theme, by name without the leading dashes. */
export type Palette = ReadonlyMap<string, Oklch>

/**
 * Channels of linear light; below 0 or above 1 if outside sRGB. Matrices: Ottosson, "A perceptual color space" (2020).
 */
function toLinear([lightness, chroma, hue]: Oklch): readonly [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** Whether the colour is in sRGB. */
export const isPaintable = (colour: Oklch): boolean =>
  toLinear(colour).every((channel) => channel >= -1e-4 && channel <= 1 + 1e-4)

/** The colour as browsers paint it: three 8-bit channels. */
export function toRgb(colour: Oklch): Rgb {
  const [r, g, b] = toLinear(colour)
  const channel = (linear: number) => {
    const clamped = Math.min(1, Math.max(0, linear))
    return Math.round(255 * (clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055))
  }
  return [channel(r), channel(g), channel(b)]
}

/** `#rrggbb`, for programs without OKLCH, such as mail clients. */
export const toHex = (colour: Oklch): string =>
  `#${toRgb(colour)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`

/** Relative luminance of WCAG 2.2, 0 to 1. */
export function luminance(painted: Rgb): number {
  const [r, g, b] = painted.map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of two luminances, between 1 and 21. */
export function ratioOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Contrast ratio of WCAG 2.2, between 1 and 21, of the colours as painted. */
export const contrastRatio = (one: Oklch, other: Oklch): number => contrastOf(toRgb(one), toRgb(other))

/** The same for painted colours. */
export const contrastOf = (one: Rgb, other: Rgb): number => ratioOf(luminance(one), luminance(other))
