import { reviewLength, type ReviewFault } from '@incontro/contract'

/** Control characters except line breaks, and invisible or direction-changing characters. */
const unwanted = /(?!\n)\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** Normalises a text for storage: plain, without stray line breaks. */
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

/** Domains by their endings. Those that are also words after a missing space only count with a path. */
const domain =
  /(?<![\p{L}\d])[\p{L}\d-]+\.(?:(?:com|net|org|info|biz|eu|it|fr|uk|ie|io|app|dev|xyz|site|online|club|link|page|shop|live|tv|gl|ly)(?![\p{L}\d-])|[a-z]{2,12}\/\S)/iu

const contacts: readonly RegExp[] = [
  /\b(?:https?|ftp):\/\//i,
  /\bwww\.\S/i,
  domain,
  // An address, and a name on a social network.
  /@[\p{L}\d_]/u,
  // Nine digits or more, in any grouping: shorter ones are years and dates.
  /\p{Nd}(?:[\s.\-/()]*\p{Nd}){8,}/u,
]

const hasContacts = (text: string): boolean => contacts.some((pattern) => pattern.test(text))

/** The first fault of a normalised text, if any. Tone is left to moderators. */
export function faultOf(text: string): ReviewFault | undefined {
  const { length } = [...text]
  if (length < reviewLength.least) return 'review_too_short'
  if (length > reviewLength.most) return 'review_too_long'
  return hasContacts(text) ? 'review_contacts' : undefined
}
