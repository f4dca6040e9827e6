import { byLaw, type Tables } from '#platform/database/table.ts'

export const tables = {
  moderation_decisions: {
    holds: 'a decision of a moderator; never changed',
    keep: byLaw('the statement of reasons can be disputed'),
    erase: { stays: 'says what was decided about which id, which refers to nothing afterwards' },
    export: { none: 'each was sent to the member with its reasons: emails.json, system_messages.json' },
  },
  reports: {
    holds: 'a report of one member by another',
    keep: byLaw('the decision can be disputed'),
    erase: {
      step: 'reports',
      effect:
        'about the member: reason and date stay. By the member: they stay without the reporter, the text only while open',
    },
    export: {
      owner: 'reporter_id',
      key: 'id',
      columns: 'reported_id reason body state created_at',
      not: 'id brand_id message_ids decided_at decided_by decision site_origin conversation_id',
    },
  },
} as const satisfies Tables
