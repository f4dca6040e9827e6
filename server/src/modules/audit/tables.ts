import { byLaw, withMember, type Tables } from '#platform/database/table.ts'

const why = 'who acted on a member’s data has to be accounted for (GDPR, article 5(2))'

export const tables = {
  audit_entries: {
    holds: 'what staff or a command did; never changed, as each hash covers the one before it',
    keep: byLaw(why),
    erase: { stays: 'names the key of the details, which are unreadable once that is deleted with the member' },
    export: { none: 'records the work of staff; decisions about a member were sent to them' },
  },
  audit_heads: {
    holds: 'the last entry of a chain: its number and hash',
    keep: byLaw(why),
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
  },
  audit_keys: {
    holds: 'the key of the details about a member in the audit',
    keep: withMember,
    erase: 'cascades',
    export: { none: 'hashes and tokens only' },
  },
} as const satisfies Tables
