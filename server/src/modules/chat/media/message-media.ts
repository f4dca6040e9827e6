import type { Message } from '@incontro/contract/domain'
import type pg from 'pg'
import { notBlocked } from '#modules/members/index.ts'

export type MediaKind = NonNullable<Message['media']>['kind']

/** The content type of each format of a stored file; the format is the file's extension. */
const contentTypes = { webp: 'image/webp', webm: 'audio/webm', m4a: 'audio/mp4' } as const
export type MediaFormat = keyof typeof contentTypes

export const mediaKey = (mediaId: string, format: MediaFormat): string => `messages/${mediaId}.${format}`
export const contentTypeOf = (key: string): string => contentTypes[key.slice(key.lastIndexOf('.') + 1) as MediaFormat]

/** The file of a message, as far as the reader may have it. */
export interface MediaFile {
  readonly id: string
  /** Its name in the storage. */
  readonly key: string
  readonly width: number | null
  readonly height: number | null
  /** Base64. */
  readonly thumbhash: string | null
  readonly durationMs: number | null
  readonly waveform: readonly number[] | null
}

/** Stored in place of a text, which must have at least one character. Members cannot send it, since it is invisible. */
export const noText = '\u200b'

const mediaPath = (mediaId: string): string => `/media/messages/${mediaId}`

/**
 * SQL: whether `reader` may still get files sent by the member with the alias `sender`, who may have left or blocked
 * (rule 11.14).
 */
export const isMediaOpen = (
  sender: string,
  reader: string,
): string => `(${sender}.id = ${reader} or ${sender}.state = 'active'
  and ${notBlocked(reader, `${sender}.id`)})`

/** SQL of a `MediaFile` of the message with the alias `m` for the reader $2; does no look-up for a text. */
export const mediaFileSql = `case when m.media is not null then (
  select json_build_object('id', a.id, 'key', a.storage_key, 'width', a.width, 'height', a.height, 'thumbhash', encode(a.thumbhash, 'base64'),
    'durationMs', a.duration_ms, 'waveform', a.waveform)
  from message_media a join members s on s.id = a.sender_id
  where a.conversation_id = m.conversation_id and a.seq = m.seq and ${isMediaOpen('s', '$2')}) end`

/** Of a blurred message the reader learns the kind, and nothing else. */
export const toMedia = (kind: MediaKind, file: MediaFile | null): NonNullable<Message['media']> => ({
  kind,
  path: file && mediaPath(file.id),
  width: file && file.width,
  height: file && file.height,
  thumbhash: file && file.thumbhash,
  durationMs: file && file.durationMs,
  waveform: file?.waveform ? [...file.waveform] : null,
})

/** The kind of the member's upload; undefined for one that is not theirs or no longer exists. */
export async function kindOf(pool: pg.Pool, memberId: string, mediaId: string): Promise<MediaKind | undefined> {
  const { rows } = await pool.query<{ kind: MediaKind }>({
    name: 'kind of media',
    text: 'select kind from message_media where id = $1 and sender_id = $2',
    values: [mediaId, memberId],
  })
  return rows[0]?.kind
}
