import type { PasskeyView } from '@incontro/contract'
import type { Selectable } from 'kysely'
import type { Passkey } from '#platform/database/database-types.ts'

export const shown = ['id', 'name', 'credential_id', 'created_at', 'last_used_at', 'backed_up'] as const

/** A passkey as its owner sees it. */
export const passkeyView = (row: Pick<Selectable<Passkey>, (typeof shown)[number]>): PasskeyView => ({
  id: row.id,
  name: row.name,
  credentialId: row.credential_id.toString('base64url'),
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  synced: row.backed_up,
})
