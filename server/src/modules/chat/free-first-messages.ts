import { countAttempt, hourOf } from '#platform/secrets/attempts.ts'
import type { Database } from '#platform/database/database.ts'
import { createLru } from '#platform/flow-control/lru.ts'

/** Conversations that a member may begin in an hour where that costs nothing. A price limits them everywhere else. */
const mostAnHour = 60

/** Limits how many conversations a member begins for nothing: each is seen, and announced by email, by a stranger. */
export interface FreeFirstMessages {
  /** Whether the member may begin another conversation in this hour. */
  mayBegin(memberId: string): boolean
  /** Counts a conversation that the member has begun. */
  begun(memberId: string): Promise<void>
}

/**
 * Counts in the database, for all processes. Each process remembers who has reached the limit from what it counted
 * itself, so that other messages cost nothing more; with several processes a member may begin one more in each.
 */
export function createFreeFirstMessages(db: Database, clock: () => Date): FreeFirstMessages {
  const reached = createLru<string, number>(10_000)
  return {
    mayBegin: (memberId) => reached.get(memberId) !== hourOf(clock()).getTime(),
    async begun(memberId) {
      const at = clock()
      if ((await countAttempt(db, `first messages ${memberId}`, at)) >= mostAnHour)
        reached.set(memberId, hourOf(at).getTime())
    },
  }
}
