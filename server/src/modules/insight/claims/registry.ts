import type { ClaimKey } from '@incontro/contract'
import {
  answeredInADay,
  confirmationMail,
  goodReviews,
  intentMessages,
  interestsMessages,
  photoLikes,
  photoMessages,
  promptMessages,
  type Measurement,
} from './measurements.ts'

/** A figure that a text may mention, and its conditions (decision 2, marketing claims). */
export interface Claim {
  readonly unit: 'times' | 'percent'
  /** Length of the measured period, in days. */
  readonly days: number
  /** Hours between the end of the period and the measurement, so that its last events have had their time. */
  readonly settleHours: number
  /** Minimum sample size on each side of a comparison. */
  readonly minimum: number
  /** Minimum effect, as a factor or a share from 0 to 1. */
  readonly least: number
  readonly measure: Measurement
}

/**
 * Every claim. A text must not make one that is missing here: that notifications help, for one, since no data shows it.
 */
export const registry: Readonly<Record<ClaimKey, Claim>> = {
  photo_messages: { unit: 'times', days: 90, settleHours: 0, minimum: 200, least: 1.1, measure: photoMessages },
  photo_likes: { unit: 'times', days: 90, settleHours: 0, minimum: 200, least: 1.1, measure: photoLikes },
  // What the steps of the profile bring, beside those who have not done them.
  prompt_messages: { unit: 'times', days: 90, settleHours: 0, minimum: 200, least: 1.1, measure: promptMessages },
  intent_messages: { unit: 'times', days: 90, settleHours: 0, minimum: 200, least: 1.1, measure: intentMessages },
  interests_messages: { unit: 'times', days: 90, settleHours: 0, minimum: 200, least: 1.1, measure: interestsMessages },
  reply_24h: { unit: 'percent', days: 90, settleHours: 24, minimum: 500, least: 0.5, measure: answeredInADay },
  good_reviews: { unit: 'percent', days: 365, settleHours: 0, minimum: 30, least: 0.5, measure: goodReviews },
  confirmation_mail: {
    unit: 'percent',
    days: 30,
    settleHours: 1,
    minimum: 200,
    least: 0.95,
    measure: confirmationMail,
  },
}
