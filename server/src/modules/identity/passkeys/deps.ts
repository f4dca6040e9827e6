import type { Keys } from '#platform/ids.ts'
import type { IdentityDeps } from '../deps.ts'

export interface PasskeyDeps extends IdentityDeps {
  readonly challengeKeys: Keys
}
