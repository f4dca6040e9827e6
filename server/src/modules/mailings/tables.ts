import { fixed, forDays, type Tables } from '#platform/database/table.ts'

export const tables = {
  journeys: {
    holds: 'whether a journey runs at a brand',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
  },
  mailings: {
    holds: 'a newsletter with its texts, who wrote and who approved it',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'what a member got of it is in emails.json and promotions.json' },
  },
  promotions: {
    holds: 'a newsletter or a mail of a journey to a member, waiting, sent or why not',
    keep: forDays('created_at', 369, 'what was sent and why is shown to the member, and nothing is sent twice'),
    erase: 'cascades',
    export: {
      key: "source || ' ' || about",
      columns: 'source state reason created_at sent_at',
      not: 'brand_id about due_at ends_at email_id queued_at sending_at',
    },
  },
} as const satisfies Tables
