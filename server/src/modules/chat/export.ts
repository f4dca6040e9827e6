import { maskContacts } from '@incontro/contract/contacts'
import type pg from 'pg'
import type { Flow } from '#modules/flows/index.ts'
import { isShownTo, notBlocked } from '#modules/members/index.ts'
import { createClearReplies } from './clear-replies.ts'
import { createBothHaveWritten } from './both-have-written.ts'
import type { MediaKind } from './media/message-media.ts'
import { catchUpLength, messagesOf } from './queries.ts'
import { mayBeMasked, toMessage } from './view.ts'

/** The reader of the conversations: what they may not read in the app is not exported either. */
export interface Reader {
  readonly memberId: string
  readonly level: 0 | 1 | 2
  readonly flow: Flow
}

export interface ExportedConversation {
  readonly otherId: string
  /** Empty if the other member is anonymous in the app too. */
  readonly otherName: string
  readonly messages: readonly ExportedMessage[]
}
interface ExportedMessage {
  readonly from: 'me' | 'other'
  readonly at: string
  readonly text: string
  /** Blurred to the member at their level; the text is left out. */
  readonly hidden: boolean
  /** Withdrawn by its sender; the text was erased. */
  readonly withdrawn: boolean
  /** State of an invite; null for any other message. */
  readonly invite: 'pending' | 'accepted' | 'declined' | null
  /** The photo or voice message it carries instead of a text. */
  readonly media: MediaKind | null
  /** The member's own file in the archive, which has its name in the storage. */
  readonly file: string | null
  readonly ownReaction: string | null
  readonly otherReaction: string | null
}

interface Side {
  readonly conversation_id: string
  readonly other_id: string
  readonly name: string
}

/** Yields a member's conversations, a long one in several items of at most 500 messages, oldest first. */
export async function* exportConversations(pool: pg.Pool, reader: Reader): AsyncGenerator<ExportedConversation> {
  const bothHaveWritten = createBothHaveWritten(pool)
  const clearReplies = createClearReplies(pool, bothHaveWritten)
  for await (const { conversation_id: id, other_id: otherId, name: otherName } of sidesOf(pool, reader.memberId)) {
    for (let after = 0; ;) {
      const rows = await messagesOf(pool, id, reader.memberId, { after })
      const bothWrote = rows.some(mayBeMasked) && (await bothHaveWritten([id])).has(id)
      const clearSeq = (await clearReplies(reader, reader.flow, [id])).get(id)
      const messages = rows.map((row): ExportedMessage => {
        const { type, time, msg, blurredMessage, withdrawn, invite, media, ownReaction, otherReaction } = toMessage(
          row,
          reader,
          reader.flow,
          otherId,
          { isRead: true, bothWrote, clearSeq },
        )
        return {
          from: type === 'personal' ? 'me' : 'other',
          at: time,
          text: msg,
          hidden: blurredMessage !== null,
          withdrawn,
          invite,
          media: media?.kind ?? null,
          file: type === 'personal' && media && row.media_file ? row.media_file.key : null,
          ownReaction,
          otherReaction,
        }
      })
      if (messages.length > 0) yield { otherId, otherName, messages }
      if (rows.length < catchUpLength) break
      after = rows.at(-1)?.seq ?? after
    }
  }
}

async function* sidesOf(pool: pg.Pool, memberId: string): AsyncGenerator<Side> {
  const page = 200
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await pool.query<Side>({
      name: 'conversations to export',
      text: `select i.conversation_id, i.other_id, case when m.state = 'active' and ${isShownTo('m', '$1')}
          and ${notBlocked('i.member_id', 'i.other_id')}
          then shown_name(m.screen_name, m.locale) else '' end as name
        from inbox i join members m on m.id = i.other_id
        where i.member_id = $1 and i.conversation_id > $2 order by i.conversation_id limit ${page}`,
      values: [memberId, after],
    })
    for (const row of rows) yield { ...row, name: maskContacts(row.name) }
    if (rows.length < page) return
    after = rows.at(-1)?.conversation_id ?? after
  }
}
