import bricolage from '@fonts/bricolage-grotesque.woff2?url'
import dmSans from '@fonts/dm-sans.woff2?url'
import figtree from '@fonts/figtree.woff2?url'
import fraunces from '@fonts/fraunces.woff2?url'
import gabarito from '@fonts/gabarito.woff2?url'
import instrument from '@fonts/instrument-sans.woff2?url'
import newsreader from '@fonts/newsreader.woff2?url'
import outfit from '@fonts/outfit.woff2?url'
import jakarta from '@fonts/plus-jakarta-sans.woff2?url'
import type { PublicBrand } from '@incontro/contract'

/** By font family: the file, and the one weight that it contains (`web/fonts/faces.ts`). */
const displayFaces: Record<string, { readonly file: string; readonly weight: number }> = {
  'bricolage grotesque': { file: bricolage, weight: 700 },
  'dm sans': { file: dmSans, weight: 700 },
  fraunces: { file: fraunces, weight: 600 },
  gabarito: { file: gabarito, weight: 700 },
  'instrument sans': { file: instrument, weight: 650 },
  newsreader: { file: newsreader, weight: 500 },
  outfit: { file: outfit, weight: 700 },
  'plus jakarta sans': { file: jakarta, weight: 750 },
}

/**
 * The files worth preloading: the brand's display face in its weight, and the UI face. The larger one comes first,
 * because it uses the page's own connection, whose congestion window is already larger than that of a new one.
 */
export const fontFiles = ({ family, weight }: PublicBrand['displayFont']): readonly string[] => {
  const face = displayFaces[family.toLowerCase()]
  return face?.weight === weight ? [face.file, figtree] : [figtree]
}
