import { sql } from 'kysely'
import { normaliseEmail } from '@incontro/contract'
import { hasContact } from '@incontro/contract/contacts'
import { scamOf } from '#modules/chat/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { keyedHashes, type Keys } from '#platform/ids.ts'
import { type Shape, shapeOf } from './alike.ts'

const day = 86_400_000
/** How far back reports, devices and decisions count, in days. */
export const reportDays = 30
export const decisionDays = 365
/** Most first messages of a member that are looked at, the latest. */
const mostMessages = 200

interface FirstMessage {
  readonly at: number
  readonly shape: Shape
  readonly hasLink: boolean
  readonly isAboutMoney: boolean
}

/** What is known of a member, with when it happened, so that it can be counted at any time of the last month. */
export interface Facts {
  readonly createdAt: number
  /** Messages that began a conversation, oldest first. Answers are none, however many they are. */
  readonly firstMessages: readonly FirstMessage[]
  /** `by` is the same for the same author; `until`: when it was dismissed. */
  readonly reports: readonly { readonly at: number; readonly by: string; readonly until: number }[]
  /** `until`: when it was lifted because it was wrong. */
  readonly decisions: readonly { readonly at: number; readonly until: number }[]
  /** Other accounts that were set up with the same device signal. Networks are no signal: they link families and offices. */
  readonly devices: readonly { readonly at: number; readonly other: string }[]
  /** Other accounts for which the processor gave the same card. */
  readonly cards: readonly { readonly at: number; readonly other: string }[]
}

type Building = { -readonly [Key in keyof Facts]: Facts[Key] extends readonly (infer One)[] ? One[] : Facts[Key] }

/** @param from first messages before this are left out */
export async function factsOf(
  executor: Executor,
  {
    brandId,
    memberIds,
    from,
    signalKeys,
  }: {
    readonly brandId: string
    readonly memberIds: readonly string[]
    readonly from: Date
    readonly signalKeys: Keys
  },
): Promise<ReadonlyMap<string, Facts>> {
  const found = new Map<string, Building>()
  const members = await sql<{ id: string; email: string; at: Date }>`
    select id, email, created_at as at from members where id = any(${memberIds}::uuid[]) and brand_id = ${brandId}`.execute(
    executor,
  )
  for (const { id, at } of members.rows)
    found.set(id, {
      createdAt: at.getTime(),
      firstMessages: [],
      reports: [],
      decisions: [],
      devices: [],
      cards: [],
    })
  const ids = [...found.keys()]
  if (ids.length === 0) return found
  const messages = await sql<{ id: string; at: Date; body: string }>`
    select w.id, m.created_at as at, case when m.media is null and m.withdrawn_at is null then m.body else '' end as body
    from unnest(${ids}::uuid[]) as w (id) cross join lateral (
      select f.created_at, f.body, f.media, f.withdrawn_at from (
        select c.id from conversations c where c.low_id = w.id and c.created_at >= ${from}
        union all select c.id from conversations c where c.high_id = w.id and c.created_at >= ${from}) c
      cross join lateral (select created_at, body, media, withdrawn_at, sender_id from messages f
        where f.conversation_id = c.id and f.icebreaker order by f.seq limit 1) f
      where f.sender_id = w.id order by f.created_at desc limit ${sql.lit(mostMessages)}) m
    order by m.created_at`.execute(executor)
  for (const { id, at, body } of messages.rows)
    found.get(id)?.firstMessages.push({
      at: at.getTime(),
      shape: shapeOf(body),
      hasLink: hasContact(body),
      isAboutMoney: scamOf(body) !== null,
    })
  const reports = await sql<{ id: string; at: Date; by: string; until: Date | null }>`
    select r.reported_id as id, r.created_at as at, coalesce(r.reporter_id::text, encode(r.notifier_hash, 'hex'), r.id::text) as by,
      case when r.state = 'dismissed' then r.decided_at end as until
    from reports r where r.reported_id = any(${ids}::uuid[])
      and r.created_at >= ${from}::timestamptz - make_interval(days => ${sql.lit(reportDays)})
    order by r.created_at limit 20000`.execute(executor)
  for (const { id, at, by, until } of reports.rows)
    found.get(id)?.reports.push({ at: at.getTime(), by, until: until?.getTime() ?? Infinity })
  const decisions = await sql<{ id: string; at: Date; until: Date | null }>`
    select member_id as id, from_at as at, case when lifted_by <> 'rule' then lifted_at end as until
    from restrictions where member_id = any(${ids}::uuid[])
      and from_at >= ${from}::timestamptz - make_interval(days => ${sql.lit(decisionDays)})
    order by from_at limit 20000`.execute(executor)
  for (const { id, at, until } of decisions.rows)
    found.get(id)?.decisions.push({ at: at.getTime(), until: until?.getTime() ?? Infinity })
  const hashes = members.rows.flatMap(({ id, email }) =>
    keyedHashes(signalKeys, normaliseEmail(email)).map((hash) => [id, hash] as const),
  )
  const devices = await sql<{ id: string; at: Date; other: string }>`
    select w.id, max(o.seen_at) as at, encode(o.email_hash, 'hex') as other
    from unnest(${hashes.map(([id]) => id)}::uuid[], ${hashes.map(([, hash]) => hash)}::bytea[]) as w (id, hash)
      join signup_devices s on s.email_hash = w.hash and s.brand_id = ${brandId}
      join signup_devices o on o.brand_id = s.brand_id and o.signal_hash = s.signal_hash and o.email_hash <> s.email_hash
    group by w.id, o.email_hash limit 20000`.execute(executor)
  for (const { id, at, other } of devices.rows) found.get(id)?.devices.push({ at: at.getTime(), other })
  const cards = await sql<{ id: string; at: Date; other: string }>`
    select t.member_id as id, max(greatest(t.created_at, o.created_at)) as at, o.member_id as other
    from card_tokens t
      cross join lateral (select o.member_id, o.created_at from card_tokens o
        join members m on m.id = o.member_id and m.brand_id = ${brandId}
        where o.token = t.token and o.connection = t.connection and o.member_id <> t.member_id limit 100) o
    where t.member_id = any(${ids}::uuid[]) group by t.member_id, o.member_id limit 20000`.execute(executor)
  for (const { id, at, other } of cards.rows) found.get(id)?.cards.push({ at: at.getTime(), other })
  return found
}

/** First messages that matter at a time: those of the day before. */
export const since = (at: Date, days = 1): Date => new Date(at.getTime() - days * day)
