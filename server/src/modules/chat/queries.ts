import type pg from 'pg'
import type { Reader } from '#platform/database/replica.ts'
import { maskContacts } from '@incontro/contract/contacts'
import { notBlocked, shownLastActive } from '#modules/members/index.ts'
import { defaultPhotoJoin } from '#modules/photos/index.ts'
import { mediaFileSql, type MediaKind } from './media/message-media.ts'
import type { MessageRow } from './view.ts'

/** Page size of messages and of conversations. */
export const pageLength = 50
/** Most messages returned after a given sequence number. */
export const catchUpLength = 500

/** SQL of the state of a conversation's invite; a mutual like accepts it. */
export const inviteState = (conversation: string): string => `
  case when ${conversation}.invite_state = 'pending'
    and exists (select from reactions y where y.member_id = ${conversation}.low_id and y.other_id = ${conversation}.high_id and y.kind = 'like')
    and exists (select from reactions y where y.member_id = ${conversation}.high_id and y.other_id = ${conversation}.low_id and y.kind = 'like')
  then 'accepted' else ${conversation}.invite_state end`

/**
 * The messages of conversation $1 that reader $2 has: all but those they deleted for themselves, or that moderators
 * removed.
 */
const messagesSql = (range: string): string => `
  select m.id, m.seq, m.sender_id, m.client_message_id, m.body, m.icebreaker, m.sender_level, m.created_at,
    m.edited_at is not null as edited, m.withdrawn_at is not null as withdrawn, m.media, ${mediaFileSql} as media_file,
    q.media as quoted_media, q.seq as quoted_seq, q.sender_id as quoted_sender_id, q.body as quoted_body, q.sender_level as quoted_sender_level,
    q.icebreaker is true and exists (select from conversations d where d.id = q.conversation_id and d.invite_seq = q.seq) as quoted_invite,
    (select r.kind from message_reactions r
      where r.conversation_id = m.conversation_id and r.seq = m.seq and r.member_id = $2) as own_reaction,
    (select r.kind from message_reactions r
      where r.conversation_id = m.conversation_id and r.seq = m.seq and r.member_id <> $2 limit 1) as other_reaction,
    case when m.icebreaker then (select ${inviteState('c')} from conversations c where c.id = m.conversation_id and c.invite_seq = m.seq) end
      as invite
  from messages m
  left join messages q on q.conversation_id = m.conversation_id and q.seq = m.reply_to and q.withdrawn_at is null
    and not exists (select from hidden_messages g where g.conversation_id = q.conversation_id and g.seq = q.seq and g.member_id = $2)
  where m.conversation_id = $1 and ${range}
    and not exists (select from hidden_messages h where h.conversation_id = m.conversation_id and h.seq = m.seq and h.member_id = $2)`

/** The newest 50 messages, the 50 before a sequence number, or up to 500 after one; oldest first. */
export async function messagesOf(
  reader: Reader,
  conversationId: string,
  readerId: string,
  range: { after?: number | undefined; before?: number | undefined },
): Promise<MessageRow[]> {
  if (range.after !== undefined) {
    const { rows } = await reader.query<MessageRow>({
      name: 'messages after',
      text: `${messagesSql('m.seq > $3')} order by m.seq limit ${catchUpLength}`,
      values: [conversationId, readerId, range.after],
    })
    return rows
  }
  const { rows } = await reader.query<MessageRow>({
    name: 'messages before',
    text: `${messagesSql('m.seq < $3')} order by m.seq desc limit $4`,
    values: [conversationId, readerId, range.before ?? 2_147_483_647, pageLength],
  })
  return rows.reverse()
}

/** One message as it is now, or undefined if its reader has no such message. */
export async function messageOf(
  pool: pg.Pool,
  conversationId: string,
  readerId: string,
  seq: number,
): Promise<MessageRow | undefined> {
  const { rows } = await pool.query<MessageRow>({
    name: 'one message',
    text: messagesSql('m.seq = $3'),
    values: [conversationId, readerId, seq],
  })
  return rows[0]
}

/**
 * Messages of a range that the reader may read and that match, newest first. The range is `from` up to, not including,
 * `before`; the other member's at level 0 are blurred, except `clearSeq`.
 */
export async function matchingMessagesOf(
  pool: pg.Pool,
  conversationId: string,
  readerId: string,
  wanted: {
    readonly from: number
    readonly before: number
    /** A regular expression in the syntax that PostgreSQL and JavaScript share; an empty one matches everything. */
    readonly pattern: string
    readonly isCovered: boolean
    readonly clearSeq: number | undefined
    readonly limit: number
  },
): Promise<MessageRow[]> {
  const { rows } = await pool.query<MessageRow>({
    name: 'matching messages',
    text: `${messagesSql('m.seq >= $3 and m.seq < $4')} and m.withdrawn_at is null and m.media is null
      and (not $6 or m.sender_id = $2 or m.sender_level > 0 or m.seq = $7
        or m.icebreaker and m.seq = (select d.invite_seq from conversations d where d.id = $1)) and m.body ~ $5
      order by m.seq desc limit $8`,
    values: [
      conversationId,
      readerId,
      wanted.from,
      wanted.before,
      wanted.pattern,
      wanted.isCovered,
      wanted.clearSeq ?? 0,
      wanted.limit,
    ],
  })
  return rows
}

export interface InboxRow {
  conversation_id: string
  other_id: string
  last_seq: number
  last_at: Date
  unread: number
  read_seq: number
  other_read_seq: number
  sender_id: string
  body: string
  media: MediaKind | null
  sender_level: number
  withdrawn: boolean
  /** Null if it is not: true if moderators removed it, false if the member deleted it. */
  removed: boolean | null
  screen_name: string
  age: number
  last_active_at: Date | null
  sample: boolean | null
  verified: boolean
  photo_id: string | null
  open: boolean
  /** The last message is an invite, waiting or answered. */
  is_invite: boolean
  invited: boolean
}

const inboxSql = `
  select i.conversation_id, i.other_id, i.last_seq, i.last_at, i.unread, i.read_seq, i.other_read_seq, x.sender_id, x.body, x.media, x.sender_level,
    x.withdrawn_at is not null as withdrawn,
    (select h.by_moderator from hidden_messages h
      where h.conversation_id = x.conversation_id and h.seq = x.seq and h.member_id = i.member_id) as removed,
    shown_name(m.screen_name, m.locale) as screen_name, (m.age_stated + extract(year from age(m.age_stated_on)))::int as age, ${shownLastActive('m')} as last_active_at, m.sample, m.verified_at is not null as verified, p.id as photo_id,
    m.state = 'active' and ${notBlocked('i.member_id', 'i.other_id')} as open,
    x.icebreaker and exists (
      select from conversations d where d.id = i.conversation_id and d.invite_seq = x.seq) as is_invite,
    x.icebreaker and x.sender_id <> i.member_id and x.withdrawn_at is null and exists (
      select from conversations c where c.id = i.conversation_id and c.invite_seq = x.seq and ${inviteState('c')} = 'pending') as invited
  from (
    -- The page first: what is shown of a conversation is read of those on it alone.
    select member_id, conversation_id, other_id, last_seq, last_at, unread, read_seq, other_read_seq
    from inbox where member_id = $1 and last_at < $2 order by last_at desc limit ${pageLength}) i
  join messages x on x.conversation_id = i.conversation_id and x.seq = i.last_seq
  join members m on m.id = i.other_id
  ${defaultPhotoJoin('m')}
  order by i.last_at desc`

export async function inboxOf(pool: pg.Pool, memberId: string, before: Date): Promise<InboxRow[]> {
  const { rows } = await pool.query<InboxRow>({ name: 'inbox', text: inboxSql, values: [memberId, before] })
  return rows
}

export interface LikeRow {
  other_id: string
  liked_at: Date
  is_read: boolean
  screen_name: string
  age: number
  last_active_at: Date | null
  sample: boolean | null
  verified: boolean
  photo_id: string | null
}

const likesSql = `
  select n.actor_id as other_id, n.created_at as liked_at, n.read_at is not null as is_read,
    shown_name(m.screen_name, m.locale) as screen_name, (m.age_stated + extract(year from age(m.age_stated_on)))::int as age,
    ${shownLastActive('m')} as last_active_at, m.sample, m.verified_at is not null as verified, p.id as photo_id
  from notifications n
  join members m on m.id = n.actor_id and m.state = 'active'
  ${defaultPhotoJoin('m')}
  where n.member_id = $1 and n.kind = 'like' and n.created_at < $2
    and ${notBlocked('n.member_id', 'n.actor_id')}
    and not exists (select from inbox i where i.member_id = n.member_id and i.other_id = n.actor_id)
  order by n.created_at desc limit ${pageLength}`

/** Likes from members with whom there is no conversation yet, newest first. */
export async function likesWithoutConversation(pool: pg.Pool, memberId: string, before: Date): Promise<LikeRow[]> {
  const { rows } = await pool.query<LikeRow>({ name: 'likes of the list', text: likesSql, values: [memberId, before] })
  return rows
}

interface Side {
  readonly conversation_id: string
  readonly last_seq: number
  readonly read_seq: number
  readonly other_read_seq: number
}

/** The other member's name as the list shows it: none when they left, or one of the two blocked the other. */
export async function nameOf(pool: pg.Pool, memberId: string, otherId: string): Promise<string> {
  const { rows } = await pool.query<{ screen_name: string }>({
    name: 'name in conversation',
    text: `select shown_name(m.screen_name, m.locale) as screen_name from members m
      where m.id = $2 and m.state = 'active' and ${notBlocked('$1', 'm.id')}`,
    values: [memberId, otherId],
  })
  return maskContacts(rows[0]?.screen_name ?? '')
}

/** How far both have read, or undefined without a conversation. */
export async function sideOf(pool: pg.Pool, memberId: string, otherId: string): Promise<Side | undefined> {
  const { rows } = await pool.query<Side>({
    name: 'inbox side',
    text: 'select conversation_id, last_seq, read_seq, other_read_seq from inbox where member_id = $1 and other_id = $2',
    values: [memberId, otherId],
  })
  return rows[0]
}

/**
 * Marks messages up to `seq`, or the last one if that is less, as read. Returns how far the member has read now, and
 * whether the other may see it; undefined when nothing changed. Blurred messages count as read, which reveals no more
 * to the sender. Locks the row of the member with the lower id first, as storing a message does: both change the rows
 * of both sides, and that of an erased member is not there. Needs no count: writing marks as read, so everything after
 * the mark is the other's. Withdrawn messages were already subtracted.
 */
export async function markRead(
  pool: pg.Pool,
  memberId: string,
  otherId: string,
  seq: number,
): Promise<{ read_seq: number; notify_other: boolean } | undefined> {
  const { rows } = await pool.query<{ read_seq: number; notify_other: boolean }>({
    name: 'mark read',
    text: `with held as (
        select l.conversation_id as id from inbox l
        where l.member_id in ($1, $2) and l.conversation_id = (
          select i.conversation_id from inbox i where i.member_id = $1 and i.other_id = $2 and i.read_seq < least($3, i.last_seq))
        order by l.member_id limit 1 for no key update),
      mine as (
        update inbox i set read_seq = least($3, i.last_seq), unread = least(i.unread, i.last_seq - least($3, i.last_seq))
        from held where i.member_id = $1 and i.conversation_id = held.id and i.read_seq < least($3, i.last_seq)
        returning i.conversation_id, i.read_seq),
      theirs as (
        update inbox o set other_read_seq = mine.read_seq from mine
        where o.member_id = $2 and o.conversation_id = mine.conversation_id and o.other_read_seq < mine.read_seq
          and ${notBlocked('$1', '$2')}
        returning o.member_id)
      select read_seq, exists (select from theirs) as notify_other from mine`,
    values: [memberId, otherId, seq],
  })
  return rows[0]
}
