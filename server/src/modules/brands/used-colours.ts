import { readFileSync } from 'node:fs'
import { contrastOf, type Rgb, toRgb, type Palette } from './palette.ts'

/*
 * Colour pairs used on pages, as collected by the browser tests (e2e/parts/colours.ts): `text|large|icon FRONT on
 * GROUND [over GROUND …]`. A colour is a token, a mix of tokens, or a literal of the style sheets; ` at 0.5` is the
 * opacity of the foreground.
 */
export const usedColours: readonly string[] = JSON.parse(
  readFileSync(new URL('./used-colours.json', import.meta.url), 'utf8'),
)

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const leastRatios = { text: 4.5, large: 3, icon: 3 }

type Oklab = readonly [number, number, number]
interface Colour {
  readonly rgb: Rgb
  readonly alpha: number
}

/** Describes the pairs that a palette fails; empty when all pass. */
export function usedColourMisses(
  palette: Palette,
  pairs: readonly string[] = usedColours,
  least: Readonly<typeof leastRatios> = leastRatios,
): readonly string[] {
  return pairs.flatMap((pair) => {
    const [, kind = '', front = '', grounds = ''] = /^(\w+) (.+?) on (.+)$/.exec(pair) ?? []
    if (!(kind in least)) throw new Error(`used-colours.json: "${pair}" is no pair of colours`)
    const ground = grounds
      .split(' over ')
      .map((one) => colourOf(palette, one))
      .reduceRight<Rgb>((below, one) => over(one, below), toRgb(token(palette, '--bg')))
    const ratio = contrastOf(over(colourOf(palette, front), ground), ground)
    const wanted = least[kind as keyof typeof leastRatios]
    return ratio >= wanted ? [] : [`${pair}: ${ratio.toFixed(2)} is less than ${wanted}`]
  })
}

const over = ({ rgb, alpha }: Colour, below: Rgb): Rgb =>
  rgb.map((channel, at) => Math.round(channel * alpha + (below[at] ?? 0) * (1 - alpha))) as unknown as Rgb

function colourOf(palette: Palette, written: string): Colour {
  const [, text = written, opacity = '1'] = /^(.*) at ([\d.]+)$/.exec(written) ?? []
  const { rgb, alpha } = solid(palette, text)
  return { rgb, alpha: alpha * Number(opacity) }
}

function solid(palette: Palette, text: string): Colour {
  if (text.startsWith('--')) return { rgb: toRgb(token(palette, text)), alpha: 1 }
  const literal = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(text)
  if (literal) {
    const [r = 0, g = 0, b = 0] = literal.slice(1, 4).map(Number)
    return { rgb: [r, g, b], alpha: Number(literal[4] ?? 1) }
  }
  const mix = /^color-mix\(in oklab, var\((--[\w-]+)\)(?: ([\d.]+)%)?, (?:var\((--[\w-]+)\)|transparent)(?: ([\d.]+)%)?\)$/.exec(text)
  if (!mix) throw new Error(`used-colours.json: "${text}" is no colour that can be worked out`)
  const [, one = '', share, other, rest] = mix
  const part = share !== undefined ? Number(share) / 100 : 1 - Number(rest ?? 50) / 100
  // Mixed with transparent, a colour only loses opacity.
  if (other === undefined) return { rgb: toRgb(token(palette, one)), alpha: part }
  const [a, b] = [toOklab(token(palette, one)), toOklab(token(palette, other))]
  const [lightness, x, y] = a.map((value, at) => value * part + (b[at] ?? 0) * (1 - part)) as unknown as Oklab
  return { rgb: toRgb([lightness, Math.hypot(x, y), (Math.atan2(y, x) * 180) / Math.PI]), alpha: 1 }
}

function token(palette: Palette, name: string) {
  const found = palette.get(name.slice(2))
  if (!found) throw new Error(`used-colours.json: there is no token ${name}`)
  return found
}

const toOklab = ([lightness, chroma, hue]: readonly [number, number, number]): Oklab => [
  lightness,
  chroma * Math.cos((hue * Math.PI) / 180),
  chroma * Math.sin((hue * Math.PI) / 180),
]
