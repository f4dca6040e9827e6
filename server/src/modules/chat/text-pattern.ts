/** Latin letters with marks, by the letter below them. */
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

/** A regular expression for a text, whatever its case, accents and white space; PostgreSQL and JavaScript (`u`) read it alike. */
export const patternFor = (text: string): string =>
  [...text.normalize('NFC').trim().replace(/\s+/gu, ' ')].map(patternOf).join('')

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const charactersOf = (text: string): string[] =>
  [...graphemes.segment(text.replace(/\s+/gu, ' '))].map(({ segment }) => segment)

/** The first place of a text that matches, with at most 30 characters before it and 90 after; undefined where there is none. */
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
