import type {
  ComparedHarm,
  ComparedRate,
  ComparisonAim,
  FigureDimension,
  FigureName,
  FigurePeriod,
  FigureView,
} from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const figureTexts: Readonly<Record<FigureName, MessageDescriptor>> = {
  visits: msg`Visits`,
  sign_ups: msg`Sign-ups`,
  confirmations: msg`Confirmed addresses`,
  photos: msg`First photos`,
  first_messages: msg`Members’ first messages`,
  first_replies: msg`Answered first messages`,
  present: msg`Members there within 30 days`,
  conversations: msg`Conversations begun`,
  conversations_answered: msg`Conversations answered`,
  funnel_confirmed: msg`Address confirmed`,
  funnel_photo: msg`Photo added`,
  funnel_first_message: msg`First message written`,
  funnel_first_reply: msg`First reply received`,
  funnel_payment: msg`First payment made`,
  funnel_refund: msg`Payment refunded`,
  funnel_withdrawal: msg`Purchase withdrawn from`,
  funnel_complaint: msg`Complaint made`,
  payments: msg`Payments`,
  first_payments: msg`First payments`,
  renewals: msg`Renewals`,
  refunds: msg`Refunds`,
  disputes: msg`Disputes`,
  churn: msg`Plans that ended`,
  cases_opened: msg`Cases opened`,
  cases_decided: msg`Cases decided`,
  cases_in_time: msg`Decided when due`,
  cases_within_hour: msg`Decided within an hour`,
  cases_within_day: msg`Decided within a day`,
  mail_sent: msg`Mails sent`,
  mail_delivered: msg`Mails delivered`,
  mail_bounced: msg`Mails bounced`,
  mail_failed: msg`Mails failed`,
  mail_soft: msg`Mails refused for now`,
  mail_refused: msg`Mails refused by rule`,
  mail_complained: msg`Complaints about mails`,
  mail_unsubscribed: msg`Unsubscribed`,
  push_sent: msg`Pushes sent`,
  push_failed: msg`Pushes failed`,
  push_gone: msg`Pushes to devices that are gone`,
  push_withheld: msg`Pushes withheld`,
  telegram_sent: msg`Telegram messages sent`,
  telegram_failed: msg`Telegram messages failed`,
  telegram_gone: msg`Telegram messages to people who left the bot`,
  telegram_withheld: msg`Telegram messages withheld`,
}

export const periodTexts: Readonly<Record<FigurePeriod, MessageDescriptor>> = {
  '28': msg`28 days`,
  '91': msg`13 weeks`,
  '365': msg`One year`,
  '730': msg`Two years`,
}

export const dimensionTexts: Readonly<Record<FigureDimension, MessageDescriptor>> = {
  flow: msg`Flow`,
  source: msg`Source`,
  campaign: msg`Campaign`,
  country: msg`Country`,
  region: msg`Region`,
  gender: msg`Gender`,
}

export interface ChartPlan {
  readonly key: string
  readonly title: MessageDescriptor
  readonly metrics: readonly FigureName[]
  /** Draws amounts, one currency at a time. */
  readonly isMoney?: true
  /** The second as a share of the first: the figure that people look for. */
  readonly share?: readonly [of: FigureName, whole: FigureName, name: MessageDescriptor]
}

export const viewTexts: Readonly<Record<FigureView, MessageDescriptor>> = {
  growth: msg`Growth`,
  conversations: msg`Replies`,
  money: msg`Money`,
  moderation: msg`Moderation`,
  delivery: msg`Delivery`,
  balance: msg`Women and men`,
  cohorts: msg`Cohorts`,
  flows: msg`Flows compared`,
}

export const charts: Readonly<Record<Exclude<FigureView, 'balance' | 'cohorts' | 'flows'>, readonly ChartPlan[]>> = {
  growth: [
    {
      key: 'sign-ups',
      title: msg`Sign-ups and first messages`,
      metrics: ['sign_ups', 'confirmations', 'first_messages'],
    },
    { key: 'visits', title: msg`Visits`, metrics: ['visits'] },
    { key: 'present', title: msg`Members there within 30 days`, metrics: ['present'] },
  ],
  conversations: [
    {
      key: 'replies',
      title: msg`Replies to first messages`,
      metrics: ['conversations', 'conversations_answered'],
      share: ['conversations_answered', 'conversations', msg`answered`],
    },
    {
      key: 'first',
      title: msg`Members’ first messages`,
      metrics: ['first_messages', 'first_replies'],
      share: ['first_replies', 'first_messages', msg`answered`],
    },
  ],
  money: [
    { key: 'revenue', title: msg`Revenue`, metrics: ['payments', 'refunds', 'disputes'], isMoney: true },
    { key: 'payments', title: msg`Payments and renewals`, metrics: ['first_payments', 'renewals', 'churn'] },
    {
      key: 'refunds',
      title: msg`Refunds and disputes`,
      metrics: ['refunds', 'disputes'],
      share: ['refunds', 'payments', msg`of payments refunded`],
    },
  ],
  moderation: [
    {
      key: 'cases',
      title: msg`Cases of the moderators`,
      metrics: ['cases_opened', 'cases_decided', 'cases_in_time'],
      share: ['cases_in_time', 'cases_decided', msg`decided when due`],
    },
    {
      key: 'times',
      title: msg`How soon cases are decided`,
      metrics: ['cases_decided', 'cases_within_day', 'cases_within_hour'],
      share: ['cases_within_day', 'cases_decided', msg`within a day`],
    },
  ],
  delivery: [
    {
      key: 'mail',
      title: msg`Mail`,
      metrics: ['mail_sent', 'mail_delivered', 'mail_bounced', 'mail_failed', 'mail_complained'],
      share: ['mail_bounced', 'mail_sent', msg`bounced`],
    },
    { key: 'push', title: msg`Push`, metrics: ['push_sent', 'push_failed', 'push_withheld'] },
    { key: 'telegram', title: msg`Telegram`, metrics: ['telegram_sent', 'telegram_failed', 'telegram_withheld'] },
  ],
}

export const funnelSteps = [
  'sign_ups',
  'funnel_confirmed',
  'funnel_photo',
  'funnel_first_message',
  'funnel_first_reply',
  'funnel_payment',
] as const satisfies readonly FigureName[]

/** What two flows are compared by, of whom, and the figure that has the rows. */
export const comparedTexts: Readonly<
  Record<
    ComparedRate,
    { readonly name: MessageDescriptor; readonly of: MessageDescriptor; readonly metric: FigureName }
  >
> = {
  sign_up: { name: msg`Signed up to the site`, of: msg`of visits`, metric: 'sign_ups' },
  first_message: { name: msg`Wrote a first message`, of: msg`of sign-ups`, metric: 'funnel_first_message' },
  payment: { name: msg`Made a payment`, of: msg`of sign-ups`, metric: 'funnel_payment' },
  refund: { name: msg`Were refunded`, of: msg`of those who paid`, metric: 'funnel_refund' },
  withdrawal: { name: msg`Withdrew from a purchase`, of: msg`of those who paid`, metric: 'funnel_withdrawal' },
  complaint: { name: msg`Made a complaint`, of: msg`of sign-ups`, metric: 'funnel_complaint' },
}

export const aimTexts: Readonly<Record<ComparisonAim, MessageDescriptor>> = {
  payment: msg`who paid`,
  first_message: msg`who wrote a first message`,
}

export const harmTexts: Readonly<Record<ComparedHarm, MessageDescriptor>> = {
  refund: msg`refunds`,
  withdrawal: msg`withdrawals`,
  complaint: msg`complaints`,
}
