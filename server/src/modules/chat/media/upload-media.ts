import { routes } from '@incontro/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '#platform/database/database.ts'
import type { Http } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Storage } from '#platform/storage.ts'
import { storeWithRow } from '#platform/storage/store-with-row.ts'
import { notBlocked } from '#modules/members/index.ts'
import type { PictureUploads } from '#modules/photos/index.ts'
import { messagingOff, notAnswered } from '../refusals.ts'
import { type MediaFormat, mediaKey, type MediaKind } from './message-media.ts'
import { readVoice, voiceRefusals } from './voice/read-voice.ts'

export interface UploadDeps {
  readonly db: Database
  readonly pool: pg.Pool
  readonly storage: Storage
  readonly uploads: PictureUploads
  readonly clock: () => Date
}

/** Uploads of a member that may wait to be sent. */
const mostUnsent = 20
const unsentLifeMs = 86_400_000

/** A stored file and the values of its row. */
interface Upload {
  readonly kind: MediaKind
  readonly format: MediaFormat
  readonly bytes: Buffer
  readonly details: { width: number; height: number; thumbhash: Buffer } | { duration_ms: number; waveform: number[] }
}

/** Routes that take photos and voice messages for a conversation; the `chat` event sends them. */
export function uploadMediaRoutes(http: Http, deps: UploadDeps): void {
  const limit = { max: 120, timeWindow: 60_000 }
  http.bind(
    routes.uploadMessagePhoto,
    async ({ params, member, request }) => {
      const conversation = await conversationThatTakesMedia(deps, member.memberId, params.memberId)
      const mediaId = await deps.uploads.receive(member, request, async (bytes) => {
        const { bytes: picture, ...details } = await deps.uploads.reencode(member.memberId, bytes)
        return keep(deps, member.memberId, conversation, { kind: 'photo', format: 'webp', bytes: picture, details })
      })
      return { mediaId }
    },
    { limit },
  )
  http.bind(
    routes.uploadMessageVoice,
    async ({ params, query, member, request }) => {
      const conversation = await conversationThatTakesMedia(deps, member.memberId, params.memberId)
      const waveform = [...Buffer.from(query.waveform, 'hex')]
      const mediaId = await deps.uploads.receive(
        member,
        request,
        (bytes) => {
          const { durationMs, ...voice } = readVoice(bytes)
          const details = { duration_ms: durationMs, waveform }
          return keep(deps, member.memberId, conversation, { kind: 'voice', ...voice, details })
        },
        voiceRefusals,
      )
      return { mediaId }
    },
    { limit },
  )
}

/**
 * @returns its id
 * @throws Failure 404 without a conversation, 403 `writing_disabled` in a closed one or `messaging_off`, 409 `not_answered` until both have written
 */
async function conversationThatTakesMedia(
  { pool, clock }: UploadDeps,
  memberId: string,
  otherId: string,
): Promise<string> {
  const at = clock()
  const { rows } = await pool.query<{ id: string; open: boolean; both_wrote: boolean; silenced: boolean }>({
    name: 'conversation that takes media',
    text: `select c.id, c.low_wrote and c.high_wrote as both_wrote,
        o.state = 'active' and ${notBlocked('i.member_id', 'i.other_id')} as open,
        exists (select from members s where s.id = i.member_id and s.no_messages_until > $3) as silenced
      from inbox i join conversations c on c.id = i.conversation_id join members o on o.id = i.other_id
      where i.member_id = $1 and i.other_id = $2`,
    values: [memberId, otherId, at],
  })
  const [found] = rows
  if (!found) throw notFound()
  if (found.silenced) throw new Failure(403, 'messaging_off', { message: messagingOff })
  if (!found.open) throw new Failure(403, 'writing_disabled', { message: 'This conversation takes no messages' })
  if (!found.both_wrote) throw new Failure(409, 'not_answered', { message: notAnswered })
  return found.id
}

/** Stores an upload, which is deleted after a day unless a message carries it. @returns its id */
async function keep(
  { db, storage, clock }: UploadDeps,
  senderId: string,
  conversation: string,
  { kind, format, bytes, details }: Upload,
): Promise<string> {
  const id = newId()
  const at = clock()
  const storageKey = mediaKey(id, format)
  await storeWithRow({
    db,
    removal: { job: 'chat-remove-file', payload: { storageKey, unlessOf: id }, key: `chat-remove-file ${id}` },
    store: (signal) => storage.put(storageKey, bytes, signal),
    remove: () => storage.remove(storageKey),
    insert: (isNamed) =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql`
        select from message_media where sender_id = ${senderId} and seq is null limit ${mostUnsent}`.execute(tx)
        if (rows.length >= mostUnsent) throw new Failure(429)
        await tx
          .insertInto('message_media')
          .values({
            id,
            sender_id: senderId,
            conversation_id: conversation,
            kind,
            storage_key: storageKey,
            ...details,
            created_at: at,
          })
          .execute()
        await isNamed(tx)
        await addJob(tx, 'chat-remove-unsent', { mediaId: id }, { runAt: new Date(at.getTime() + unsentLifeMs) })
      }),
  })
  return id
}
