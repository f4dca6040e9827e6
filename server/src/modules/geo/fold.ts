/** Lower case without accents, typographic apostrophes made plain, spaces single: what names are compared by. */
export const foldName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[’‘`´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
