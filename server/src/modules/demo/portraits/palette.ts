/** Colours of the drawn people. Hair by the profile's field; `grey` is not a value of the field. */
export const hairColours = {
  blond: ['#e3b866', '#d9a94f', '#ecc983'],
  'dark blond': ['#a97b45', '#b88a52', '#96693a'],
  brown: ['#4f2e20', '#6a4029', '#3d2419', '#7a4b2c'],
  red: ['#b5532a', '#9c4a22', '#c2683a'],
  black: ['#26191a', '#1d1a22', '#2b2220'],
  dyed: ['#7a4b9a', '#b8476b', '#2f7d86', '#c25e8f'],
  grey: ['#a6a3a0', '#c9c6c2', '#857f7c'],
} as const
export type HairTone = keyof typeof hairColours

export const skins = ['#f7d7bf', '#f1c7a5', '#e3ae85', '#c98d60', '#a8703f', '#8d5a36'] as const
/** Indexes of `skins`, weighted by repetition for the population of our five countries; lighter ones for light hair. */
export const skinsFor = (tone: HairTone): readonly number[] =>
  tone === 'blond' || tone === 'dark blond' || tone === 'red'
    ? [0, 0, 0, 1, 1, 1, 2, 2]
    : [0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5]

export const cloths = [
  '#41644a',
  '#c9573f',
  '#4b6f86',
  '#d98c6a',
  '#20222c',
  '#e9d9c0',
  '#3d4f8a',
  '#5b7a55',
  '#7a3b46',
  '#2f5d7c',
  '#6b7f3a',
  '#b98a2f',
  '#8a5a8f',
  '#f1ece2',
  '#c06b7d',
  '#35506b',
  '#a34e3a',
  '#597f86',
  '#d7b25a',
  '#54436b',
] as const

export const ink = '#2a1a1c'

/** The same colour, slightly darker. */
export const darker = (hex: string, by = 0.84): string =>
  `#${channels(hex)
    .map((value) => toHex(value * by))
    .join('')}`

/** Rotates the hue of every colour in a drawing; white and black stay the same. */
export function turnHues(svg: string, degrees: number): string {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  // The hue rotation matrix of SVG filters (Filter Effects Module, feColorMatrix hueRotate).
  const rows = [
    [0.213 + cos * 0.787 - sin * 0.213, 0.715 - cos * 0.715 - sin * 0.715, 0.072 - cos * 0.072 + sin * 0.928],
    [0.213 - cos * 0.213 + sin * 0.143, 0.715 + cos * 0.285 + sin * 0.14, 0.072 - cos * 0.072 - sin * 0.283],
    [0.213 - cos * 0.213 - sin * 0.787, 0.715 - cos * 0.715 + sin * 0.715, 0.072 + cos * 0.928 + sin * 0.072],
  ]
  return svg.replace(/#([0-9a-f]{6}|[0-9a-f]{3})\b/gi, (hex) => {
    const [r, g, b] = channels(hex) as [number, number, number]
    return `#${rows.map(([x = 0, y = 0, z = 0]) => toHex(r * x + g * y + b * z)).join('')}`
  })
}

function channels(hex: string): number[] {
  const digits = hex.slice(1)
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16))
}

const toHex = (value: number): string =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0')
