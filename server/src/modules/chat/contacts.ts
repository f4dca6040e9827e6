import { createLru } from '../../platform/lru.ts'
import type pg from 'pg'

/*
 * Masks links, email addresses and telephone numbers until both members have written (decision 6.4), because people who
 * only want to lure others elsewhere rarely wait for a reply.
 */

const topLevel =
  'com|net|org|info|biz|eu|it|es|fr|uk|ie|de|ch|ru|me|io|co|tv|app|link|site|online|xyz|top|club|shop|live|ly|gl|gg'
// What may stand between two digits of a number. A comma or colon before a space belongs to a sentence.
const separators = String.raw`(?:[\s().\/_*·•‐‑‒–—−-]|[,:;](?!\s)){0,3}`
const day = String.raw`\p{Nd}{1,2}[.\/-]\p{Nd}{1,2}(?:[.\/-]\p{Nd}{2,4})?`
const time = String.raw`\p{Nd}{1,2}[:.]\p{Nd}{2}`
// Dates, spans of days or hours, and prices with cents have as many digits as a telephone number.
const noNumber = [
  String.raw`\p{Nd}{1,2}[.\/-]\p{Nd}{1,2}[.\/-]\p{Nd}{4}`,
  String.raw`(?:19|20)\p{Nd}{2}[.\/-]\p{Nd}{1,2}[.\/-]\p{Nd}{1,2}`,
  String.raw`${day} ?[-–—] ?${day}`,
  String.raw`${time} ?[-–—] ?${time}`,
  String.raw`\p{Nd}{1,3}(?:\.\p{Nd}{3}){1,4},\p{Nd}{2}`,
  String.raw`\p{Nd}{1,3}(?:,\p{Nd}{3}){1,4}\.\p{Nd}{2}`,
].join('|')
// Each pattern is anchored or bounded, so that it takes linear time.
const patterns = [
  String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`,
  String.raw`\b(?:https?:\/\/|www\.)\S+`,
  String.raw`(?<![a-z0-9-])(?:[a-z0-9-]{1,63}\.){1,8}(?:${topLevel})\b(?:\/\S*)?`,
  // Eight digits or more, in any grouping.
  String.raw`(?<![\p{Nd}.,])(?!(?:${noNumber})(?!\p{Nd}))\+?\(?\p{Nd}(?:${separators}\p{Nd}){7,14}(?!\p{Nd})`,
]
const contact = new RegExp(patterns.join('|'), 'iu')
const contacts = new RegExp(patterns.join('|'), 'giu')

/** Every contact contains one of these: a quick check that rules out most texts. */
const trace = /[@.\p{Nd}\p{No}＠．]|:\/\//u

interface Folded {
  readonly text: string
  /** For each position in `text`, and for its end, the position in the original. */
  readonly positions: readonly number[]
}

const isAscii = /^[\0-\x7f]*$/
/** Characters without a width of their own: joiners, soft hyphens, accents, the frame of a keycap. */
const invisible = /^[\p{Cf}\p{Mn}\p{Me}]$/u

/**
 * A text as it is read: full-width, circled and raised characters as plain ones, without what cannot be seen. A member
 * who hides a number writes it in such characters.
 */
function fold(original: string): Folded {
  if (isAscii.test(original)) return { text: original, positions: [] }
  let [text, position] = ['', 0]
  const positions: number[] = []
  for (const character of original) {
    const plain = character < '\x80' ? character : invisible.test(character) ? '' : character.normalize('NFKC')
    for (let n = 0; n < plain.length; n += 1) positions.push(position)
    text += plain
    position += character.length
  }
  positions.push(position)
  return { text, positions }
}

/** A text as it is read, without invisible characters. */
export const asRead = (text: string): string => fold(text).text

export const hasContact = (text: string): boolean => trace.test(text) && contact.test(fold(text).text)

const mask = '••••••'

/** Replaces every link, address and number with a fixed number of dots. */
export function maskContacts(original: string): string {
  if (!trace.test(original)) return original
  const { text, positions } = fold(original)
  if (positions.length === 0) return text.replace(contacts, mask)
  let [masked, end] = ['', 0]
  for (const { index, 0: found } of text.matchAll(contacts)) {
    masked += original.slice(end, positions[index]) + mask
    end = positions[index + found.length] ?? original.length
  }
  return masked + original.slice(end)
}

export type BothHaveWritten = (conversationIds: readonly string[]) => Promise<ReadonlySet<string>>

/** Looks up in which conversations both have written. Cached, because that never changes back. */
export function createBothHaveWritten(pool: pg.Pool): BothHaveWritten {
  const known = createLru<string, true>(20_000)
  return async (conversationIds) => {
    const unknown = conversationIds.filter((id) => !known.has(id))
    if (unknown.length > 0) {
      const { rows } = await pool.query<{ id: string }>({
        name: 'both have written',
        text: 'select id from conversations where id = any($1::uuid[]) and low_wrote and high_wrote',
        values: [unknown],
      })
      for (const { id } of rows) known.set(id, true)
    }
    return new Set(conversationIds.filter((id) => known.has(id)))
  }
}
