import type { IdentityDeps } from '../identity/index.ts'
import type { Log } from '../../platform/log.ts'

export interface AccountDeps extends IdentityDeps {
  readonly log: Log
  /** Takes a photo and what was made of it out of the storage; one that is gone is no error. */
  readonly removePhoto: (photo: { readonly id: string; readonly storageKey: string }) => Promise<void>
}
