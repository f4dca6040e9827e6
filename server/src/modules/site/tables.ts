import { byLaw, type Tables } from '#platform/database/table.ts'

export const tables = {
  consents: {
    holds: 'a consent, with the version of its text, or its withdrawal',
    keep: byLaw('evidence of what was agreed to'),
    erase: { step: 'payments', effect: 'those a purchase rests on stay with it; the others are deleted' },
    export: { key: 'id', columns: 'kind granted text_version locale given_at', not: 'id' },
  },
} as const satisfies Tables
