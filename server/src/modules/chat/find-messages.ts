import { routes } from '@incontro/contract'
import type { Http } from '#platform/http/bind.ts'
import { isBlurred } from './policy.ts'
import { matchingMessagesOf, sideOf } from './queries.ts'
import type { ChatDeps } from './send.ts'
import { firstMatch, patternFor } from './text-pattern.ts'
import { toMessage } from './view.ts'

/** Results per page. */
const pageLength = 30
/** Messages searched per request, however long the conversation is. */
const searchedPerRequest = 5000
/** The same where messages are masked for the reader, and have to be searched as shown. */
const readPerRequest = 200

/** Search inside a conversation, in the text as its reader sees it. */
export function findRoutes(http: Http, deps: ChatDeps): void {
  http.bind(
    routes.findMessages,
    async ({ params: { memberId: otherId }, body: { text, before: given }, member }) => {
      const side = await sideOf(deps.pool, member.memberId, otherId)
      if (!side) return { found: [], before: null }
      const id = side.conversation_id
      const flow = deps.flows.of(member.brandId, member.flowId)
      const [bothWrote, clearSeqs] = await Promise.all([
        deps.bothHaveWritten([id]).then((ids) => ids.has(id)),
        deps.clearReplies(member, flow, [id]),
      ])
      const clearSeq = clearSeqs.get(id)
      const pattern = patternFor(text)
      const before = Math.min(given ?? Infinity, side.last_seq + 1)
      // Until both have written, links and numbers are masked: searching the stored text would reveal them digit by
      // digit.
      const from = Math.max(1, before - (bothWrote ? searchedPerRequest : readPerRequest))
      const rows = await matchingMessagesOf(deps.pool, id, member.memberId, {
        from,
        before,
        pattern: bothWrote ? pattern : '',
        isCovered: isBlurred(flow, member, { sentByReader: false, senderLevel: 0 }),
        clearSeq,
        limit: bothWrote ? pageLength : readPerRequest,
      })
      await deps.notePlanUse(member, flow, id, rows)
      const found = rows
        .map((row) => toMessage(row, member, flow, otherId, { isRead: true, bothWrote, clearSeq }))
        .flatMap(({ seq, type, time, msg }) => {
          const excerpt = firstMatch(msg, pattern)
          return excerpt ? [{ seq, type, time, excerpt }] : []
        })
        .slice(0, pageLength)
      const last = found.length === pageLength ? (found.at(-1)?.seq ?? from) : from
      return { found, before: last > 1 ? last : null }
    },
    { limit: { max: 240, timeWindow: 60_000 } },
  )
}
