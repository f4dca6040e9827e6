import type { Locale } from '@incontro/contract'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import type { Log } from '#platform/process/log.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Outbound, OutboundReply } from '#platform/outbound.ts'
import type { Brands } from '#modules/brands/index.ts'
import { type AgainDeps, askAgain } from '../../rules/ask-again.ts'
import type { DueNotice, QueuedNotice } from '../../rules/channel.ts'
import { endedReason, finishDelivery } from '../finish-delivery.ts'
import { type Device, devicesOf, noteSent, removeDevice } from './devices.ts'
import { pushKeysOf } from './keys.ts'
import { mostPayloadBytes, mostUnreadNamed, payloadOf, tagOf, topicOf } from './payload.ts'
import { pushServiceOf } from './push-service.ts'

export interface PushDeps {
  readonly db: Database
  readonly brands: Pick<Brands, 'byKey'>
  readonly outbound: Outbound
  readonly pushKeys: Keys
  readonly log: Log
  readonly clock: () => Date
}

export interface PushJob {
  readonly memberId: string
  readonly id: string
  /** Those that are left; all of the member's at first. */
  readonly devices?: readonly string[]
  readonly tries?: number
  /** What it announces; none for a test. */
  readonly notice?: QueuedNotice
}

interface Delivery {
  readonly event: DueNotice['event']
  readonly other_id: string | null
  readonly created_at: Date
  readonly brand_id: string
  readonly locale: Locale
  readonly is_active: boolean
  readonly discreet: boolean
  readonly other_name: string | null
  readonly unread: number
  readonly unread_from: readonly string[]
}

/** Seconds for which a push service keeps what it cannot deliver: a day later it says nothing new. */
const ttlSeconds = 86_400
const mostTries = 8
const longestPauseMs = 3_600_000

/**
 * Sends a notification to a member's devices. Those that their push service does not know any more have ended; the
 * others that did not take it are tried again. Sent twice, after a crash, it is shown once: `Topic` and tag replace the
 * first.
 */
export async function sendPush(deps: PushDeps & AgainDeps, job: PushJob): Promise<void> {
  const { db, clock } = deps
  const delivery = await read(deps, job)
  const brand = delivery && deps.brands.byKey(delivery.brand_id)
  if (!delivery || !brand) return
  if (!delivery.is_active) return finishDelivery(deps, job, 'withheld', 'the account is closed')
  if (clock().getTime() - delivery.created_at.getTime() > ttlSeconds * 1000)
    return finishDelivery(deps, job, 'failed', 'too old')
  const all = await devicesOf(db, deps.pushKeys, job.memberId, clock())
  const devices = job.devices ? all.filter(({ id }) => job.devices?.includes(id)) : all
  if (devices.length === 0) return finishDelivery(deps, job, 'withheld', 'no device')
  const again = await askAgain(deps, 'push', job.memberId, job.notice)
  if (again.kind === 'drop') return finishDelivery(deps, job, 'withheld', again.reason)
  if (again.kind === 'wait') return addJob(db, 'outreach.push', job, { key: `push ${job.id}`, runAt: again.until })

  const { event, other_id: otherId, locale, discreet } = delivery
  const { other_name: otherName, unread, unread_from: unreadFrom } = delivery
  const payload = payloadOf({ event, title: brand.title, locale, otherId, otherName, unread, unreadFrom, discreet })
  const keys = await pushKeysOf(db, deps.pushKeys, { brandId: delivery.brand_id, at: clock() })
  const request = await requestsOf({
    payload: JSON.stringify(payload),
    topic: topicOf(job.memberId, tagOf({ event, otherId })),
    urgency: event === 'visit' || event === 'news' ? 'low' : event === 'like' ? 'normal' : 'high',
    vapid: { subject: `mailto:${brand.support.email}`, ...keys },
  })
  const outcomes = await Promise.all(
    devices.map(async (device) => ({ device, outcome: outcomeOf(await call(deps, request, device)) })),
  )
  await settle(deps, job, outcomes)
}

async function call(
  deps: PushDeps,
  request: ReturnType<typeof requestsOf> extends Promise<infer R> ? R : never,
  device: Device,
): Promise<OutboundReply> {
  const { endpoint, headers, body } = request(device)
  return deps.outbound.call({ method: 'POST', url: endpoint, headers, body, service: pushServiceOf(endpoint) })
}

/** The encrypted request for each device. The library is loaded with the first. */
async function requestsOf(input: {
  readonly payload: string
  readonly topic: string
  readonly urgency: 'low' | 'normal' | 'high'
  readonly vapid: { readonly subject: string; readonly publicKey: string; readonly privateKey: string }
}) {
  if (Buffer.byteLength(input.payload) > mostPayloadBytes) throw new Error('a notification is too long')
  const { default: webPush } = await import('web-push')
  return ({ endpoint, p256dh, auth }: Device) => {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, input.payload, {
      vapidDetails: input.vapid,
      contentEncoding: 'aes128gcm',
      TTL: ttlSeconds,
      topic: input.topic,
      urgency: input.urgency,
    })
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
    return { endpoint, headers: Object.fromEntries(texts.filter(([name]) => name !== 'Content-Length')), body }
  }
}

type Outcome = { readonly kind: 'sent' | 'ended' | 'failed' } | { readonly kind: 'later'; readonly afterMs: number }

/** What an answer means (RFC 8030). 403: subscribed with other keys, so it takes nothing from us any more. */
function outcomeOf(reply: OutboundReply): Outcome {
  if (reply.kind === 'refused') return { kind: 'ended' }
  if (reply.kind === 'failed') return { kind: 'later', afterMs: 0 }
  const { status, headers } = reply
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410 || status === 403) return { kind: 'ended' }
  if (status === 429 || status >= 500) return { kind: 'later', afterMs: retryAfterMs(headers['retry-after']) }
  // Among them 413: it will not be shorter.
  return { kind: 'failed' }
}

/** In seconds; a date is not worth reading, as we wait anyway. */
const retryAfterMs = (value: string | undefined): number =>
  value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : 0

async function settle(
  deps: PushDeps,
  job: PushJob,
  outcomes: readonly { readonly device: Device; readonly outcome: Outcome }[],
): Promise<void> {
  const { db, clock } = deps
  const of = (kind: Outcome['kind']): string[] =>
    outcomes.filter(({ outcome }) => outcome.kind === kind).map(({ device }) => device.id)
  for (const id of of('ended')) await removeDevice(db, job.memberId, id)
  const sent = of('sent')
  if (sent.length > 0) {
    await noteSent(db, job.memberId, sent, clock())
    await finishDelivery(deps, job, 'sent', null)
  }
  const later = outcomes.flatMap(({ outcome }) => (outcome.kind === 'later' ? [outcome.afterMs] : []))
  const tries = (job.tries ?? 0) + 1
  if (later.length > 0 && tries < mostTries) {
    const pause = Math.min(Math.max(15_000 * 2 ** tries, ...later), longestPauseMs)
    const next: PushJob = { ...job, devices: of('later'), tries }
    return addJob(db, 'outreach.push', next, { key: `push ${job.id}`, runAt: new Date(clock().getTime() + pause) })
  }
  if (sent.length > 0) return
  const ended = of('ended').length === outcomes.length
  await finishDelivery(deps, job, 'failed', ended ? endedReason.unsubscribed : 'the push service did not take it')
}

async function read({ db }: PushDeps, { memberId, id, tries = 0 }: PushJob): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    select d.event, d.other_id, d.created_at, m.brand_id, m.locale, m.state = 'active' as is_active,
      coalesce(s.discreet, false) as discreet, shown_name(o.screen_name, o.locale) as other_name,
      (select coalesce(sum(i.unread), 0)::integer from inbox i where i.member_id = m.id)
        + (select coalesce(sum(y.last_seq - y.read_seq), 0)::integer from system_inbox y where y.member_id = m.id) as unread,
      array(select i.other_id::text from inbox i where i.member_id = m.id and i.unread > 0
        order by i.last_at desc limit ${mostUnreadNamed + 1}) as unread_from
    from deliveries d join members m on m.id = d.member_id
    left join notification_settings s on s.member_id = m.id left join members o on o.id = d.other_id
    where d.member_id = ${memberId} and d.id = ${id} and (d.state = 'queued' or ${tries > 0})`.execute(db)
  return rows[0]
}
