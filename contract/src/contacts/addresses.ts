import { closingWords, frequent, mailServices, plainEndings, saidAt, saidDot, wordEndings } from './words.ts'
import type { Span } from './numbers.ts'

const name = String.raw`[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}`
const ending = `${plainEndings}|${wordEndings}`

/*
 * Each pattern is bounded and begins at the edge of a word, so that it takes linear time.
 */
const written = [
  // An email address, also with spaces around its signs.
  String.raw`(?<![\p{L}\p{N}._%+-])${name} ?@ ?[\p{L}\p{N}-]{1,63}(?: ?\. ?[\p{L}\p{N}-]{2,63}){1,4}`,
  String.raw`(?<![\p{L}\p{N}])(?:https?:\/\/ ?|www\d? ?\. ?)\S{1,2000}(?: ?\. ?(?:${ending})\b)?`,
  String.raw`(?<![\p{L}\p{N}])(?:[\p{L}\d.] ){3,30}@(?: [\p{L}\d.]){5,30}`,
  String.raw`(?<![\p{L}\p{N}])www (?:${saidDot}) \S{1,63}(?: (?:${saidDot}) \S{1,63}){0,3}`,
  // A link without its signs.
  String.raw`(?<![\p{L}\p{N}])(?:www|https?) [\p{L}\p{N}-]{3,63} (?:${ending})\b`,
  String.raw`(?<![\p{L}\p{N}])(?:t me|wa me|m me|bit ly|linktr ee|(?:instagram|facebook|fb|onlyfans|tiktok) com) (?:slash|barra|barre) \S{1,63}`,
  String.raw`(?<![\p{L}\p{N}])live:\.?[\p{L}\p{N}][\p{L}\p{N}._-]{2,31}`,
]
/** Signs that can only stand for "at" and "dot". */
const at = String.raw`(?:[ .]{0,2}(?:@|[([{<] ?(?:at|@|${saidAt}) ?[)\]}>]|\b(?:${saidAt})\b)[ .]{0,2})`
const dotInWords = String.raw`(?: ?[([{<] ?(?:dot|punto|point|\.) ?[)\]}>] ?| (?:${saidDot}) )`
const dot = String.raw`(?: ?(?:\.|[([{<] ?(?:dot|punto|point|\.) ?[)\]}>]) ?| (?:${saidDot}) )`
const spelt = [
  // Name, sign, service or domain.
  String.raw`(?<![\p{L}\p{N}._-])(?:${name}(?: (?:${saidDot}) ${name}){0,2})${at}(?:(?:${mailServices})\b|[\p{L}\p{N}-]{2,63}${dot}(?:${ending})\b)(?:${dot}(?:${ending})\b){0,2}`,
  // "At" is a word, so a domain has to follow.
  String.raw`(?<![\p{L}\p{N}._-])${name}(?: (?:${saidDot}) ${name}){0,2} (?:at|et|a|en) (?:[\p{L}\p{N}-]{2,63} (?:${saidDot}|\.) (?:${ending})\b(?: (?:${saidDot}) (?:${ending})\b)?|(?:g[ -]?mail|hotmail|icloud|libero|virgilio)(?:${dot}| )(?:com|it|es|fr|net)\b)`,
  String.raw`(?<![\p{L}\p{N}._-])(?:${name} )?(?:(?:${mailServices})${dotInWords}|(?:gmail|hotmail|outlook|yahoo|icloud|libero|virgilio) )(?:com|it|es|fr|net|co)\b`,
  String.raw`(?<![\p{L}\p{N}._-])${name} (?:at|@|chiocciola|arroba|arobase) (?:gmail|hotmail|icloud)\b`,
  // A domain with its dot in brackets or in words.
  String.raw`(?<![\p{L}\p{N}._-])[\p{L}\p{N}-]{2,63} ?[([{<] ?(?:dot|punto|point|\.) ?[)\]}>] ?(?:${ending})\b(?:\/\S{0,200})?`,
  String.raw`(?<![\p{L}\p{N}._-])(?!(?:en|al|au|a|the|this|that|il|un|el|le|ce|certo|quel|primo|ese|este|questo|buon|mio) )[\p{L}\p{N}-]{1,63} (?:punto (?:com|it|net|org|eu)|dot (?:com|net|org|co|it|me|fr|es|uk|eu)|point (?:com|fr|org|eu)|(?:punto|dot|point) (?:me|es)(?= (?:slash|barra|barre)))\b(?: (?:slash|barra|barre) \S{1,63})?`,
]
/** Every address needs one of these. */
const addressTrace = new RegExp(
  `@|://|www|live:|[([{<]|\\b(?:https?|slash|barra|barre|at|${saidAt}|${saidDot}|gmail|hotmail|outlook|yahoo|icloud|libero|virgilio)\\b`,
  'i',
)
const addresses = new RegExp([...written, ...spelt].join('|'), 'giu')

const domain = new RegExp(
  String.raw`(?<![\p{L}\p{N}@._-])((?:[\p{L}\p{N}-]{1,63}\.){1,8})(${ending})(?![\p{L}\p{N}_-])(\/\S{0,2000})?`,
  'giu',
)
const beforeDomain =
  /(?:\b(?:sito|web|website|site|pagina|page|blog|link|google|dominio|visit|visita|visitate|visite|guardate|guarda|cercate|cerca|www|url|address|indirizzo)\b(?: (?:e|es|est|is|il|el|le|mio|mi|mon|my|su|en|sur|on|at))?[: ]{1,2})$/iu
const beforeItalian = /\bsu $/i
const endingIsWord = new RegExp(`^(?:${wordEndings})$`, 'i')

/**
 * Whether "word.ending" is a domain. Where the ending is a word of its own, a full stop without a space reads like one:
 * "Hola.Me llamo", "Great.It was". There, what stands around it decides.
 */
function isDomain(
  text: string,
  { index, 0: found, 1: labels = '', 2: end = '', 3: path = '' }: RegExpExecArray,
): boolean {
  const label = labels.slice(0, -1).split('.').at(-1) ?? ''
  const isFrequent = frequent.has(label.toLowerCase())
  if (!/\p{L}/u.test(label)) return false
  // A sentence begins with a capital letter, unless all of it is in capitals.
  const isCapitalised = /^\p{Lu}\p{Ll}/u.test(end)
  if (path.length > 1) return !isCapitalised || !isFrequent
  const [before, after] = [text.slice(Math.max(0, index - 24), index), text.slice(index + found.length).slice(0, 4)]
  if (/^['’]\p{L}/u.test(after)) return false
  if (!endingIsWord.test(end)) return label.length > 1 && !(isCapitalised && isFrequent)
  if (label.length < 3 || isFrequent) return false
  if (/\d/.test(label) || beforeDomain.test(before)) return true
  if (isCapitalised) return false
  if (/^\s+[\p{L}\d]/u.test(after)) return end.toLowerCase() === 'it' && beforeItalian.test(before)
  return !closingWords.has(end.toLowerCase())
}

/** Email addresses, links and domains, also spelt out. */
export function addressesIn(text: string): readonly Span[] {
  const found: Span[] = []
  if (addressTrace.test(text))
    for (const { index, 0: address } of text.matchAll(addresses)) found.push([index, index + address.length])
  if (text.includes('.'))
    for (const match of text.matchAll(domain))
      if (isDomain(text, match)) found.push([match.index, match.index + match[0].length])
  return found
}
