import { withMember, type Tables } from '#platform/database/table.ts'

export const tables = {
  approval_requests: {
    holds: 'what staff asked to pay back or to grant, done at once or by a second person',
    keep: withMember,
    erase: 'cascades',
    export: {
      file: 'refunds_and_grants',
      key: 'id',
      columns: 'kind amount reason state requested_at decided_at',
      not: 'brand_id id body requested_by decided_by answer decided_digest',
    },
    exact: true,
  },
  member_notes: {
    holds: 'a note of staff about a member, for their colleagues',
    keep: withMember,
    erase: 'cascades',
    // What is written about a person is theirs to read (GDPR, article 15); who wrote it is the audit's.
    export: { file: 'notes_of_staff', key: 'id', columns: 'body created_at edited_at', not: 'id made_by' },
  },
} as const satisfies Tables
