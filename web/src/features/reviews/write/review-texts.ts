import type { ReviewRefusal } from '@incontro/contract/review-rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { failureText } from '#app/api/failure-text.ts'

const failures: Record<string, MessageDescriptor> = {
  review_no_stars: msg`Choose from one to five stars.`,
  review_too_short: msg`Tell us a little more: at least 20 characters.`,
  review_too_long: msg`It’s too long: cut it to 1000 characters.`,
  review_contacts: msg`Remove links, email addresses, social media names and phone numbers: anyone can read them here.`,
  invalid: msg`Something in it can’t be saved as it is. Please rewrite it with ordinary letters and signs.`,
}

/** The message about a mistake in a review; it says what the member can do next. */
export const reviewFailure = (code: string): MessageDescriptor => failures[code] ?? failureText(code)

/** The only grounds for refusing a review. */
export const refusalTexts: Record<ReviewRefusal, MessageDescriptor> = {
  insults: msg`Insults and threats`,
  personal_data: msg`Personal data, or details that identify someone else`,
  advertising: msg`Advertising and invitations to other services`,
  unlawful: msg`What the law forbids`,
  off_topic: msg`Text that isn’t about your experience with the service`,
  not_own: msg`Made-up stories, or someone else’s`,
}
