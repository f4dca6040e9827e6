import type { PaletteFile } from './palette-file.ts'
import { isPaintable, luminance, ratioOf, toRgb, type Oklch, type Palette } from './palette.ts'

/*
 * Derives a palette as the design system describes: reduces chroma until the colour is in sRGB, then changes lightness
 * until it has the contrast WCAG 2.2 requires. Both use values rounded as they are written.
 */

/** No lightness of a hue reaches the required contrast. */
export class PaletteError extends Error {}

type Colour = [lightness: number, chroma: number, hue: number]

const white: Colour = [1, 0, 0]

/** Added to the required contrast, so that rounding in a browser cannot break it. */
const reserve = 0.06

/**
 * All colour tokens of one theme, in the order in which they are written.
 * @throws PaletteError
 */
export function derivePalette(file: PaletteFile, theme: 'light' | 'dark'): Palette {
  const isDark = theme === 'dark'
  const { primary, accent } = file
  const { hue, chroma } = primary
  const up = +1
  const down = -1
  const grey = (lightness: number, factor = 1): Colour => [lightness, file.neutralChroma * factor, hue]
  const tokens: Record<string, Colour> = isDark
    ? {
        bg: grey(0.165, 1.2),
        surface: grey(0.208, 1.3),
        raised: grey(0.248, 1.4),
        sunken: grey(0.135, 1.1),
        hover: grey(0.278, 1.5),
        line: grey(0.318, 1.5),
        text: grey(0.955, 0.6),
      }
    : {
        bg: grey(0.982, 0.7),
        surface: [1, 0, hue],
        raised: [1, 0, hue],
        sunken: grey(0.958, 1),
        hover: grey(0.945, 1.2),
        line: grey(0.905, 1.2),
        text: grey(0.235, 2),
      }
  const of = (...names: string[]): Colour[] => names.map((name) => tokens[name] ?? white)
  const grounds = of('bg', 'surface', 'raised', 'sunken', 'hover')
  const planes = of('bg', 'surface', 'raised', 'sunken')
  tokens['text-2'] = isDark ? solve(grey(0.74, 1), grounds, 5, up) : solve(grey(0.47, 2.2), grounds, 5, down)
  tokens['line-strong'] = isDark ? solve(grey(0.5, 1.4), planes, 3, up) : solve(grey(0.66, 1.6), planes, 3, down)

  /** A filled area with its states and its label. */
  const fill = (name: string, wanted: Colour, label: Colour, direction: number): void => {
    const base = solve(wanted, [label], 4.5, direction)
    tokens[name] = base
    tokens[`${name}-hover`] = fit([base[0] + direction * 0.035, wanted[1], wanted[2]])
    tokens[`${name}-active`] = fit([base[0] + direction * 0.065, wanted[1], wanted[2]])
    tokens[`on-${name}`] = label
  }
  /** A tinted background with text of the same hue, which must be readable on all other backgrounds too. */
  const tone = (name: string, ofHue: number, ofChroma: number): void => {
    const soft = isDark
      ? fit([0.29, Math.min(ofChroma * 0.38, 0.075), ofHue])
      : fit([0.945, Math.min(ofChroma * 0.2, 0.04), ofHue])
    tokens[`${name}-soft`] = soft
    tokens[`${name}-text`] = isDark
      ? solve([0.8, ofChroma * 0.62, ofHue], [...grounds, soft], 4.5, up)
      : solve([0.56, ofChroma, ofHue], [...grounds, soft], 4.5, down)
  }
  const hasDarkLabel = primary.label === 'dark'
  fill('primary', [primary.lightness[theme], chroma, hue], hasDarkLabel ? [0.2, 0.045, hue] : white, hasDarkLabel ? up : down)
  tone('primary', hue, chroma)
  tone('accent', accent.hue, accent.chroma)
  tokens['accent'] = fit([isDark ? 0.8 : 0.76, accent.chroma, accent.hue])
  tokens['on-accent'] = [0.2, 0.04, accent.hue]
  tone('success', 152, 0.15)
  tone('warning', 72, 0.14)
  // A red brand gets a different red for errors.
  tone('danger', hue > 8 && hue < 40 ? 15 : 25, 0.2)
  tone('info', 245, 0.13)
  fill('danger', [isDark ? 0.58 : 0.55, 0.21, 25], white, down)
  tokens['online'] = isDark ? [0.78, 0.19, 150] : [0.66, 0.19, 150]
  // A focus ring must not look like an error: warm brands get a blue one.
  const isWarm = hue < 60 || hue > 340
  const [focusHue, focusChroma] = isWarm ? [255, 0.19] : [hue, chroma]
  tokens['focus'] = isDark
    ? solve([0.76, focusChroma * 0.62, focusHue], grounds, 3.2, up)
    : solve([0.52, focusChroma, focusHue], grounds, 3.2, down)
  const [fillColour, labelColour, textColour] = of('primary', 'on-primary', 'text') as [Colour, Colour, Colour]
  tokens['bubble-own'] = fillColour
  tokens['on-bubble-own'] = labelColour
  tokens['bubble-other'] = isDark ? grey(0.27, 1.6) : grey(0.945, 1.4)
  tokens['on-bubble-other'] = textColour
  tokens['wash-1'] = isDark
    ? fit([0.24, Math.min(chroma * 0.35, 0.07), hue])
    : fit([0.955, Math.min(chroma * 0.16, 0.032), hue])
  tokens['wash-2'] = isDark
    ? fit([0.22, accent.chroma * 0.3, accent.hue])
    : fit([0.965, Math.min(accent.chroma * 0.22, 0.03), accent.hue])
  const charts: Colour[] = [
    [0.6, chroma, hue],
    [0.7, accent.chroma, accent.hue],
    [0.55, 0.11, (hue + 150) % 360],
    [0.62, 0.12, (hue + 210) % 360],
    [0.6, 0.02, hue],
  ]
  charts.forEach(([lightness, ofChroma, ofHue], index) => {
    tokens[`chart-${index + 1}`] = isDark
      ? solve([lightness + 0.06, ofChroma, ofHue], of('surface'), 3, up)
      : solve([lightness, ofChroma, ofHue], of('surface'), 3, down)
  })
  return withOverrides(tokens, file.overrides?.[theme] ?? {})
}

/** @throws PaletteError for an unknown token */
function withOverrides(tokens: Readonly<Record<string, Colour>>, overrides: Readonly<Record<string, string>>): Palette {
  const palette = new Map(Object.entries(tokens).map(([name, colour]) => [name, rounded(fit(colour))]))
  for (const [name, colour] of Object.entries(overrides)) {
    if (!palette.has(name)) throw new PaletteError(`there is no token --${name}`)
    const [lightness = 0, chroma = 0, hue = 0] = [...colour.matchAll(/[\d.]+/g)].map(Number)
    palette.set(name, [lightness / 100, chroma, hue])
  }
  return palette
}

/** Rounded as written: lightness to tenths of a percent, chroma to thousandths. */
function rounded([lightness, chroma, hue]: Colour): Oklch {
  return [Number((lightness * 100).toFixed(1)) / 100, Number(chroma.toFixed(3)), Number(hue.toFixed(1))]
}

/** Reduces chroma to what sRGB can show. */
export function fit([lightness, chroma, hue]: Colour): Colour {
  if (isPaintable([lightness, chroma, hue])) return [lightness, chroma, hue]
  let [low, high] = [0, chroma]
  for (let halving = 0; halving < 24; halving += 1) {
    const middle = (low + high) / 2
    if (isPaintable([lightness, middle, hue])) low = middle
    else high = middle
  }
  return [lightness, low, hue]
}

/**
 * Finds the colour that reaches the contrast ratio against all others, moving from the wanted lightness in one
 * direction.
 */
function solve([wanted, chroma, hue]: Colour, against: readonly Colour[], ratio: number, direction: number): Colour {
  const others = against.map((colour) => luminance(toRgb(fit(colour))))
  for (let lightness = wanted; lightness > 0 && lightness < 1; lightness += direction * 0.002) {
    const [l, c] = fit([Number(lightness.toFixed(3)), chroma, hue])
    const colour: Colour = [l, Number(c.toFixed(3)), hue]
    const own = luminance(toRgb(fit(colour)))
    if (others.every((other) => ratioOf(own, other) >= ratio + reserve)) return colour
  }
  throw new PaletteError(`no lightness of hue ${hue} reaches a contrast of ${ratio}`)
}
