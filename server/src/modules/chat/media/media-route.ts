import type pg from 'pg'
import type { Principal } from '#platform/caller.ts'
import type { Http } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { isUuid } from '#platform/ids.ts'
import type { Storage } from '#platform/storage.ts'
import { isBlurred } from '../policy.ts'
import type { ChatDeps } from '../send.ts'
import { contentTypeOf, isMediaOpen } from './message-media.ts'

type MediaDeps = Pick<ChatDeps, 'pool' | 'flows' | 'clearReplies'> & { readonly storage: Storage }

/**
 * Serves photos and voice messages to the two members of their conversation, checked against what each may read at
 * every request; for all others they do not exist. Never cached.
 */
export function mediaRoute(http: Http, deps: MediaDeps): void {
  http.app.get<{ Params: { mediaId: string } }>(
    '/media/messages/:mediaId',
    { schema: { hide: true }, config: { rateLimit: { max: 1200, timeWindow: 60_000 } } },
    async (request, reply) => {
      const { mediaId } = request.params
      const reader = isUuid(mediaId) ? await http.memberOf(request) : null
      const carrier = reader && (await carrierFor(deps, reader, mediaId.toLowerCase()))
      const file = carrier && (await deps.storage.get(carrier.storage_key))
      if (!carrier || !file) throw notFound()
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', 'inline')
        .header('x-content-type-options', 'nosniff')
        .type(contentTypeOf(carrier.storage_key))
        .send(file)
    },
  )
}

interface Carrier {
  conversation_id: string
  seq: number
  sender_id: string
  sender_level: number
  storage_key: string
}

/** The message that carries the file, if the reader may have it. */
async function carrierFor(
  { pool, flows, clearReplies }: MediaDeps,
  reader: Principal,
  id: string,
): Promise<Carrier | undefined> {
  const carrier = await carrierOf(pool, reader, id)
  if (!carrier) return undefined
  const flow = flows.of(reader.brandId, reader.flowId)
  const clear = await clearReplies(reader, flow, [carrier.conversation_id])
  const isCovered = isBlurred(flow, reader, {
    sentByReader: carrier.sender_id === reader.memberId,
    senderLevel: carrier.sender_level,
    isClearReply: clear.get(carrier.conversation_id) === carrier.seq,
  })
  return isCovered ? undefined : carrier
}

/** The message that carries the file, if it is visible in a conversation of the reader. */
async function carrierOf(pool: pg.Pool, { memberId }: Principal, id: string): Promise<Carrier | undefined> {
  const { rows } = await pool.query<Carrier>({
    name: 'message of media',
    text: `select a.conversation_id, a.seq, a.sender_id, m.sender_level, a.storage_key
      from message_media a
      join messages m on m.conversation_id = a.conversation_id and m.seq = a.seq and m.withdrawn_at is null
      join inbox i on i.member_id = $2 and i.conversation_id = a.conversation_id
      join members s on s.id = a.sender_id
      where a.id = $1 and ${isMediaOpen('s', '$2')}
        and not exists (select from hidden_messages h where h.conversation_id = a.conversation_id and h.seq = a.seq and h.member_id = $2)`,
    values: [id, memberId],
  })
  return rows[0]
}
