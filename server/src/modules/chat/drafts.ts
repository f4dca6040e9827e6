import { isVisible, routes } from '@incontro/contract'
import type pg from 'pg'
import type { Database } from '#platform/database/database.ts'
import type { Http } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { isKnown } from './known.ts'

/** Unsent text of a member, one draft per recipient, which only its writer can read. */
export function draftRoutes(
  http: Http,
  deps: { readonly db: Database; readonly pool: pg.Pool; readonly clock: () => Date },
): void {
  http.bind(routes.draft, async ({ params, member }) => {
    const row = await deps.db
      .selectFrom('drafts')
      .select('body')
      .where('member_id', '=', member.memberId)
      .where('other_id', '=', params.memberId)
      .executeTakeFirst()
    return { text: row?.body ?? '' }
  })

  http.bind(routes.saveDraft, async ({ params, body, member }) => {
    if (!isVisible(body.text)) {
      await deps.db
        .deleteFrom('drafts')
        .where('member_id', '=', member.memberId)
        .where('other_id', '=', params.memberId)
        .execute()
      return { result: 'OK' as const }
    }
    if (!(await isKnown(deps.pool, member, params.memberId))) throw notFound()
    const draft = { body: body.text, updated_at: deps.clock() }
    await deps.db
      .insertInto('drafts')
      .values({ member_id: member.memberId, other_id: params.memberId, ...draft })
      .onConflict((conflict) => conflict.columns(['member_id', 'other_id']).doUpdateSet(draft))
      .execute()
    return { result: 'OK' as const }
  })
}
