import { sql } from 'kysely'
import type { AccountDeps } from '../deps.ts'
import { eraseMember } from './erase-member.ts'

const batch = 50
/** Erased side by side: each is a row of short statements, and most of the database's time is left to others. */
const concurrency = 3

export interface EraseLimits {
  /** No member is begun after so long; the next run goes on. Ten minutes. */
  readonly timeoutMs?: number
  /** Asked before each member. */
  readonly isAborted?: () => boolean
}

/**
 * Erases every member whose thirty days are over and whom no legal hold keeps. One that fails is left for the next run and does not hold
 * up the others; one that was reopened meanwhile is left alone.
 * @returns how many were erased
 */
export async function eraseDue(
  deps: AccountDeps,
  { timeoutMs = 600_000, isAborted = () => false }: EraseLimits = {},
): Promise<number> {
  const at = deps.clock()
  const end = performance.now() + timeoutMs
  const isOver = (): boolean => performance.now() > end || isAborted()
  let erased = 0
  let after: Due | undefined
  for (;;) {
    const due = await dueAfter(deps, at, after)
    const waiting = due.values()
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (const { id } of waiting) {
          if (isOver()) return
          try {
            if (await eraseMember(deps, id, at)) erased += 1
          } catch (error) {
            deps.log.error({ err: error, member: id }, 'a member could not be erased')
          }
        }
      }),
    )
    after = due.at(-1)
    if (due.length < batch || isOver()) return erased
  }
}

interface Due {
  readonly id: string
  readonly deletion_due_at: Date | null
}

/** Literals, because a generic plan knows the partial index by them. */
const dueAfter = (deps: AccountDeps, at: Date, after: Due | undefined): Promise<Due[]> =>
  deps.db
    .selectFrom('members as m')
    .select(['m.id', 'm.deletion_due_at'])
    .where('m.state', '=', sql.lit('deleting'))
    .where('m.deletion_due_at', '<=', at)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('legal_holds as h')
            .select('h.member_id')
            .whereRef('h.member_id', '=', 'm.id')
            .where((eb) => eb.or([eb('h.ends_at', 'is', null), eb('h.ends_at', '>', at)])),
        ),
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('m.deletion_due_at', 'm.id'), '>', tuple(after!.deletion_due_at ?? at, after!.id)),
      ),
    )
    .orderBy('m.deletion_due_at')
    .orderBy('m.id')
    .limit(batch)
    .execute()
