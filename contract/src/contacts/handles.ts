import { frequent, networks, saidDot } from './words.ts'
import { type Span, unexplainedDigits } from './numbers.ts'

/** A mailbox is named beside its service as an account is beside its network. */
const network = String.raw`(?<![\p{L}\p{N}])(?:${networks}|g\W?mail|hotmail|icloud)(?![\p{L}\p{N}_])`
/** The name of an account, which no word looks like: with a digit, an underscore or a dot inside. */
const account = String.raw`@?(?=[\p{L}_.]{0,29}[\d_.][\p{L}\d_])(?=[\d_.]{0,29}\p{L})[\p{L}\d_][\p{L}\d._-]{2,29}`
const start = String.raw`(?<![\p{L}\p{N}._-])`
const plainName = String.raw`@?\p{L}[\p{L}\d._-]{3,29}`
const closes = String.raw`(?=\s*(?:$|[\n,;!?)]|\.(?:\s|$)|\p{Extended_Pictographic}))`
const filler = String.raw`(?:\s{0,2}(?:(?:[:=>→»(\-–—@"“«]|\p{Extended_Pictographic}){1,3}|(?:e|is|es|est|come|as|como|comme|nick|nickname|name|nome|nombre|nom|user|username|il|el|le|the|mio|mi|my|me|moi|mia|sotto|con|account|cuenta|compte|sono|soy|im|it|its)(?![\p{L}\p{N}])|’s|'s|è)){0,4}\s{0,2}`
const seek = String.raw`(?:cercami|trovami|aggiungimi|cercatemi|find me|add me|search me|search for me|look me up|hmu|buscame|encuentrame|agregame|anademe|cherche[ -]moi|trouve[ -]moi|ajoute[ -]moi)`
const reach = String.raw`(?:${seek}|scrivimi|contattami|seguimi|mi trovi|mi trovate|sono|text me|message me|follow me|reach me|i'?m|i am|escribeme|sigueme|hablame|me encuentras|estoy|soy|ecris[ -]moi|suis[ -]moi|contacte[ -]moi|je suis|tu me trouves)`
const named = String.raw`(?:come|as|como|comme|sotto|under|con el nombre(?: de)?|col nome(?: di)?|con il nome(?: di)?|sous(?: le nom(?: de)?)?)`
const nick = String.raw`(?<![\p{L}\p{N}])(?:nick(?:name)?|user(?:name)?|usuario|pseudo|account|profilo|perfil|profil|contatto|contacto|contact|handle|identifiant|id)(?![\p{L}\p{N}])`

/** Each with the group that is the name, and whether an ordinary word may stand there. */
const certain = [
  String.raw`${network}${filler}(${account})`,
  String.raw`${network}\W{0,3}(\+?\d[\d\s.-]{4,20}\d)`,
  String.raw`${start}(@?(?=\p{L}{2})(?=[\p{L}.]{1,29}[\d_])[\p{L}\d._-]{3,30}|@?\p{L}{3,20}\.\p{L}{3,20})\s?[,:(]?\s?(?:su|on|en|sur|in|at|de|di|mio|y|e|tu)?\s?${network}`,
  String.raw`${nick}[\s:=]{1,3}(?:(?:e|is|es|est)\s)?[:"“«]?((?=[\p{L}.]{0,29}[\d_])${account})`,
  String.raw`(?<![\p{L}\p{N}.@_-])(@[\p{L}\d_][\p{L}\d_.-]{2,29})`,
  String.raw`${start}(\p{L}{3,20}\d{0,8}#\d{4})(?!\d)`,
  String.raw`(?<![\p{L}\p{N}])(?:g\W?mail|hotmail|icloud)[:\s]{1,3}(\p{L}{2,20} (?:${saidDot}) \p{L}{2,20})`,
]
const likely = [
  String.raw`${network}\s{0,2}(?:[:=>→@]|\p{Extended_Pictographic}){1,2}\s{0,2}(${plainName})${closes}`,
  String.raw`${reach}(?:\s\p{L}{1,12}){0,2}\s${network}\s${named}\s["“«]?(${plainName})`,
  String.raw`${seek}(?:\s\p{L}{1,12}){0,2}\s${network}[\s,:]{1,2}["“«]?(${plainName})${closes}`,
  String.raw`(?<![\p{L}\p{N}])(?:nick(?:name)?|user(?:name)?|usuario|pseudo)\s{0,2}[:=]\s{0,2}(${plainName})${closes}`,
]
const certainNames = new RegExp(certain.join('|'), 'dgiu')
const underscored = new RegExp(String.raw`${start}(\p{L}[\p{L}\d]{0,20}_[\p{L}\d_.]{1,29})`, 'dgiu')
const likelyNames = new RegExp(likely.join('|'), 'dgiu')
/** Every name of an account needs one of these. */
const trace = new RegExp(`[@_#]|${network}|${nick}`, 'iu')

const places = new Set([
  'home',
  'work',
  'casa',
  'lavoro',
  'trabajo',
  'maison',
  'all',
  'everyone',
  'tutti',
  'todos',
  'tous',
  'school',
  'night',
])

/** Parts of "ciao.sono" are words of a sentence; none of "anna.rossi" is. */
function isSentence(found: string): boolean {
  if (!/^@?\p{L}+[._]\p{L}+(?:[._]\p{L}+)*$/u.test(found)) return false
  const parts = found.split(/[._]/)
  // A single letter is the initial of a name.
  return (
    parts.some((part) => part.length > 1 && frequent.has(part.toLowerCase())) ||
    /^@?\p{Ll}.*\.\p{Lu}\p{Ll}/u.test(found)
  )
}

/** Whether what was found is no name after all. */
const exceptions: readonly (readonly [RegExp, (found: string) => boolean])[] = [
  [
    certainNames,
    (found) => (/\p{L}/u.test(found) ? /\./.test(found) && isSentence(found) : unexplainedDigits(found).length < 6),
  ],
  [likelyNames, (found) => frequent.has(found.toLowerCase()) || isSentence(found)],
  [underscored, (found) => found.length < 5 || isSentence(found)],
]

/** Names of accounts elsewhere. */
export function handlesIn(text: string): readonly Span[] {
  if (!trace.test(text)) return []
  const found: Span[] = []
  for (const [pattern, isException] of exceptions)
    for (const match of text.matchAll(pattern)) {
      const span = match.indices?.slice(1).find((one) => one !== undefined)
      if (!span) continue
      const words = text.slice(...span).replace(/[.-]+$/, '')
      if (words.startsWith('@') ? !places.has(words.slice(1).toLowerCase()) : !isException(words))
        found.push([span[0], span[0] + words.length])
    }
  return found
}
