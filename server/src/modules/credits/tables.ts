import { byLaw, fixed, withMember, type Tables } from '#platform/database/table.ts'

export const tables = {
  ledger_checks: {
    holds: 'how far a check of the ledger has come',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
    pool: 'own',
    noBrand: 'how far a check came',
  },
  ledger_transfers: {
    holds: 'credits moved from one account to another',
    keep: byLaw('books of what was sold'),
    erase: {
      step: 'ledger',
      effect: 'sales and refunds stay entry by entry, everything else becomes one sum per account and direction',
    },
    export: {
      key: 'id',
      columns: 'id from_account to_account amount level created_at',
      not: 'brand_id idempotency_key',
    },
    exact: true,
  },
  wallets: {
    holds: 'the balances of a member, a cache of the ledger',
    keep: withMember,
    erase: { step: 'ledger', effect: 'with the ledger: they stay with payments, else deleted' },
    export: { key: 'member_id', columns: 'messages icebreakers likes', not: 'brand_id' },
    exact: true,
  },
} as const satisfies Tables
