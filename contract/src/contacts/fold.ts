/** A text as it is read, and where each character of it came from. */
export interface Folded {
  readonly text: string
  /** For each position in `text`, and for its end, the position in the original. Empty where they are the same. */
  readonly positions: readonly number[]
}

const isAscii = /^[\0-\x7f]*$/
/** Characters without a width of their own: joiners, soft hyphens, accents, the frame of a keycap. */
const invisible = /[\p{Cf}\p{M}\u115f\u1160\u3164\uffa0]/gu
const digit = /^\p{Nd}$/u

/** Cyrillic and Greek letters that look like Latin ones, in pairs. */
const lookAlikes = new Map(
  `аa еe ёe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw ӏl кk
   АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS
   αa ιi κk νv οo ρp τt υu χx ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX
   ɡg ıi ǀl`
    .split(/\s+/)
    .map((pair) => [...pair] as [string, string]),
)

// White letters on a disc or a square, which have no plain form of their own.
for (const first of [0x1f150, 0x1f170])
  for (let n = 0; n < 26; n += 1) lookAlikes.set(String.fromCodePoint(first + n), String.fromCharCode(65 + n))

/** A digit of any script as an ASCII one: digits of a script follow each other from zero to nine. */
function plainDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && digit.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

/** Reads one character: full-width, circled and raised ones as plain ones, without accents and what cannot be seen. */
function plain(character: string): string {
  if (character < '\x80') return character
  const bare = character.normalize('NFKD').replace(invisible, '')
  const letter = lookAlikes.get(bare)
  if (letter !== undefined) return letter
  return bare >= '\x80' && digit.test(bare) ? plainDigit(bare) : bare
}

/** A text as it is read. A member who hides a number writes it in unusual characters. */
export function fold(original: string): Folded {
  if (isAscii.test(original)) return { text: original, positions: [] }
  let [text, position] = ['', 0]
  const positions: number[] = []
  for (const character of original) {
    const read = plain(character)
    for (let n = 0; n < read.length; n += 1) positions.push(position)
    text += read
    position += character.length
  }
  positions.push(position)
  return { text, positions }
}

/** A text as it is read: without accents, invisible characters and letters of other scripts that look like Latin ones. */
export const asRead = (text: string): string => fold(text).text
