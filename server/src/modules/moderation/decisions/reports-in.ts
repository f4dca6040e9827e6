import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { conversationId } from '#platform/ids.ts'
import { isAfter, type Page, pageOf, queueLength } from '#platform/database/page.ts'

export const reportStates = ['open', 'upheld', 'dismissed', 'gone'] as const
export type ReportState = (typeof reportStates)[number]

/** A member named in a report. */
interface ReportedMember {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly lookingFor: string
  /** Their answers to the prompts of their profile. */
  readonly answers: readonly string[]
  readonly state: string
  readonly reports: number
}

export interface ReportedMessage {
  readonly at: Date
  /** Written by the reporter. */
  readonly own: boolean
  /** When its sender withdrew it, unread: neither its text nor its file exists any more. */
  readonly withdrawnAt: Date | null
  /** Empty if it carries a photo or voice message, or was withdrawn. */
  readonly text: string
  /** The photo or voice message it carries, and its storage key; null when the file no longer exists. */
  readonly media: { readonly kind: string; readonly storageKey: string | null } | null
}

/** A report as shown to a moderator; erased members are undefined. */
export interface OpenReport {
  readonly id: string
  readonly reason: string
  readonly text: string | null
  readonly reportedAt: Date
  readonly by: Pick<ReportedMember, 'id' | 'name'> | undefined
  readonly about: ReportedMember | undefined
  /** The messages the reporter attached, and no others of the conversation. */
  readonly messages: readonly ReportedMessage[]
  readonly decided: { readonly at: Date; readonly by: string; readonly why: string } | undefined
}

/** For old reports without a conversation id. */
const betweenThem = (one: string | null, other: string | null): string[] =>
  one === null || other === null ? [] : [conversationId(one, other)]

/** Reports of a brand in a state, the oldest first; `after` is the last one of the page before. */
export async function reportsIn(
  db: Database,
  brandId: string,
  state: ReportState,
  after?: string,
): Promise<Page<OpenReport>> {
  const found = await db
    .selectFrom('reports as r')
    .leftJoin('members as reporter', 'reporter.id', 'r.reporter_id')
    .leftJoin('members as reported', 'reported.id', 'r.reported_id')
    .select([
      'r.id',
      'r.reason',
      'r.body',
      'r.created_at',
      'r.message_ids',
      'r.conversation_id',
      'r.decided_at',
      'r.decided_by',
      'r.decision',
      'r.reporter_id',
      'reporter.screen_name as reporter_name',
      'r.reported_id',
      'reported.screen_name',
      'reported.about',
      'reported.looking_for',
      'reported.state',
    ])
    .select(({ selectFrom }) =>
      selectFrom('reports as same')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('same.reported_id', '=', 'r.reported_id')
        .as('reports'),
    )
    .select(
      sql<string[]>`array(select answer from profile_prompts p where p.member_id = r.reported_id order by p.place)`.as(
        'answers',
      ),
    )
    .where('r.brand_id', '=', brandId)
    // A literal: as a parameter, the index of open reports could not be used.
    .where('r.state', '=', sql.lit(state))
    .$if(after !== undefined, (query) => query.where(isAfter('reports', 'created_at', 'r', after!)))
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(queueLength + 1)
    .execute()
  const { rows, more } = pageOf(found)
  const ids = rows.flatMap((row) => row.message_ids)
  const conversations = rows.flatMap((row) => row.conversation_id ?? betweenThem(row.reporter_id, row.reported_id))
  const messages =
    ids.length === 0 || conversations.length === 0
      ? []
      : await db
          .selectFrom('messages as m')
          .leftJoin('message_media as a', (join) =>
            join.onRef('a.conversation_id', '=', 'm.conversation_id').onRef('a.seq', '=', 'm.seq'),
          )
          .select(['m.id', 'm.sender_id', 'm.body', 'm.withdrawn_at', 'm.media', 'a.storage_key', 'm.created_at'])
          // By the primary key: by id alone, the whole table would be scanned.
          .where('m.conversation_id', '=', sql<string>`any(${[...new Set(conversations)]}::uuid[])`)
          .where('m.id', '=', sql<string>`any(${ids}::uuid[])`)
          .orderBy('m.created_at')
          .execute()
  const reports = rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    text: row.body,
    reportedAt: row.created_at,
    by: row.reporter_id === null ? undefined : { id: row.reporter_id, name: row.reporter_name ?? '' },
    about:
      row.reported_id === null
        ? undefined
        : {
            id: row.reported_id,
            name: row.screen_name ?? '',
            about: row.about ?? '',
            lookingFor: row.looking_for ?? '',
            answers: row.answers,
            state: row.state ?? '',
            reports: Number(row.reports),
          },
    messages: messages
      .filter(({ id }) => row.message_ids.includes(id))
      .map(
        ({ created_at: at, sender_id: senderId, body, withdrawn_at: withdrawnAt, media, storage_key: storageKey }) => ({
          at,
          own: senderId === row.reporter_id,
          withdrawnAt,
          text: media === null && withdrawnAt === null ? body : '',
          media: media === null ? null : { kind: media, storageKey },
        }),
      ),
    decided:
      row.decided_at === null ? undefined : { at: row.decided_at, by: row.decided_by ?? '', why: row.decision ?? '' },
  }))
  return { rows: reports, more }
}
