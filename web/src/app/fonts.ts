import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import dmSans from '@fontsource-variable/dm-sans/files/dm-sans-latin-wght-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url'
import gabarito from '@fontsource-variable/gabarito/files/gabarito-latin-wght-normal.woff2?url'
import instrument from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import newsreader from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url'
import outfit from '@fontsource-variable/outfit/files/outfit-latin-wght-normal.woff2?url'
import jakarta from '@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2?url'

const displayFaces: Record<string, string> = {
  'bricolage grotesque': bricolage, 'dm sans': dmSans, fraunces, gabarito, 'instrument sans': instrument, newsreader, outfit,
  'plus jakarta sans': jakarta,
}

/** The files worth preloading: the UI face and the brand's display face. */
export const fontFiles = (displayFont: string): readonly string[] => {
  const file = displayFaces[displayFont.toLowerCase().replace(/ variable$/, '').trim()]
  return file ? [figtree, file] : [figtree]
}
