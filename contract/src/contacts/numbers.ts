import { numberValues, numberWords } from './words.ts'

/** Where something was found, as positions in the folded text. */
export type Span = readonly [from: number, to: number]

/** A telephone number has at least so many digits. */
const least = 8
/** More digits without anything between them are no telephone number. */
const most = 15

// What may stand between two digits of a number. A comma or colon before a space belongs to a sentence, an empty line ends it.
const separator = String.raw`[^\S\n]|\n(?!\n)|[().\/_*·•‐‑‒–—−|~=+#<>&→\[\]\\-]|[,:;](?!\s)|\p{Extended_Pictographic}`
/** The letter o stands for a zero where it touches a digit. */
const zero = String.raw`(?<=\d[oO]{0,3})[oO](?=[oO]{0,3}(?:${separator})?\d)|(?<=(?:${separator})[oO]{0,3})[oO](?=[oO]{0,3}\d)`
const run = new RegExp(String.raw`(?<![\d.,]|\d-)\+?\(?\d(?:(?:${separator}){0,3}(?:\d|${zero}))*`, 'gu')

const day = String.raw`(?:0?[1-9]|[12]\d|3[01])`
const month = String.raw`(?:0?[1-9]|1[0-2])`
const year = String.raw`(?:1[89]|20)\d\d`
const dayAndMonth = String.raw`(?:${day}([.\/-])${month}|${month}([.\/-])${day})`
const wholeDate = String.raw`(?:${day}([.\/ -])${month}\N${year}|${month}([.\/-])${day}\N${year}|${year}([.\/-])${month}\N${day})`
const shortDate = String.raw`${dayAndMonth}(?:[.\/-]\d\d)?`
const hour = String.raw`(?:[01]?\d|2[0-4])`
const dots = String.raw`${hour}[.:h][0-5]\d`
const colon = String.raw`${hour}[:h][0-5]\d(?:[:.][0-5]\d)?`
const to = String.raw` ?[-–—\/] ?`
const amount = String.raw`(?:\d{1,7}|[1-9]\d{0,2}(?:[., ]\d{3}){1,4})(?:[.,]\d{1,2})?`
const round = String.raw`[1-9]\d{0,2}(?:[., ]\d{3}){0,3}[., ]000`
const cents = String.raw`(?:[1-9]\d{0,2}(?:\.\d{3}){1,4},\d\d|[1-9]\d{0,2}(?:,\d{3}){1,4}\.\d\d|[1-9]\d{0,2}(?: \d{3}){1,4}[.,]\d\d)`
const currency = String.raw`\s?(?:[€$£]|euros?\b|eur\b|usd\b|gbp\b|dollar|pound|sterlin|libras?\b|livres\b|k\b|mila\b|mil\b|mille|mila|milion|millon|million)`

/** What a large number counts. */
const counted = String.raw`\s?(?:persone|abitanti|habitantes|personas|habitants|personnes|people|inhabitants|views|vues|visual|followers?|seguidores|abonnes|passi|pasos|steps|volte|veces|fois|times|km\b)`

/** Group numbers differ within the whole expression: \N stands for the last separator, whichever group has it. */
let group = 0
const numbered = (pattern: string): string =>
  pattern.replace(/\((?!\?)|\\N/g, (found) => (found === '(' ? ((group += 1), '(') : `\\${group}`))

/** What certainly is no part of a telephone number: dates, hours, spans of them, amounts, coordinates, pi. */
const certain = [
  String.raw`3[.,]14159\d{0,12}`,
  String.raw`${wholeDate}(?:${to}${wholeDate})?(?:[ T]${dots}(?:[:.][0-5]\d)?(?:${to}${dots})?)?`,
  String.raw`${shortDate}(?: ?[-–—] ?| )${dots}(?:${to}${dots})?`,
  String.raw`${shortDate} ?[-–—] ?(?:${wholeDate}|${shortDate})`,
  String.raw`${day}[-–]${day}[.\/]${month}[.\/]${year}`,
  String.raw`${dots}(?:${to}${dots}){1,3}(?: ?& ?${dots}${to}${dots})?`,
  colon,
  String.raw`${year}(?:[-–\/]${year}){2,5}`,
  String.raw`${year}[-–\/](?:${year}|\d\d)(?: ?[-–] ?${year}\/(?:${year}|\d\d))?`,
  String.raw`(?:${amount} ?[-–\/] ?)?${amount}(?=${currency}|${counted})`,
  String.raw`(?<=[€$£]\s?)${amount}(?: ?[-–\/] ?${amount})?`,
  String.raw`${round}(?: ?[-–\/] ?${round})?`,
  cents,
  String.raw`[1-9]\d?\.\d{5,7}|[1-8]?\d\.\d{3,7}[ ,]-?1?\d?\d\.\d{3,7}`,
].map(numbered)
/** What is none unless the rest needs it: years, scores, dates and hours in short. */
const likely = [
  year,
  String.raw`\d[-–:\/]\d`,
  String.raw`(?:0?\d|[12]\d|3[0-5])[-–](?:0?\d|[12]\d|3[0-5])`,
  String.raw`${day}[.\/]${month}(?:\/\d\d)?`,
  dots,
]
const ends = String.raw`(?!\d|[.,:_*·•–—−~=#\/-]\d)`
const item = (patterns: readonly string[]) =>
  new RegExp(String.raw`(?<=^|[\s(+&\/€$£]|[-–]\s)(?:${patterns.join('|')})${ends}`, 'giu')
const certainItem = item(certain)
const likelyItem = item(likely)

const digitsOf = (text: string): string => text.replace(/[oO]/g, '0').replace(/\D/g, '')

/** 1 2 3 4 …, 10 20 30 …: someone who counts is not writing a number to call. */
function isCounting(values: readonly number[]): boolean {
  const steps = values.slice(1).map((value, n) => value - (values[n] ?? 0))
  const [step = 0] = steps
  return values.length > 4 && [1, -1, 2, 5, 10, 100].includes(step) && steps.every((one) => one === step)
}

/** Numbers of a lottery go up, and have one digit or two. */
const isDrawn = (tokens: readonly string[]): boolean =>
  tokens.length > 3 &&
  tokens.some(({ length }) => length === 1) &&
  tokens.some(({ length }) => length === 2) &&
  tokens.every((token, n) => token.length < 3 && !token.startsWith('0') && Number(token) > Number(tokens[n - 1] ?? 0))

/** Thirteen digits of a book, by their prefix and check digit. */
const isBook = (digits: string): boolean =>
  /^97[89]\d{10}$/.test(digits) &&
  [...digits].reduce((sum, one, n) => sum + Number(one) * (n % 2 ? 3 : 1), 0) % 10 === 0

const isWord = (text: string, before: string): boolean => {
  const digits = digitsOf(text)
  const tokens = text.match(/\d+/g) ?? []
  return (
    new Set(digits).size === 1 ||
    /^[1-9]0{6,}$/.test(digits) ||
    isBook(digits) ||
    (/isbn(?:[- ]?1[03])?[: -]*$/i.test(before) && digits.length <= 13) ||
    isCounting(tokens.map(Number)) ||
    isDrawn(tokens)
  )
}

/** Blanks the parts of a text that match, so that what is left keeps its place. */
const blank = (text: string, pattern: RegExp): string => text.replace(pattern, (found) => ' '.repeat(found.length))

/** The digits of a text that dates, hours and amounts do not explain. */
export const unexplainedDigits = (text: string): string => digitsOf(blank(blank(text, certainItem), likelyItem))

/** The part of a run of digits that is a telephone number, if there is one. */
function numberIn(text: string, before: string, after: string): Span | undefined {
  if (digitsOf(text).length < least) return undefined
  const whole: Span = [0, text.length]
  if (text.startsWith('+')) return whole
  if (isWord(text, before)) return undefined
  if (/^\d+$/.test(text)) return text.length > most ? undefined : whole
  const symbol = /[€$£]\s?$/.exec(before)?.[0] ?? ''
  // Currencies stand outside of the run.
  const rest = blank(symbol + text + after, certainItem).slice(symbol.length, symbol.length + text.length)
  const unexplained = digitsOf(blank(rest, likelyItem))
  const doubtful = digitsOf(rest)
  if (unexplained.length <= 4 && (unexplained.length <= 2 || doubtful.length < least || doubtful === unexplained))
    return undefined
  if (doubtful.length < least) return undefined
  const first = rest.search(/\d/)
  return [/^[+(]*$/.test(text.slice(0, first)) ? 0 : first, rest.length - [...rest].toReversed().join('').search(/\d/)]
}

/** Telephone numbers in digits: eight or more, in any grouping. */
export function digitNumbers(text: string): readonly Span[] {
  const found: Span[] = []
  for (const { index, 0: digits } of text.matchAll(run)) {
    const part = numberIn(
      digits,
      text.slice(Math.max(0, index - 12), index),
      text.slice(index + digits.length, index + digits.length + 12),
    )
    if (part) found.push([index + part[0], index + part[1]])
  }
  for (const { index, 0: digits } of text.matchAll(/(?<![\d,]\s?)\d(?:,\s?\d(?!\d)){7,}/g))
    if (!isWord(digits, '')) found.push([index, index + digits.length])
  return found
}

const spoken = new RegExp(String.raw`(?<!\p{L})(?:${numberWords})(?!\p{L})|\d`, 'giu')
const gap = /^(?:(?!:|\n\n)[\s\p{P}]){0,4}(?:(?:e|y|et|and|poi|luego|puis|then|double|doppio|doble|triple) )?$/iu
/** At least so many words: in a sentence, two or three may follow each other. */
const leastTokens = 4
/** Between digits, so many words: "1990 1994, tre fratelli". Fewer where a word touches a digit, as in "3quattro7". */
const leastWords = 2

/** The number of digits that a sequence of number words stands for: "trenta quattro" are two. */
function spokenDigits(tokens: readonly { readonly value: number; readonly word: boolean }[]): number {
  let count = 0
  let room = 0
  for (const { value, word } of tokens) {
    if (word && value > 0 && value < room) {
      room = value >= 20 && value % 10 === 0 ? 10 : 0
      continue
    }
    count += String(value).length
    room = !word || value % 10 !== 0 || value < 20 ? 0 : value >= 100 ? 100 : value === 60 || value === 80 ? 20 : 10
  }
  return count
}

/** Telephone numbers in words, or in words and digits. */
export function spokenNumbers(text: string): readonly Span[] {
  const found: Span[] = []
  let tokens: { value: number; word: boolean; from: number; to: number }[] = []
  const close = () => {
    const [first, last] = [tokens[0], tokens.at(-1)]
    const words = tokens.filter(({ word }) => word).length
    const values = tokens.map(({ value }) => value)
    const touching = tokens.some(({ word, from }, n) => word !== tokens[n - 1]?.word && from === tokens[n - 1]?.to)
    if (
      first &&
      last &&
      words >= (touching ? 1 : leastWords) &&
      tokens.length >= leastTokens &&
      spokenDigits(tokens) >= least &&
      !isCounting(values) &&
      new Set(values).size > 1
    )
      found.push([first.from, last.to])
    tokens = []
  }
  for (const { index, 0: token } of text.matchAll(spoken)) {
    const last = tokens.at(-1)
    if (last && !(index - last.to <= 12 && gap.test(text.slice(last.to, index)))) close()
    const value = numberValues.get(token.toLowerCase())
    tokens.push({ value: value ?? Number(token), word: value !== undefined, from: index, to: index + token.length })
  }
  close()
  return found
}
