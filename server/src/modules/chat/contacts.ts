import { createLru } from '../../platform/lru.ts'
import type pg from 'pg'

/*
 * Links, addresses and telephone numbers in what somebody writes: the other reads them once both have written (decision 6.4), since
 * whoever only collects people to take elsewhere hardly waits for an answer.
 */

const topLevel =
  'com|net|org|info|biz|eu|it|es|fr|uk|ie|de|ch|ru|me|io|co|tv|app|link|site|online|xyz|top|club|shop|live|ly|gl|gg'
// Each begins where nothing before could belong to it, or is bounded: two thousand letters take no longer than their number.
const patterns = [
  String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`,
  String.raw`\b(?:https?:\/\/|www\.)\S+`,
  String.raw`(?<![a-z0-9-])(?:[a-z0-9-]{1,63}\.){1,8}(?:${topLevel})\b(?:\/\S*)?`,
  // Eight digits and more, however they are grouped; a date is none.
  String.raw`(?<![\d.,])(?!\d{1,2}[./-]\d{1,2}[./-]\d{4}(?!\d))\+?\(?\d(?:[\s().\/-]{0,2}\d){7,14}(?!\d)`,
]
const contact = new RegExp(patterns.join('|'), 'iu')
const contacts = new RegExp(patterns.join('|'), 'giu')

/** Every contact has one of these: most texts are done with by a look. */
const trace = /[@.\d]|:\/\//u

export const hasContact = (text: string): boolean => trace.test(text) && contact.test(text)

/** The text with every link, address and number as dots, which say nothing of its length. */
export const maskContacts = (text: string): string => text.replace(contacts, '••••••')

export type BothHaveWritten = (conversationIds: readonly string[]) => Promise<ReadonlySet<string>>

/** Tells those of some conversations in which both have written. What is so once stays so: it is asked for once. */
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
