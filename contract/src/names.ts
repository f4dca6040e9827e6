import { asRead, hasContact } from './contacts.ts'
import { nameLength } from './limits.ts'

/** Why a name is refused. */
export type NameFault = 'name_length' | 'name_contacts' | 'name_marks' | 'name_reserved'

/** Words by which the service and its people are called, in all four languages, folded. */
const reserved = new Set(
  `admin admins administrator administrador administradora administrateur administratrice amministratore amministratrice amministrazione administracion administration
  moderator moderators moderatore moderatrice moderatori moderador moderadora moderateur mod mods moderazione moderacion moderation
  staff team equipo equipe support supporto soporte assistenza assistance assistente asistente asistencia assistant ayuda helpdesk help
  servizio servicio service customer customers clienti cliente clientes client clients official ufficiale oficial officiel verified verificato verificata verificado verificada verifie verifiee certified
  system sistema systeme root webmaster postmaster security sicurezza seguridad securite bot chatbot concierge operator operatore operador operateur
  info newsletter noreply billing payments pagamenti pagos paiements`
    .trim()
    .split(/\s+/),
)
/** Of these, names of people and things too: reserved only beside another reserved word or the brand. */
const weak = new Set('equipo equipe help ayuda info root sistema systeme bot security mods'.split(' '))

const networks = new Set(
  'instagram insta telegram whatsapp watsapp snapchat tiktok facebook messenger skype onlyfans discord'
    .split(' ')
    .flatMap((network) => [network, withoutL(network)]),
)
/** Short for networks, beside a name. */
const networkInShort = new Set(['ig', 'fb', 'tg'])
/** Marks that say "checked" or "protected", as ours do. Stars and hearts say nothing and may stay. */
const marks =
  /[\u2705\u2713\u2714\u2611\u2611\u221a\u2610\u237b\u{1f5f8}\u{1f6e1}\u{1f530}\u{1f396}\u{1f3c5}\u{1f46e}\u{1f451}\u{1f5f9}\u{1f197}\u2122\u00ae\u00a9\u{10102}\u2691\u2bbd\u{1fbb1}\u272a\u235f\u{1f512}\u{1f510}]/u

const signs: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '€': 'e',
}
/** A small l for a capital i, which look alike. */
function withoutL(word: string): string {
  return word.replaceAll('l', 'i')
}
/** Digits that stand for letters, in a word that has letters too. */
const letters = (word: string): string => word.replace(/[0134579@$!|€]/g, (sign) => signs[sign] ?? sign)

const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d@$!|€]+/u)
    .filter(Boolean)

/** All readings of a text as words: as written, with signs for letters, with i for l, without its digits. */
const readings = (text: string): readonly (readonly string[])[] => {
  const words = wordsOf(asRead(text))
  const spelt = words.map(letters)
  return [words, spelt, spelt.map(withoutL), words.map((word) => word.replace(/[\d@$!|€]+/g, ''))]
}

/** Whether words name a network, also in several parts: "only fans", "w h a t s a p p". */
const hasNetwork = (words: readonly string[]): boolean =>
  words.some((_, from) =>
    words.slice(from, from + 9).some((__, to) => networks.has(words.slice(from, from + to + 1).join(''))),
  ) ||
  (words.length > 1 && words.some((word) => networkInShort.has(word)))

/** Whether words claim to be from the service. @param brands folded titles */
function isReserved(words: readonly string[], brands: ReadonlySet<string>): boolean {
  const joined = words.join('')
  const is = (word: string) => reserved.has(word) || brands.has(word)
  const isStrong = (word: string) => is(word) && !weak.has(word)
  const whole = words.filter(is)
  if (words.some(isStrong) || whole.length > 1) return true
  // "a d m i n", "staffincontro".
  if (isStrong(joined)) return true
  return [...reserved, ...brands].some(
    (word) => word.length > 2 && joined.startsWith(word) && is(joined.slice(word.length)),
  )
}

/** What is wrong with the name of a member, if anything. @param brands names of the service, which no member may have */
export function nameFaultOf(name: string, brands: readonly string[]): NameFault | undefined {
  const { length } = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)]
  if (length < nameLength.least || length > nameLength.most) return 'name_length'
  if (marks.test(name)) return 'name_marks'
  const ways = readings(name)
  const titles = new Set(brands.map((brand) => wordsOf(asRead(brand)).join('')))
  const digits = asRead(name).replace(/\D/g, '')
  if (hasContact(name) || digits.length > 6 || ways.some(hasNetwork)) return 'name_contacts'
  return ways.some((words) => isReserved(words, titles)) ? 'name_reserved' : undefined
}
