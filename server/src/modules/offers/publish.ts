import { type adminRoutes, isAllowed, type PermissionId } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { AuditInput } from '#modules/audit/index.ts'
import { lockPrices, notePrices } from '#modules/flows/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { requireFaultless } from './change.ts'
import { digestOf } from './content.ts'
import type { OfferDeps } from './deps.ts'
import { faultsOf, fileFaults, flowsWith, publishedOf } from './kinds.ts'
import {
  audited,
  authorOf,
  change,
  idOf,
  idOfRow,
  liveRow,
  lockBrand,
  type OfferId,
  openRow,
  publishedRow,
  requireDigest,
  requireOpen,
  requireState,
  staffIn,
  unapproved,
  type VersionRow,
} from './version-row.ts'

const yearMs = 366 * 86_400_000

/**
 * Publishes what was approved, or plans it.
 * @throws Failure 404, 409 `offer_changed`, `offer_over`, `offer_faulty`, `offer_unapproved`, `offer_time`
 */
export async function publishOffer(deps: OfferDeps, call: Call<typeof adminRoutes.publishOffer>): Promise<void> {
  const id = idOf(call)
  const { digest, reason } = call.body
  const at = call.body.at === null ? null : new Date(call.body.at)
  const by = authorOf(call)
  const now = deps.clock()
  if (at !== null && (at <= now || at.getTime() > now.getTime() + yearMs))
    throw new Failure(409, 'offer_time', { field: 'at', message: 'Choose a time within the next twelve months' })
  // The roles are in another database than the brand: they are read before its rows are locked.
  const approver = (await openRow(deps.db, id))?.approved_by ?? null
  const stillMay = await mayStill(deps, id.brandId, approver, 'approveOffers')
  await deps.db.transaction().execute(async (tx) => {
    await lockBrand(tx, id.brandId)
    const row = await requireOpen(tx, id)
    requireState(row, ['approved'])
    requireDigest(row, digest)
    if (!stillMay || row.approved_by !== approver)
      throw new Failure(409, 'offer_unapproved', { message: 'Who approved it may not do so any more' })
    const said = { ...audited(call, row.version), reason }
    if (at === null) {
      await goLive(deps, tx, row, by)
      await deps.record(tx, { ...said, action: 'offer_published', detail: { ...said.detail, digest } })
    } else {
      await change(tx, row, { publish_at: at, planned_by: by })
      await deps.record(tx, {
        ...said,
        action: 'offer_planned',
        detail: { ...said.detail, digest, startsAt: at.toISOString() },
      })
    }
  })
  if (at === null) await deps.published(id.brandId)
}

/** Whether a person still has the permission; false for one who has left. */
async function mayStill(
  deps: OfferDeps,
  brandId: string,
  author: string | null,
  permission: PermissionId,
): Promise<boolean> {
  const staffId = staffIn(author)
  return staffId !== undefined && isAllowed(permission, await deps.rolesAt(staffId, brandId))
}

/**
 * Sets a version live and notes its prices, under the lock of the brand.
 * @throws Failure 409 `offer_faulty` where it does not fit what counts now
 */
async function goLive(deps: OfferDeps, tx: Tx, row: VersionRow, by: string): Promise<void> {
  const offer = idOfRow(row)
  await lockPrices(tx)
  requireFaultless(faultsOf(deps, offer, row.content, await publishedOf(tx, offer.brandId)))
  // The routes do not let this happen: what a person approved is what is published, even if the row was changed past them.
  if (!row.approved_digest?.equals(digestOf(row.content)))
    throw new Failure(409, 'offer_changed', { message: 'The draft differs from what was approved' })
  const live = await liveRow(tx, offer)
  if (live) await change(tx, live, { state: 'past' })
  await change(tx, row, {
    state: 'live',
    published_at: deps.clock(),
    published_by: by,
    publish_at: null,
    planned_by: null,
    replaces: live?.version ?? null,
  })
  await noteItsPrices(deps, tx, offer)
}

/** From this moment on, the 30 days before a reduction are counted from the new prices. */
async function noteItsPrices(deps: OfferDeps, tx: Tx, { brandId, kind, key }: OfferId): Promise<void> {
  if (kind !== 'flow') return
  const published = await publishedOf(tx, brandId)
  const flows = deps.flows.withFiles(brandId, flowsWith(published, '', undefined))
  await notePrices(tx, [flows.of(key)], deps.clock())
}

/**
 * The version before the live one counts again at once, or the file: it was approved then. Rolled back once more, what
 * was rolled back is live again.
 * @throws Failure 404, 409 `offer_over`, `offer_faulty`
 */
export async function rollBackOffer(deps: OfferDeps, call: Call<typeof adminRoutes.rollBackOffer>): Promise<void> {
  const id = idOf(call)
  const { version, reason } = call.body
  await deps.db.transaction().execute(async (tx) => {
    await lockBrand(tx, id.brandId)
    const live = await liveRow(tx, id)
    if (live?.version !== version)
      throw new Failure(409, 'offer_over', { message: 'Another version is live meanwhile' })
    const said = audited(call, version)
    if (live.replaces === null) {
      await lockPrices(tx)
      requireFaultless(fileFaults(deps, id, await publishedOf(tx, id.brandId)))
      await change(tx, live, { state: 'past' })
      await noteItsPrices(deps, tx, id)
    } else {
      const before = await publishedRow(tx, id, live.replaces)
      await goLive(deps, tx, before, authorOf(call))
    }
    await deps.record(tx, {
      ...said,
      action: 'offer_rolled_back',
      reason,
      detail: { before: version, after: live.replaces ?? 0 },
    })
  })
  await deps.published(id.brandId)
}

/** One run: what is due is decided again, each by itself, and published or given back. */
export async function publishDue(deps: OfferDeps, until: number): Promise<void> {
  const due = await deps.db
    .selectFrom('config_versions')
    .selectAll()
    .where('state', '=', sql.lit('approved'))
    .where('publish_at', '<=', deps.clock())
    .orderBy('publish_at')
    .limit(50)
    .execute()
  for (const row of due) {
    if (performance.now() > until) return
    await publishOne(deps, row)
  }
}

async function publishOne(deps: OfferDeps, due: VersionRow): Promise<void> {
  const id = idOfRow(due)
  const [mayApprove, mayPublish] = [
    await mayStill(deps, id.brandId, due.approved_by, 'approveOffers'),
    await mayStill(deps, id.brandId, due.planned_by, 'publishOffers'),
  ]
  const same = (row: VersionRow | undefined): row is VersionRow =>
    row?.version === due.version &&
    row.state === 'approved' &&
    row.publish_at?.getTime() === due.publish_at?.getTime() &&
    row.approved_by === due.approved_by &&
    row.planned_by === due.planned_by
  const said = (row: VersionRow): Omit<AuditInput, 'action'> => ({
    brandId: id.brandId,
    by: { command: 'offers-publish' },
    subject: { kind: id.kind, id: id.key },
    detail: { version: row.version, digest: row.digest.toString('hex') },
  })
  try {
    const isLive = await deps.db.transaction().execute(async (tx) => {
      await lockBrand(tx, id.brandId)
      const row = await openRow(tx, id)
      if (!same(row)) return false
      if (!mayApprove || !mayPublish)
        throw new Failure(409, 'offer_unapproved', { message: 'Who approved or planned it may not do so any more' })
      await goLive(deps, tx, row, row.planned_by ?? '')
      await deps.record(tx, { ...said(row), action: 'offer_published' })
      return true
    })
    if (isLive) await deps.published(id.brandId)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // What cannot be published is a draft again, which says why.
    await deps.db.transaction().execute(async (tx) => {
      await lockBrand(tx, id.brandId)
      const row = await openRow(tx, id)
      if (!same(row)) return
      await change(tx, row, { ...unapproved, answer: error.message.slice(0, 500) })
      await deps.record(tx, { ...said(row), action: 'offer_not_published', reason: error.message.slice(0, 500) })
    })
  }
}
