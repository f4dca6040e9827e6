import { createHmac } from 'node:crypto'
import { decimal } from '@incontro/contract'
import type { PostbackEvent } from '@incontro/contract/admin/campaign-words'
import { filled } from '#modules/brands/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { uuidOf } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { OutboundReply } from '#platform/outbound.ts'
import type { PostbackDeps } from './deps.ts'
import { jobKey } from './plan.ts'
import { signingKeys, targetsOf } from './targets.ts'

export interface DeliveryKey {
  readonly brandId: string
  readonly postback: string
  readonly eventKey: string
}

export interface Facts {
  readonly clickid: string
  readonly source: string
  readonly campid: string
  readonly flow: string
  readonly country: string
  readonly at: string
  readonly amountMinor: number | null
  readonly currency: string | null
}

/** How a delivery ends, or in how many milliseconds it is tried again. */
export type Outcome =
  | { readonly state: 'delivered' | 'failed' | 'withheld'; readonly status: number | null; readonly why: string | null }
  | { readonly state: 'waiting'; readonly status: number | null; readonly why: string; readonly afterMs: number }

const minute = 60_000
/** After each failure; then it is given up. */
const retryAfterMs = [1, 5, 30, 120, 720, 1440].map((minutes) => minutes * minute)
const longestPauseMs = 1440 * minute

/**
 * Calls an affiliate's tracker about an event, unless the member has withdrawn their consent. A process that dies after
 * the call makes it again: the event's id is the same.
 */
export async function sendPostback(deps: PostbackDeps, key: DeliveryKey): Promise<void> {
  const row = await deps.db
    .selectFrom('postback_deliveries')
    .select(['event', 'facts', 'tries', 'member_id', 'state'])
    .where('brand_id', '=', key.brandId)
    .where('postback', '=', key.postback)
    .where('event_key', '=', key.eventKey)
    .executeTakeFirst()
  if (row?.state !== 'waiting') return
  const targets = await targetsOf(deps, deps.db, key.brandId)
  const target = targets.find((one) => one.key === key.postback && one.event === row.event)
  if (!target) return finish(deps, key, withheld('this postback was removed'))
  if (!(await allowsAnalytics(deps.db, row.member_id))) return finish(deps, key, withheld('no consent to measurement'))
  const secrets = await signingKeys(deps, deps.db, { brandId: key.brandId, target, at: deps.clock() })
  if (secrets.length === 0)
    return finish(deps, key, { state: 'failed', status: null, why: 'there is no key to sign with' })
  const url = addressOf(target.url, {
    event: target.event,
    eventId: eventIdOf(key),
    facts: row.facts as unknown as Facts,
  })
  await finish(deps, key, outcomeOf(await callTracker(deps, url, secrets), row.tries))
}

/** A call as a tracker gets it, signed with each key that counts: the affiliate may know either. */
export function callTracker(
  { outbound, clock }: Pick<PostbackDeps, 'outbound' | 'clock'>,
  url: string,
  secrets: readonly string[],
): Promise<OutboundReply> {
  const sentAt = String(Math.floor(clock().getTime() / 1000))
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${sentAt}.GET ${url}`).digest('hex')}`,
  )
  return outbound.call({
    method: 'GET',
    url,
    headers: { 'x-postback-signature': [`t=${sentAt}`, ...signatures].join(','), 'user-agent': 'Incontro' },
  })
}

/** By what an affiliate knows an event: the same however often it is called. It names no member. */
export const eventIdOf = ({ brandId, postback, eventKey }: DeliveryKey): string =>
  uuidOf(`${brandId} ${postback} ${eventKey}`)

const withheld = (why: string): Outcome => ({ state: 'withheld', status: null, why })

/** The address that is called about an event. */
export function addressOf(
  template: string,
  { event, eventId, facts }: { readonly event: PostbackEvent; readonly eventId: string; readonly facts: Facts },
): string {
  const { amountMinor, currency, at, ...rest } = facts
  return filled(template, {
    ...rest,
    event,
    event_id: eventId,
    amount: amountMinor === null || currency === null ? '' : decimal(amountMinor, currency),
    currency: currency ?? '',
    time: new Date(at).toISOString(),
  })
}

const refusedBecause = { url: 'the address is not one that is called', address: 'the address is not public' } as const

/** What an answer means, after so many tries before it. */
export function outcomeOf(reply: OutboundReply, tries: number): Outcome {
  if (reply.kind === 'refused') return { state: 'failed', status: null, why: refusedBecause[reply.why] }
  if (reply.kind === 'failed') return again(null, reply.why, tries, 0)
  const { status, headers } = reply
  if (status >= 200 && status < 300) return { state: 'delivered', status, why: null }
  if (status >= 300 && status < 400) return { state: 'failed', status, why: 'it redirects, which is not followed' }
  const isPassing = status >= 500 || status === 408 || status === 425 || status === 429
  if (!isPassing) return { state: 'failed', status, why: 'it refuses' }
  return again(status, 'it asks to try later', tries, Number(headers['retry-after']) * 1000 || 0)
}

function again(status: number | null, why: string, tries: number, askedMs: number): Outcome {
  const after = retryAfterMs[tries]
  if (after === undefined) return { state: 'failed', status, why }
  return { state: 'waiting', status, why, afterMs: Math.max(after, Math.min(askedMs, longestPauseMs)) }
}

async function finish(deps: PostbackDeps, key: DeliveryKey, outcome: Outcome): Promise<void> {
  const { brandId, postback, eventKey } = key
  const now = deps.clock()
  const { state, status, why } = outcome
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('postback_deliveries')
      .set((set) => ({
        state,
        status,
        why,
        tries: state === 'withheld' ? set.ref('tries') : set('tries', '+', 1),
        next_at: outcome.state === 'waiting' ? new Date(now.getTime() + outcome.afterMs) : null,
        // What identifies the member is no longer needed.
        ...(state !== 'waiting' && { ended_at: now, facts: '{}' }),
      }))
      .where('brand_id', '=', brandId)
      .where('postback', '=', postback)
      .where('event_key', '=', eventKey)
      .where('state', '=', 'waiting')
      .execute()
    if (outcome.state === 'waiting')
      await addJob(tx, 'affiliates.send_postback', key, {
        key: jobKey(brandId, postback, eventKey),
        runAt: new Date(now.getTime() + outcome.afterMs),
      })
  })
  if (state === 'failed') deps.log.warn({ ...key, status, why }, 'a postback was given up')
}

async function allowsAnalytics(executor: Executor, memberId: string | null): Promise<boolean> {
  if (memberId === null) return false
  const consent = await executor
    .selectFrom('consents')
    .select('granted')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'analytics')
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return consent?.granted === true
}

/** The latest deliveries of a brand, newest first; 200 at most. */
export const latestPostbacks = (executor: Executor, brandId: string, state: string | undefined) =>
  executor
    .selectFrom('postback_deliveries')
    .select([
      'postback',
      'event',
      'event_key as eventKey',
      'state',
      'tries',
      'status',
      'why',
      'created_at as createdAt',
    ])
    .where('brand_id', '=', brandId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()
