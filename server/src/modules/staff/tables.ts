import { fixed, sweptBy, type Tables } from '#platform/database/table.ts'

/* Staff live in the default database, wherever the pools of their brands are: their rows are never moved with a pool. */
const common = {
  erase: 'names no member',
  export: { none: 'about staff, not about members' },
  pool: 'own',
} as const
const noBrand = 'staff belong to the installation'

export const tables = {
  staff: {
    holds: 'a person who works in the console: address, name, hash of the password',
    keep: fixed,
    ...common,
    noBrand,
    exact: true,
  },
  staff_invitations: {
    holds:
      'roles at a brand that a person of staff has yet to accept; deleted when they are accepted, declined or withdrawn',
    keep: fixed,
    ...common,
    exact: true,
  },
  staff_links: {
    holds: 'a link of an invitation or a reset: the hash of its token and its expiry',
    keep: sweptBy('staff-sweep'),
    ...common,
    noBrand,
    exact: true,
  },
  staff_passkeys: { holds: 'the public key of a passkey of staff', keep: fixed, ...common, noBrand, exact: true },
  staff_recovery_codes: { holds: 'the hash of a recovery code', keep: fixed, ...common, noBrand, exact: true },
  staff_roles: { holds: 'a role of a person of staff at a brand', keep: fixed, ...common, exact: true },
  staff_sessions: {
    holds: 'a browser in which staff are signed in, by the hash of its token',
    keep: sweptBy('staff-sweep'),
    ...common,
    noBrand,
    exact: true,
  },
  staff_totp: {
    holds: 'the secret of an authenticator app, and the last step that counted',
    keep: fixed,
    sealed: {
      secret: { purpose: 'staff second factors', values: 'second factors of staff' },
      pending: { purpose: 'staff second factors', values: 'second factors of staff to be confirmed' },
    },
    ...common,
    noBrand,
    exact: true,
  },
  staff_views: {
    holds: 'filters of a page of the console that a person of staff keeps; deleted when they leave the brand',
    keep: sweptBy('staff-sweep'),
    ...common,
    exact: true,
  },
} as const satisfies Tables
