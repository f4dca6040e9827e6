import { reviewLength, type ReviewFault } from '@incontro/contract'

/** Controls but for line breaks, and characters that turn the direction of the text around them or cannot be seen. */
const unwanted = /(?!\n)\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** The text as it is kept: plain, on as few lines as its author meant. */
export const tidy = (written: string): string =>
  written
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(unwanted, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Domains by their endings. Those that are also a word after a full stop without a space count with a path only. */
const domain =
  /(?<![\p{L}\d])[\p{L}\d-]+\.(?:(?:com|net|org|info|biz|eu|it|fr|uk|ie|io|app|dev|xyz|site|online|club|link|page|shop|live|tv|gl|ly)(?![\p{L}\d-])|[a-z]{2,12}\/\S)/iu

const contacts: readonly RegExp[] = [
  /\b(?:https?|ftp):\/\//i,
  /\bwww\.\S/i,
  domain,
  // An address, and a name on a social network.
  /@[\p{L}\d_]/u,
  // Nine digits or more, however they are grouped: shorter ones are years and dates.
  /\p{Nd}(?:[\s.\-/()]*\p{Nd}){8,}/u,
]

const hasContacts = (text: string): boolean => contacts.some((pattern) => pattern.test(text))

/** What is wrong with a tidied text, if anything. Whether it is kind is nobody's business here. */
export function faultOf(text: string): ReviewFault | undefined {
  const { length } = [...text]
  if (length < reviewLength.least) return 'review_too_short'
  if (length > reviewLength.most) return 'review_too_long'
  return hasContacts(text) ? 'review_contacts' : undefined
}
