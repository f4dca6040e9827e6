import type { IdentityDeps } from '#modules/identity/index.ts'
import type { Executor } from '#platform/database/database.ts'
import type { Log } from '#platform/process/log.ts'

export interface AccountDeps extends Pick<
  IdentityDeps,
  | 'db'
  | 'brands'
  | 'realtime'
  | 'enqueueEmail'
  | 'addressReached'
  | 'sessions'
  | 'passwords'
  | 'challenges'
  | 'signalKeys'
  | 'signupLimits'
  | 'clock'
> {
  readonly log: Log
  /** Whether nothing is sent to an address, because what was sent has bounced. */
  readonly isStopped: (executor: Executor, address: { brandId: string; address: string }) => Promise<boolean>
  /** Removes a photo and its derived sizes from the storage. Idempotent. */
  readonly removePhoto: (photo: { readonly id: string; readonly storageKey: string }) => Promise<void>
}
