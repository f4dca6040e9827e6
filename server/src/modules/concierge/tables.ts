import { forDays, type Tables } from '#platform/database/table.ts'

export const tables = {
  concierge_exchanges: {
    holds: 'a question to the concierge and its answer',
    keep: forDays('asked_at', 90, 'a question about the service is not asked again after months'),
    erase: 'cascades',
    export: { key: 'seq', columns: 'seq question answer state asked_at', not: 'client_message_id tries changed_at' },
  },
} as const satisfies Tables
