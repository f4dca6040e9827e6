import { withMember, type Tables } from '#platform/database/table.ts'

export const tables = {
  member_notes: {
    holds: 'a note of staff about a member, for their colleagues',
    keep: withMember,
    erase: 'cascades',
    // What is written about a person is theirs to read (GDPR, article 15); who wrote it is the audit's.
    export: { file: 'notes_of_staff', key: 'id', columns: 'body created_at edited_at', not: 'id made_by' },
  },
} as const satisfies Tables
