import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import instrument from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import jakarta from '@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2?url'
import bricolage from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2?url'
import dmSans from '@fontsource/dm-sans/files/dm-sans-latin-700-normal.woff2?url'
import fraunces from '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2?url'
import gabarito from '@fontsource/gabarito/files/gabarito-latin-700-normal.woff2?url'
import newsreader from '@fontsource/newsreader/files/newsreader-latin-500-normal.woff2?url'
import outfit from '@fontsource/outfit/files/outfit-latin-700-normal.woff2?url'
import type { PublicBrand } from '@incontro/contract'

/** By family: the file, and the weight it holds where it is not a variable one (`styles/fonts.css`). */
const displayFaces: Record<string, { readonly file: string; readonly weight?: number }> = {
  'bricolage grotesque': { file: bricolage, weight: 700 }, 'dm sans': { file: dmSans, weight: 700 }, fraunces: { file: fraunces, weight: 600 },
  gabarito: { file: gabarito, weight: 700 }, 'instrument sans': { file: instrument }, newsreader: { file: newsreader, weight: 500 },
  outfit: { file: outfit, weight: 700 }, 'plus jakarta sans': { file: jakarta },
}

/** The files worth preloading: the UI face and the brand's display face in its weight. */
export const fontFiles = ({ family, weight }: PublicBrand['displayFont']): readonly string[] => {
  const face = displayFaces[family.toLowerCase()]
  return face && (face.weight ?? weight) === weight ? [figtree, face.file] : [figtree]
}
