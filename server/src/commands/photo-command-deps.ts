import type { ModerationDeps } from '#modules/moderation/index.ts'
import type { Storage } from '#platform/storage.ts'

export interface PhotoCommandDeps extends ModerationDeps {
  readonly storage: Storage
  readonly brandKeys: readonly string[]
  readonly user: string
}
