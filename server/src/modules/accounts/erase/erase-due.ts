import { sql } from 'kysely'
import { concurrently } from '#platform/flow-control/concurrently.ts'
import type { AccountDeps } from '../deps.ts'
import { eraseMember } from './erase-member.ts'
import { smallestId } from '#platform/ids.ts'

const batch = 50
/** Members erased concurrently: each is a series of short statements, which leaves most of the database to others. */
const concurrency = 3

export interface EraseLimits {
  /** No member is started when `performance.now()` is past this; the next run continues. */
  readonly until?: number
  /** Asked before each member. */
  readonly isAborted?: () => boolean
}

/**
 * Erases every member whose thirty days have passed and who is not under a legal hold. A member whose erasure fails is
 * left for the next run and does not delay the others; one that was reopened meanwhile is skipped.
 * @returns number of erased members
 */
export async function eraseDue(
  deps: AccountDeps,
  { until = Infinity, isAborted = () => false }: EraseLimits = {},
): Promise<number> {
  const at = deps.clock()
  const isOver = (): boolean => performance.now() > until || isAborted()
  let erased = 0
  let after: Due = { id: smallestId, deletion_due_at: new Date(0) }
  for (;;) {
    const due = await dueAfter(deps, at, after)
    await concurrently(due, concurrency, async ({ id }) => {
      if (isOver()) return
      try {
        if (await eraseMember(deps, id, at)) erased += 1
      } catch (error) {
        deps.log.error({ err: error, member: id }, 'a member could not be erased')
      }
    })
    after = due.at(-1) ?? after
    if (due.length < batch || isOver()) return erased
  }
}

interface Due {
  readonly id: string
  readonly deletion_due_at: Date | null
}

/** Literals, because the generic plan of a prepared statement cannot use the partial index. */
const dueAfter = (deps: AccountDeps, at: Date, after: Due): Promise<Due[]> =>
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
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('m.deletion_due_at', 'm.id'), '>', tuple(after.deletion_due_at ?? at, after.id)),
    )
    .orderBy('m.deletion_due_at')
    .orderBy('m.id')
    .limit(batch)
    .execute()
