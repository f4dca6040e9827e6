import * as z from 'zod'

const hue = z.number().min(0).lt(360)
const chroma = z.number().min(0).max(0.37)
const lightness = z.number().min(0.2).max(0.95)
const tokens = z.record(
  z.string().regex(/^[a-z0-9-]+$/, 'must be the name of a token without its dashes'),
  z.string().regex(/^oklch\([\d.]+% [\d.]+ [\d.]+\)$/, 'must be a colour of the form oklch(54.0% 0.140 232.0)'),
)

/**
 * `brands/<key>/palette.json`: the settings from which all colours are derived (`derive-palette.ts`). Hues in degrees,
 * chroma and lightness in OKLCH, lightness from 0 to 1: the preferred value, changed until its label is readable.
 */
export const paletteFile = z.strictObject({
  primary: z.strictObject({
    hue,
    chroma,
    lightness: z.strictObject({ light: lightness, dark: lightness }),
    /** Text colour on it: light on a deep colour, dark on a bright one. */
    label: z.enum(['light', 'dark']),
  }),
  accent: z.strictObject({ hue, chroma }),
  /** Chroma of greys, which use the primary hue. */
  neutralChroma: chroma,
  /** 1 is the design system's radius. */
  radiusScale: z.number().min(0).max(3),
  /** Letter spacing of headlines, in em. */
  displayTracking: z.number().min(-0.1).max(0.1),
  /** Tokens set by hand instead of derived. */
  overrides: z.strictObject({ light: tokens.optional(), dark: tokens.optional() }).optional(),
})

export type PaletteFile = z.infer<typeof paletteFile>
