/** Characters by the letter or digit that a reader sees in them: with a diacritic, of full width, raised, in bold. */
const looksLike = new Map<string, string>()
const ranges = [
  [0xb2, 0x17f],
  [0x1e00, 0x1eff],
  [0x2070, 0x209c],
  [0xff01, 0xff5e],
  [0x1d400, 0x1d7ff],
] as const
for (const [from, to] of ranges)
  for (let code = from; code <= to; code += 1) {
    const character = String.fromCodePoint(code)
    const [base = '', ...others] = character.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
    // Only what stands for one character of ASCII: ligatures are below.
    if (others.length === 0 && /[!-~]/.test(base)) looksLike.set(base, `${looksLike.get(base) ?? ''}${character}`)
  }

/** Several letters that are also written as one character, the longest first. */
const ligatures: readonly (readonly [letters: string, written: string])[] = [
  ['sss', '[ßẞ][sS]|[sS][ßẞ]'],
  ['ffi', 'ﬃ|ﬀ[iI]|[fF]ﬁ'],
  ['ffl', 'ﬄ|ﬀ[lL]|[fF]ﬂ'],
  ['ff', 'ﬀ'],
  ['fi', 'ﬁ'],
  ['fl', 'ﬂ'],
  ['oe', '[œŒ]'],
  ['ae', '[æÆ]'],
  ['ss', '[ßẞ]'],
  ['st', '[ﬅﬆ]'],
  ['ij', '[ĳĲ]'],
]
/** Letters that NFKC leaves as one. */
const apart: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', Œ: 'oe', Æ: 'ae', ẞ: 'ss' }

/** What may stand between two characters unseen: marks of an accent, zero-width characters, soft hyphens. */
const unseen = String.raw`[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]*`

/** For a character class. */
const inClass = (characters: string): string => characters.replace(/[\\^\]-]/g, String.raw`\$&`)

const patternOf = (character: string): string => {
  if (character === ' ') return String.raw`\s+`
  if (/['’]/u.test(character)) return "['’＇]"
  const base = character.toLowerCase()
  const cases = new Set([character, base, character.toUpperCase()])
  const others = `${[...cases].filter((one) => [...one].length === 1).join('')}${looksLike.get(base) ?? ''}`
  if ([...others].length > 1) return `[${inClass(others)}]`
  return character.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`)
}

/** Each character, or letters that are also written as one. */
function* partsOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const [letters, written] = ligatures.find(([start]) => text.startsWith(start, at)) ?? []
    if (letters !== undefined) {
      yield `(?:${[...letters].map(patternOf).join(unseen)}|${written})`
      at += letters.length
      continue
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    yield patternOf(character)
    at += character.length
  }
}

/**
 * A regular expression that matches a text as it is read, regardless of case, accents, ligatures, width, white space and
 * characters that cannot be seen, in the syntax that PostgreSQL and JavaScript (`u`) share.
 */
export function patternFor(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[œæßŒÆẞ]/gu, (letter) => apart[letter] ?? letter)
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replace(/\s+/gu, ' ')
  const parts = [...partsOf(plain)]
  // With the accents of the last letter, if they are characters of their own.
  return parts.length === 0 ? '' : `${parts.join(unseen)}[\\u0300-\\u036f]*`
}

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
