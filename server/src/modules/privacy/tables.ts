import { forDays, type Tables } from '#platform/database/table.ts'

export const tables = {
  privacy_requests: {
    holds: 'what a person asked about their data, by when it has to be answered, and the answer',
    keep: forDays('closed_at', 1096, 'whether it was answered rightly can be asked for three years'),
    erase: { step: 'reports', effect: 'stays without the member and the words about them' },
    export: {
      key: 'id',
      columns: 'kind way asks received_at due_at extended_at extended_because outcome answer closed_at',
      not: 'brand_id id requester identified_by recorded_by recorded_at closed_by',
    },
  },
} as const satisfies Tables
