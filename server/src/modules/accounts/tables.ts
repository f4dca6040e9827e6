import { sweptBy, withMember, type Tables } from '#platform/database/table.ts'

export const tables = {
  account_changes: {
    holds: 'what happened to an account, through whom and why',
    keep: withMember,
    erase: 'cascades',
    export: { key: 'id', columns: 'change made_by reason created_at', not: 'id' },
  },
  erasures: {
    holds: 'an erasure in progress, and its next step',
    keep: withMember,
    erase: 'cascades',
    export: { none: 'an account that is being erased has no owner who could ask' },
  },
  former_emails: {
    holds: 'an address that was changed, reserved while the change can be undone',
    keep: sweptBy('accounts-sweep'),
    erase: 'cascades',
    export: { key: 'email', columns: 'email changed_at kept_until', not: 'brand_id' },
  },
  legal_holds: {
    holds: 'a member whose data an authority or a dispute needs',
    keep: withMember,
    erase: { stays: 'a hold that lasts keeps the member; it goes with them afterwards' },
    export: { none: 'kept for an authority, which says what the member may know' },
  },
} as const satisfies Tables
