import type { adminRoutes, PostbackEvent, PostbackTest } from '@incontro/contract/admin'
import { templateFault, withoutValues } from '#modules/brands/index.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import { secretsOf } from '../keys.ts'
import { beginPlanning } from '../postbacks/plan.ts'
import { addressOf, callTracker, outcomeOf } from '../postbacks/send.ts'
import { affiliateAt, lockAffiliate } from './affiliates.ts'
import { type AffiliateDeskDeps, auditedBy, authorOf, changedMeanwhile } from './deps.ts'

/** Where a postback may lead: the rules of the file, and an address that may be called at all. @throws Failure 400 */
function requireAddress({ outbound }: AffiliateDeskDeps, address: string): void {
  const refused = (message: string): Failure => new Failure(400, 'bad_address', { field: 'address', message })
  const called = outbound.faultOf(withoutValues(address))
  const fault = templateFault(address, { allowsHttp: called === undefined })
  if (fault !== undefined) throw refused(`The address ${fault}`)
  if (called !== undefined) throw refused('This address is not public, or not one that is called')
}

/**
 * Sets, changes or removes the address that is called for an event, over the one that was read.
 * @throws Failure 400 `bad_address`, 404, 409 `postback_changed`
 */
export async function setPostback(
  deps: AffiliateDeskDeps,
  call: Call<typeof adminRoutes.setAffiliatePostback>,
): Promise<void> {
  const { address, reason } = call.body
  const { event } = call.params
  const at = deps.clock()
  if (address !== null) requireAddress(deps, address)
  const newer = await deps.db.transaction().execute(async (tx) => {
    const row = await lockAffiliate(tx, call)
    const { brand_id: brandId, id: affiliateId } = row
    const key = { brand_id: brandId, affiliate_id: affiliateId, event }
    const before = await tx
      .selectFrom('affiliate_postbacks')
      .select(['url', 'since', 'changed_by'])
      .where((where) => where.and(key))
      .executeTakeFirst()
    // Sent again after a lost answer, it is done.
    if ((before?.url ?? null) === address) return undefined
    if ((before?.url ?? null) !== call.body.before) return { by: before?.changed_by }
    await tx
      .deleteFrom('affiliate_postbacks')
      .where((where) => where.and(key))
      .execute()
    if (address !== null) {
      await tx
        .insertInto('affiliate_postbacks')
        .values({
          ...key,
          url: address,
          since: before?.since ?? at,
          changed_by: authorOf(call),
          changed_at: at,
        })
        .execute()
      await beginPlanning(tx, brandId, event, at)
    }
    await deps.record(tx, {
      ...auditedBy(call),
      action: 'affiliate_postback_set',
      subject: { kind: 'affiliate', id: affiliateId },
      reason,
      detail: { name: row.name, event, before: before?.url ?? null, after: address },
    })
    return undefined
  })
  if (newer) throw await changedMeanwhile(deps, 'postback_changed', newer.by)
}

/** @throws Failure 400 `bad_address`, 404 */
export async function previewPostback(
  deps: AffiliateDeskDeps,
  call: Call<typeof adminRoutes.previewAffiliatePostback>,
): Promise<{ address: string }> {
  const { source } = await affiliateAt(deps.db, call)
  requireAddress(deps, call.body.address)
  return { address: sampleAddress(deps, call.body.address, call.params.event, source) }
}

/**
 * What a call would say of someone who came by this source; it is recognised as a test by the click and the campaign.
 */
function sampleAddress({ clock }: AffiliateDeskDeps, template: string, event: PostbackEvent, source: string): string {
  const hasAmount = event !== 'lead'
  return addressOf(template, {
    event,
    eventId: newId(),
    facts: {
      clickid: 'test',
      source,
      campid: 'test',
      flow: '7',
      country: 'IT',
      at: clock().toISOString(),
      amountMinor: hasAmount ? 2490 : null,
      currency: hasAmount ? 'EUR' : null,
    },
  })
}

const mostTestsAnHour = 60

/**
 * Calls the stored address, so that no other is called by this.
 * @throws Failure 404 for an event without an address, 409 `no_key`, 429
 */
export async function testPostback(
  deps: AffiliateDeskDeps,
  call: Call<typeof adminRoutes.testAffiliatePostback>,
): Promise<PostbackTest> {
  const { db, clock } = deps
  const row = await affiliateAt(db, call)
  const { brand_id: brandId, id: affiliateId } = row
  const { event } = call.params
  const stored = await db
    .selectFrom('affiliate_postbacks')
    .select('url')
    .where('brand_id', '=', brandId)
    .where('affiliate_id', '=', affiliateId)
    .where('event', '=', event)
    .executeTakeFirst()
  if (!stored || row.ended_at !== null) throw notFound()
  const secrets = await secretsOf(db, deps.keys, { brandId, affiliateId, at: clock() })
  if (secrets.length === 0) throw new Failure(409, 'no_key', { message: 'Calls are signed: make a key first' })
  if ((await countAttempt(db, `postback tests ${call.staff.staffId}`, clock())) > mostTestsAnHour)
    throw new Failure(429, 'too_many', { message: 'Too many tests: wait an hour' })
  await db.transaction().execute((tx) =>
    deps.record(tx, {
      ...auditedBy(call),
      action: 'affiliate_postback_tested',
      subject: { kind: 'affiliate', id: affiliateId },
      detail: { name: row.name, event },
    }),
  )
  const address = sampleAddress(deps, stored.url, event, row.source)
  const { state, status, why } = outcomeOf(await callTracker(deps, address, secrets), 0)
  return { state: state === 'withheld' ? 'failed' : state, status, why, address }
}
