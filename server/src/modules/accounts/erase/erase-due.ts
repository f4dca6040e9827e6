import type { AccountDeps } from '../deps.ts'
import { eraseMember } from './erase-member.ts'

const batch = 50

/**
 * Erases every member whose thirty days are over, each in a transaction of its own. One that fails is left for the next run and holds
 * nobody else up; one that somebody kept meanwhile is left alone.
 * @returns how many were erased
 */
export async function eraseDue(deps: AccountDeps): Promise<number> {
  const at = deps.clock()
  let erased = 0
  let after: { readonly dueAt: Date; readonly id: string } | undefined
  for (;;) {
    const due = await dueAfter(deps, at, after)
    for (const { id, deletion_due_at: dueAt } of due) {
      try {
        if (await eraseMember(deps, id, at)) erased += 1
      } catch (error) {
        deps.log.error({ err: error, member: id }, 'a member could not be erased')
      }
      after = { dueAt: dueAt ?? at, id }
    }
    if (due.length < batch) return erased
  }
}

const dueAfter = (deps: AccountDeps, at: Date, after: { dueAt: Date; id: string } | undefined) =>
  deps.db
    .selectFrom('members')
    .select(['id', 'deletion_due_at'])
    .where('state', '=', 'deleting')
    .where('deletion_due_at', '<=', at)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('deletion_due_at', '>', after!.dueAt),
          eb.and([eb('deletion_due_at', '=', after!.dueAt), eb('id', '>', after!.id)]),
        ]),
      ),
    )
    .orderBy('deletion_due_at')
    .orderBy('id')
    .limit(batch)
    .execute()
