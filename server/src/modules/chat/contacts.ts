import { createLru } from '../../platform/lru.ts'
import type pg from 'pg'

/*
 * Masks links, email addresses and telephone numbers until both members have written (decision 6.4), because people who
 * only want to lure others elsewhere rarely wait for a reply.
 */

const topLevel =
  'com|net|org|info|biz|eu|it|es|fr|uk|ie|de|ch|ru|me|io|co|tv|app|link|site|online|xyz|top|club|shop|live|ly|gl|gg'
// Each pattern is anchored or bounded, so that it takes linear time.
const patterns = [
  String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`,
  String.raw`\b(?:https?:\/\/|www\.)\S+`,
  String.raw`(?<![a-z0-9-])(?:[a-z0-9-]{1,63}\.){1,8}(?:${topLevel})\b(?:\/\S*)?`,
  // Eight digits or more, in any grouping; dates are excluded.
  String.raw`(?<![\d.,])(?!\d{1,2}[./-]\d{1,2}[./-]\d{4}(?!\d))\+?\(?\d(?:[\s().\/-]{0,2}\d){7,14}(?!\d)`,
]
const contact = new RegExp(patterns.join('|'), 'iu')
const contacts = new RegExp(patterns.join('|'), 'giu')

/** Every contact contains one of these: a quick check that rules out most texts. */
const trace = /[@.\d]|:\/\//u

export const hasContact = (text: string): boolean => trace.test(text) && contact.test(text)

/** Replaces every link, address and number with a fixed number of dots. */
export const maskContacts = (text: string): string => text.replace(contacts, '••••••')

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
