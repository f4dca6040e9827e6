/** Latin letters with diacritics, by their base letter. */
const marked = new Map<string, string>()
for (let code = 0xc0; code <= 0x17f; code += 1) {
  const letter = String.fromCharCode(code)
  const [base = ''] = letter.normalize('NFD').toLowerCase()
  if (/[a-z]/.test(base)) marked.set(base, `${marked.get(base) ?? ''}${letter}`)
}

const patternOf = (character: string): string => {
  if (/\s/u.test(character)) return String.raw`\s+`
  if (/['’]/u.test(character)) return "['’]"
  const [base = ''] = character.normalize('NFD').toLowerCase()
  if (/[a-z]/.test(base)) return `[${base}${base.toUpperCase()}${marked.get(base) ?? ''}]`
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()])
  if (cases.size > 1 && [...cases].every((one) => [...one].length === 1)) return `[${[...cases].join('')}]`
  return character.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`)
}

/**
 * A regular expression that matches a text regardless of case, accents and white space, in the syntax that PostgreSQL
 * and JavaScript (`u`) share.
 */
export const patternFor = (text: string): string =>
  [...text.normalize('NFC').trim().replace(/\s+/gu, ' ')].map(patternOf).join('')

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const charactersOf = (text: string): string[] =>
  [...graphemes.segment(text.replace(/\s+/gu, ' '))].map(({ segment }) => segment)

/** The first match in a text with up to 30 characters before and 90 after; undefined if there is none. */
export function firstMatch(
  text: string,
  pattern: string,
): { readonly before: string; readonly match: string; readonly after: string } | undefined {
  const hit = new RegExp(pattern, 'u').exec(text)
  if (!hit) return undefined
  const [before, after] = [
    charactersOf(text.slice(0, hit.index).trimStart()),
    charactersOf(text.slice(hit.index + hit[0].length).trimEnd()),
  ]
  return {
    before: before.length > 30 ? `…${before.slice(-30).join('')}` : before.join(''),
    match: charactersOf(hit[0]).join(''),
    after: after.length > 90 ? `${after.slice(0, 90).join('')}…` : after.join(''),
  }
}
