import type { IdentityDeps } from '../identity/index.ts'
import type { Log } from '../../platform/log.ts'

export interface AccountDeps extends Pick<
  IdentityDeps,
  | 'db'
  | 'brands'
  | 'realtime'
  | 'enqueueEmail'
  | 'sessions'
  | 'passwords'
  | 'challenges'
  | 'signalKeys'
  | 'signupLimits'
  | 'clock'
> {
  readonly log: Log
  /** Removes a photo and its derived sizes from the storage. Idempotent. */
  readonly removePhoto: (photo: { readonly id: string; readonly storageKey: string }) => Promise<void>
}
