import { byLaw, type Tables } from '#platform/database/table.ts'

export const tables = {
  subscriptions: {
    holds: 'a term of a plan',
    keep: byLaw('books of what was sold'),
    erase: { step: 'payments', effect: 'as their payment' },
    export: {
      key: 'id',
      columns:
        'plan_id plan next_plan state renews started_at period_start period_end cancelled_at notice_sent_at grace_until',
      not: 'id brand_id flow_id flow_version card_token_id notice_due_at next_try_at tries anchored_at site_origin card_notice_at',
    },
    exact: true,
  },
} as const satisfies Tables
