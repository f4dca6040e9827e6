import { fit } from './derive-palette.ts'
import type { PaletteFile } from './palette-file.ts'
import { type Oklch, type Palette, toRgb } from './palette.ts'

interface Look {
  readonly key: string
  readonly displayFont: { readonly family: string; readonly weight: number }
  readonly palette: { readonly light: Palette; readonly dark: Palette }
  readonly file: PaletteFile
}

/**
 * A brand's style sheet of tokens: the light theme, `data-theme="dark"`, and dark again for visitors whose system is
 * dark.
 */
export function tokenSheet({ key, displayFont, palette, file }: Look): string {
  const shape = [
    `--font-display: "${displayFont.family} Variable", var(--font-ui);`,
    `--display-weight: ${displayFont.weight};`,
    `--display-tracking: ${file.displayTracking}em;`,
    `--radius-scale: ${file.radiusScale};`,
  ]
  const light = [...shape, ...colours(palette.light), 'color-scheme: light;', lightShadows(file.primary.hue)]
  const dark = [...colours(palette.dark), 'color-scheme: dark;', darkShadows]
  const brand = `[data-brand="${key}"]`
  return [
    `${brand} {`,
    ...indented(light),
    '}',
    `${brand}[data-theme="dark"] {`,
    ...indented(dark),
    '}',
    '@media (prefers-color-scheme: dark) {',
    ...indented([`${brand}:not([data-theme="light"]) {`, ...indented(dark), '}']),
    '}\n',
  ].join('\n')
}

const darkShadows =
  '--shade: 0 0% 0%; --shadow-1: 0 1px 2px rgb(0 0 0 / .4); --shadow-2: 0 2px 4px rgb(0 0 0 / .35), 0 10px 24px -8px rgb(0 0 0 / .5); --shadow-3: 0 4px 8px rgb(0 0 0 / .4), 0 28px 60px -12px rgb(0 0 0 / .65);'

/** Shadows tinted with the brand's hue. */
function lightShadows(hue: number): string {
  const tint = toRgb(fit([0.25, 0.05, hue])).join(' ')
  return `--shadow-1: 0 1px 2px rgb(${tint} / .07); --shadow-2: 0 1px 2px rgb(${tint} / .06), 0 10px 24px -10px rgb(${tint} / .16); --shadow-3: 0 2px 6px rgb(${tint} / .06), 0 32px 64px -16px rgb(${tint} / .26);`
}

const colours = (palette: Palette): readonly string[] =>
  [...palette].map(([name, colour]) => `--${name}: ${toCss(colour)};`)

const toCss = ([lightness, chroma, hue]: Oklch): string =>
  `oklch(${(lightness * 100).toFixed(1)}% ${chroma.toFixed(3)} ${hue.toFixed(1)})`

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`)
