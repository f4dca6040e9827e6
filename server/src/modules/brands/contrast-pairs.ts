import { contrastRatio, type Palette } from './palette.ts'

const grounds = ['bg', 'surface', 'raised', 'sunken', 'hover']
const washes = ['wash-1', 'wash-2']
const steps = ['', '-hover', '-active']

interface Pair {
  readonly foreground: string
  readonly ground: string
  /** Minimum contrast ratio of WCAG 2.2. */
  readonly least: number
}

const on = (least: number, foregrounds: readonly string[], on: readonly string[]): readonly Pair[] =>
  foregrounds.flatMap((foreground) => on.map((ground) => ({ foreground, ground, least })))

const tones = ['primary', 'accent', 'success', 'warning', 'danger', 'info']

/** Foreground and background pairs that must be readable: the colour roles of the design system's section 2. */
const contrastPairs: readonly Pair[] = [
  ...on(7, ['text'], [...grounds, ...washes]),
  ...on(4.5, ['text-2'], [...grounds, ...washes]),
  ...on(3, ['line-strong', 'focus'], ['bg', 'surface', 'raised', 'sunken']),
  ...on(
    4.5,
    ['on-primary'],
    steps.map((step) => `primary${step}`),
  ),
  ...on(
    4.5,
    ['on-danger'],
    steps.map((step) => `danger${step}`),
  ),
  ...on(4.5, ['on-accent'], ['accent']),
  ...tones.flatMap((tone) => on(4.5, [`${tone}-text`], [`${tone}-soft`, ...grounds])),
  ...on(4.5, ['on-bubble-own'], ['bubble-own']),
  ...on(7, ['on-bubble-other'], ['bubble-other']),
]

/** Describes the pairs that a palette fails; empty when all pass. A missing token is a failure. */
export function contrastMisses(palette: Palette): readonly string[] {
  return contrastPairs.flatMap(({ foreground, ground, least }) => {
    const [front, back] = [palette.get(foreground), palette.get(ground)]
    if (!front || !back) return [`--${front ? ground : foreground} is missing`]
    const ratio = contrastRatio(front, back)
    return ratio >= least ? [] : [`--${foreground} on --${ground}: ${ratio.toFixed(2)} is less than ${least}`]
  })
}
