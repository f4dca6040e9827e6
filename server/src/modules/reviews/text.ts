import { reviewLength, type ReviewFault } from '@incontro/contract'
import { hasContact } from '@incontro/contract/contacts'

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

/** The first fault of a normalised text, if any. Tone is left to moderators. */
export function faultOf(text: string): ReviewFault | undefined {
  const { length } = [...text]
  if (length < reviewLength.least) return 'review_too_short'
  if (length > reviewLength.most) return 'review_too_long'
  return hasContact(text) ? 'review_contacts' : undefined
}
