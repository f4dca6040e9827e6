/** Every figure that the console shows. */
export const figureNames = [
  'visits',
  'sign_ups',
  'confirmations',
  'photos',
  'first_messages',
  'first_replies',
  'present',
  'conversations',
  'conversations_answered',
  'funnel_confirmed',
  'funnel_photo',
  'funnel_first_message',
  'funnel_first_reply',
  'funnel_payment',
  'funnel_refund',
  'funnel_withdrawal',
  'funnel_complaint',
  'payments',
  'first_payments',
  'renewals',
  'refunds',
  'disputes',
  'churn',
  'cases_opened',
  'cases_decided',
  'cases_in_time',
  'cases_within_hour',
  'cases_within_day',
  'mail_sent',
  'mail_delivered',
  'mail_bounced',
  'mail_failed',
  'mail_soft',
  'mail_refused',
  'mail_complained',
  'mail_unsubscribed',
  'push_sent',
  'push_failed',
  'push_gone',
  'push_withheld',
  'telegram_sent',
  'telegram_failed',
  'telegram_gone',
  'telegram_withheld',
] as const
export type FigureName = (typeof figureNames)[number]

export const figureDimensions = ['flow', 'source', 'campaign', 'country', 'region', 'gender'] as const
export type FigureDimension = (typeof figureDimensions)[number]

/** What the page divides figures by. */
export const figureDivisions = ['brand', ...figureDimensions] as const
export type FigureDivision = (typeof figureDivisions)[number]

/** The pages of charts. */
export const figureViews = [
  'growth',
  'conversations',
  'money',
  'moderation',
  'delivery',
  'balance',
  'cohorts',
  'flows',
] as const
export type FigureView = (typeof figureViews)[number]

/** The last so many days. */
export const figurePeriods = ['28', '91', '365', '730'] as const
export type FigurePeriod = (typeof figurePeriods)[number]

export const figureSteps = ['day', 'week', 'month'] as const
export type FigureStep = (typeof figureSteps)[number]

/** What two flows are compared by (decision 058). */
export const comparedRates = ['sign_up', 'first_message', 'payment', 'refund', 'withdrawal', 'complaint'] as const
export type ComparedRate = (typeof comparedRates)[number]
/** By which of them a flow may be called better, and of which more is worse. */
export const comparisonAims = ['payment', 'first_message'] as const satisfies readonly ComparedRate[]
export type ComparisonAim = (typeof comparisonAims)[number]
export const comparedHarms = ['refund', 'withdrawal', 'complaint'] as const satisfies readonly ComparedRate[]
export type ComparedHarm = (typeof comparedHarms)[number]

/** Differences that a comparison may look for, in points of a hundred. */
export const comparisonPoints = ['0.25', '0.5', '1', '2', '5', '10'] as const
export type ComparisonPoints = (typeof comparisonPoints)[number]
