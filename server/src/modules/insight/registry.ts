import type { ClaimKey } from '@incontro/contract'
import {
  answeredInADay,
  confirmationMail,
  goodReviews,
  photoLikes,
  photoMessages,
  type Measurement,
} from './measurements.ts'

/** A figure that a text may name, and on what terms (decision 2, marketing claims). */
export interface Claim {
  readonly unit: 'times' | 'percent'
  /** Length of the period that is measured, in days. */
  readonly days: number
  /** Hours between the end of the period and the measurement: what began at its end has had its time. */
  readonly settleHours: number
  /** Fewest counted, on each side of a comparison. */
  readonly minimum: number
  /** Below this there is no effect to speak of: how many times as much, or a share from 0 to 1. */
  readonly least: number
  readonly measure: Measurement
}

/**
 * Every claim there is. What the data cannot show stands in no text: that notifications help, for one, as nobody is shown to get
 * more answers because of them.
 */
export const registry: Readonly<Record<ClaimKey, Claim>> = {
  photo_messages: { unit: 'times', days: 90, settleHours: 0, minimum: 200, least: 1.1, measure: photoMessages },
  photo_likes: { unit: 'times', days: 90, settleHours: 0, minimum: 200, least: 1.1, measure: photoLikes },
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
