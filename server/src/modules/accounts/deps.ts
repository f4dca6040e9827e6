import type { IdentityDeps } from '../identity/index.ts'
import type { Log } from '../../platform/log.ts'

export interface AccountDeps extends IdentityDeps {
  readonly log: Log
  /** Removes a photo and its derived sizes from the storage. Idempotent. */
  readonly removePhoto: (photo: { readonly id: string; readonly storageKey: string }) => Promise<void>
}
