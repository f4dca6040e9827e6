import type pg from 'pg'

/*
 * Links, addresses and telephone numbers in what somebody writes: the other reads them once both have written (decision 6.4), since
 * whoever only collects people to take elsewhere hardly waits for an answer.
 */

const topLevel =
  'com|net|org|info|biz|eu|it|es|fr|uk|ie|de|ch|ru|me|io|co|tv|app|link|site|online|xyz|top|club|shop|live|ly|gl|gg'
const patterns = [
  String.raw`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`,
  String.raw`\b(?:https?:\/\/|www\.)\S+`,
  String.raw`\b(?:[a-z0-9-]+\.)+(?:${topLevel})\b(?:\/\S*)?`,
  // Eight digits and more, however they are grouped; a date is none.
  String.raw`(?<![\d.,])(?!\d{1,2}[./-]\d{1,2}[./-]\d{4}(?!\d))\+?\(?\d(?:[\s().\/-]{0,2}\d){7,14}(?!\d)`,
]
const contact = new RegExp(patterns.join('|'), 'iu')
const contacts = new RegExp(patterns.join('|'), 'giu')

export const hasContact = (text: string): boolean => contact.test(text)

/** The text with every link, address and number as dots, which say nothing of its length. */
export const maskContacts = (text: string): string => text.replace(contacts, '••••••')

/** Those of the conversations in which both have written. */
export async function bothHaveWritten(pool: pg.Pool, conversationIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (conversationIds.length === 0) return new Set()
  const { rows } = await pool.query<{ id: string }>({
    name: 'both have written',
    text: 'select id from conversations where id = any($1::uuid[]) and low_wrote and high_wrote',
    values: [conversationIds],
  })
  return new Set(rows.map(({ id }) => id))
}
