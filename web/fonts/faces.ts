/** A font family: its variable Latin file, and the smaller subset that most pages load instead (`letters.ts`). */
export interface Face {
  /** Name in the package `@fontsource-variable/…`, and of the generated file. */
  readonly name: string
  readonly family: string
  /** Weights of the variable file. */
  readonly full: readonly [number, number]
  /** The weight of a brand's headlines, the only one in the subset; a range for the UI face. */
  readonly kept: number | readonly [number, number]
}

export const faces: readonly Face[] = [
  { name: 'figtree', family: 'Figtree', full: [300, 900], kept: [400, 800] },
  { name: 'bricolage-grotesque', family: 'Bricolage Grotesque', full: [200, 800], kept: 700 },
  { name: 'dm-sans', family: 'DM Sans', full: [100, 1000], kept: 700 },
  { name: 'fraunces', family: 'Fraunces', full: [100, 900], kept: 600 },
  { name: 'gabarito', family: 'Gabarito', full: [400, 900], kept: 700 },
  { name: 'instrument-sans', family: 'Instrument Sans', full: [400, 700], kept: 650 },
  { name: 'newsreader', family: 'Newsreader', full: [200, 800], kept: 500 },
  { name: 'outfit', family: 'Outfit', full: [100, 900], kept: 700 },
  { name: 'plus-jakarta-sans', family: 'Plus Jakarta Sans', full: [200, 800], kept: 750 },
]

export const sourceOf = ({ name }: Face): string => `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`

/**
 * The `@font-face` rules of all families, for a style sheet beside the generated files. Listing all brands' families
 * costs nothing, since a browser loads a file only when a page uses it. Of two with the same weights, the later one
 * applies to the letters in its range.
 *
 * @param range the `unicode-range` of the subsets
 */
export const facesCss = (range: string): string =>
  faces
    .flatMap((face) => {
      const rule = (file: string, weight: string, more = ''): string =>
        `@font-face { font-family: "${face.family} Variable"; src: url(${file}) format("woff2"); font-weight: ${weight}; font-display: swap;${more} }`
      const full = (from: number, to: number): string[] =>
        from > to ? [] : [rule(sourceOf(face), from === to ? String(from) : `${from} ${to}`)]
      const small = (weight: string): string => rule(`./${face.name}.woff2`, weight, ` unicode-range: ${range};`)
      const [least, most] = face.full
      return typeof face.kept === 'number'
        ? [
            ...full(least, face.kept - 1),
            ...full(face.kept, face.kept),
            small(String(face.kept)),
            ...full(face.kept + 1, most),
          ]
        : [...full(least, most), small(`${least} ${most}`)]
    })
    .join('\n')
