import { byMonth, forDays, withMember, type Tables } from '#platform/database/table.ts'
import { isNotificationShown } from '#modules/members/index.ts'

export const tables = {
  member_events: {
    holds: 'what a member did on the pages, for those who allow measuring',
    keep: byMonth('read for a year at most'),
    erase: { step: 'own', effect: 'deleted, others’ about the member too' },
    export: { key: 'id', columns: 'kind other_id detail created_at', not: 'id' },
  },
  notifications: {
    holds: 'a like or visit in the member’s list',
    keep: forDays('created_at', 180, 'older entries of the list are not read'),
    erase: { step: 'own', effect: 'deleted, on both sides' },
    // Those that the app shows: it names no one who hides their visits or their profile, blocked the member or left.
    export: {
      key: 'id',
      columns: 'kind actor_id prompt created_at read_at',
      not: 'id answers_like',
      where: `exists (select from members m where m.id = notifications.actor_id and ${isNotificationShown('notifications', 'm')})`,
    },
  },
  reactions: {
    holds: 'a like or dislike',
    keep: withMember,
    erase: { step: 'own', effect: 'deleted, on both sides' },
    export: { key: 'other_id', columns: 'other_id kind created_at' },
  },
  visits: {
    holds: 'the last visit of one profile by one member',
    keep: forDays('last_at', 365, 'year-old profile views have no value'),
    erase: { step: 'own', effect: 'deleted, on both sides' },
    export: { key: 'other_id', columns: 'other_id last_at' },
  },
} as const satisfies Tables
