import type { NoticeChannel, NoticeEvent } from '@incontro/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Executor } from '#platform/database/database.ts'
import { jobAdded } from '#platform/jobs/jobs.ts'
import type { OutboxEvent } from '#platform/jobs/outbox.ts'
import { isConnected } from '../channels/connected.ts'
import { noticeChannelsOf, ruleOf } from './table.ts'

export interface PlanDeps {
  readonly db: Database
  readonly clock: () => Date
}

/** Key of a notice. */
export interface NoticeKey {
  readonly memberId: string
  /** Of what is in a conversation always `message`: whether it is the first, or an invite, is seen when it is due. */
  readonly event: NoticeEvent
  readonly about: string
}

interface MessageSent {
  readonly conversationId: string
  readonly recipientId: string
  readonly seq: number
}
interface ActedOn {
  readonly memberId: string
  readonly otherId: string
}

/**
 * Plans the notice of an outbox event: one row and one job, which decides when it is due. The same event again changes
 * nothing. Does not check whether a message has been read: with two writing in turn, every message would plan a job.
 */
export async function planNotice(deps: PlanDeps, { topic, payload }: OutboxEvent): Promise<void> {
  if (topic === 'message') return planMessage(deps, payload as MessageSent)
  if (topic === 'like') return planLike(deps, payload as ActedOn)
  if (topic === 'visit') return planActivity(deps, 'visit', payload as ActedOn)
}

/** About a message: unless a notice about its conversation is planned, or one that was sent has not been opened. */
async function planMessage({ db, clock }: PlanDeps, message: MessageSent): Promise<void> {
  const { conversationId, recipientId: memberId, seq } = message
  const now = clock()
  await withJob(sql`
    insert into notices as n (member_id, event, about, seq, planned, waiting, happened_at, due_at)
    select i.member_id, 'message', i.conversation_id, ${seq}, true, w.waiting, ${now}, w.due_at
    from inbox i cross join lateral (${waitingChannels('message', sql`i.member_id`, now)}) w
    where i.member_id = ${memberId} and i.conversation_id = ${conversationId} and w.waiting is not null
    on conflict (member_id, event, about) do update set seq = excluded.seq, planned = true, held = false,
      waiting = excluded.waiting, happened_at = excluded.happened_at, due_at = excluded.due_at
      where not n.planned and n.seq <= (
        select read_seq from inbox where member_id = ${memberId} and conversation_id = ${conversationId})`).execute(db)
}

/** A like for a like is a match, for the one who liked first. */
async function planLike(deps: PlanDeps, { memberId, otherId }: ActedOn): Promise<void> {
  const liked = await deps.db
    .selectFrom('reactions')
    .select('kind')
    .where('member_id', '=', otherId)
    .where('other_id', '=', memberId)
    .where('kind', '=', 'like')
    .executeTakeFirst()
  return planActivity(deps, liked ? 'match' : 'like', { memberId, otherId })
}

/** @param about who did something, and to whom */
async function planActivity(
  { db, clock }: PlanDeps,
  event: 'like' | 'match' | 'visit',
  { memberId: actorId, otherId: memberId }: ActedOn,
): Promise<void> {
  const now = clock()
  const kind = event === 'visit' ? 'visit' : 'like'
  await withJob(sql`
    insert into notices (member_id, event, about, planned, waiting, happened_at, due_at)
    select t.member_id, ${event}, t.id, true, w.waiting, ${now}, w.due_at
    from notifications t cross join lateral (${waitingChannels(event, sql`t.member_id`, now)}) w
    where t.member_id = ${memberId} and t.kind = ${kind} and t.actor_id = ${actorId} and w.waiting is not null
    on conflict do nothing`).execute(db)
}

/** Plans the other channels of an event whose mail is queued in the same transaction, or could not be. */
export async function planBesideMail(
  tx: Executor,
  { memberId, event, about, at }: NoticeKey & { readonly at: Date },
): Promise<void> {
  await withJob(sql`
    insert into notices (member_id, event, about, planned, waiting, happened_at, due_at)
    select m.id, ${event}, ${about}, true, w.waiting, ${at}, w.due_at
    from members m cross join lateral (${waitingChannels(event, sql`m.id`, at)}) w
    where m.id = ${memberId} and w.waiting is not null
    on conflict do nothing`).execute(tx)
}

/** The channels that a member has and wants for an event, and when the first of them is due; null without any. */
const waitingChannels = (event: NoticeEvent, memberId: RawBuilder<unknown>, now: Date) => {
  const rows = noticeChannelsOf(event).map((channel) => {
    const due = new Date(now.getTime() + (ruleOf(event, channel)?.delayMs ?? 0))
    return sql`select ${channel}::text as channel, ${due}::timestamptz as due_at
      where ${isConnected[channel](memberId)} and ${isChosen(event, channel, memberId)}`
  })
  return sql`select array_agg(c.channel order by c.channel) as waiting, min(c.due_at) as due_at
    from (${sql.join(rows, sql` union all `)}) c`
}

/** What a conversation may hold is only known when it is due. */
function isChosen(event: NoticeEvent, channel: NoticeChannel, memberId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (event === 'message') return sql`true`
  return sql`coalesce((select k.enabled from notification_choices k where k.member_id = ${memberId}
    and k.event = ${event} and k.channel = ${channel}), ${ruleOf(event, channel)?.isOn ?? false}::boolean)`
}

/** A statement that plans or changes a notice, with the job that looks at it, by default when the notice says. */
export const withJob = (changed: RawBuilder<unknown>, runAt: Date | RawBuilder<unknown> = sql`due_at`) => sql`
  with n as (${changed} returning member_id, event, about, due_at)
  select ${jobAdded(
    'outreach.notice',
    { sql: sql`json_build_object('memberId', member_id, 'event', event, 'about', about)` },
    { runAt, key: sql`concat_ws(' ', 'notice', member_id, event, about)` },
  )} from n`
