import { routes } from '@incontro/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { Http } from '../../platform/http/bind.ts'
import { notFound } from '../../platform/http/problem.ts'

/** The text a member has written to somebody and not sent, one for each of them. Nobody else ever reads it. */
export function draftRoutes(http: Http, deps: { readonly db: Database; readonly clock: () => Date }): void {
  http.bind(routes.draft, async ({ params, member }) => {
    const row = await deps.db
      .selectFrom('drafts')
      .select('body')
      .where('member_id', '=', member.memberId)
      .where('other_id', '=', params.angelId)
      .executeTakeFirst()
    return { text: row?.body ?? '' }
  })

  http.bind(routes.saveDraft, async ({ params, body, member }) => {
    if (body.text.trim() === '') {
      await deps.db
        .deleteFrom('drafts')
        .where('member_id', '=', member.memberId)
        .where('other_id', '=', params.angelId)
        .execute()
      return { result: 'OK' as const }
    }
    const saved = await sql`
      insert into drafts (member_id, other_id, body, updated_at)
      select ${member.memberId}, id, ${body.text}, ${deps.clock()} from members where id = ${params.angelId} and pool_id = ${member.poolId} and id <> ${member.memberId}
      on conflict (member_id, other_id) do update set body = excluded.body, updated_at = excluded.updated_at`.execute(
      deps.db,
    )
    if (saved.numAffectedRows === 0n) throw notFound()
    return { result: 'OK' as const }
  })
}
