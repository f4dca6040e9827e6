import { fixed, sweptBy, withMember, type Tables } from '#platform/database/table.ts'

export const tables = {
  external_identities: {
    holds: 'a member’s account at an OpenID Connect issuer',
    keep: withMember,
    erase: 'cascades',
    export: { key: 'subject', columns: 'issuer email linked_at last_used_at', not: 'brand_id subject' },
  },
  invitations: {
    holds: 'an invitation to register, for one address',
    keep: sweptBy('identity-sweep'),
    erase: { step: 'address', effect: 'those of the address are deleted' },
    export: { none: 'to an address, before there was an account' },
  },
  member_devices: {
    holds: 'a browser the member has signed in from, as hashes, and for a month its network',
    keep: sweptBy('accounts-sweep'),
    erase: 'cascades',
    export: {
      key: 'device_hash',
      columns: 'first_seen_at last_seen_at network',
      not: 'brand_id device_hash browser_hash notified_at',
    },
  },
  one_time_tokens: {
    holds: 'a link sent by email: the hash of its token, its purpose and expiry',
    keep: sweptBy('identity-sweep'),
    erase: 'cascades',
    export: { none: 'hashes and tokens only' },
    exact: true,
  },
  passkeys: {
    holds: 'the public key of a passkey',
    keep: withMember,
    erase: 'cascades',
    export: {
      key: 'id',
      columns: 'name transports backed_up created_at last_used_at',
      not: 'brand_id id credential_id public_key counter aaguid',
    },
    exact: true,
  },
  password_guesses: {
    holds: 'wrong passwords for an address since the last right one, under a keyed hash',
    keep: sweptBy('identity-sweep'),
    erase: { stays: 'keyed hashes, removed within a day' },
    export: { none: 'hashes and tokens only' },
    pool: 'shared',
    noBrand: 'counts under keyed hashes of brand and address, swept after a day',
  },
  server_keys: {
    holds: 'a private key of the installation',
    keep: fixed,
    sealed: { sealed_private_jwk: { purpose: 'signup keys', values: 'keys of sign-ups' } },
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
    pool: 'shared',
    noBrand: 'keys of the installation',
  },
  sessions: {
    holds: 'a signed-in browser or client, by the hash of its token',
    keep: sweptBy('identity-sweep'),
    erase: 'cascades',
    export: { key: 'id', columns: 'device created_at last_seen_at expires_at', not: 'token_hash id brand_id' },
    exact: true,
  },
  signup_devices: {
    holds: 'a device signal seen at sign-up, as a keyed hash',
    keep: sweptBy('identity-sweep'),
    erase: { step: 'address', effect: 'those of the address are deleted' },
    export: { none: 'hashes and tokens only' },
  },
} as const satisfies Tables
