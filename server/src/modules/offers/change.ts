import type { adminRoutes, OfferFault } from '@incontro/contract/admin'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { contentOf, digestOf } from './content.ts'
import type { OfferDeps } from './deps.ts'
import { countingNow, faultsOf, inOrder, publishedOf, requireOffer } from './kinds.ts'
import {
  audited,
  authorOf,
  change,
  idOf,
  lockBrand,
  newestVersion,
  openRow,
  openStates,
  requireDigest,
  requireOpen,
  requireState,
  staffIn,
  unapproved,
  type VersionRow,
} from './version-row.ts'

/**
 * Writes a draft; of one that was submitted or approved, it takes that away.
 * @throws Failure 400 `offer_unreadable`, 404, 409 `offer_changed`
 */
export async function saveOffer(
  deps: OfferDeps,
  call: Call<typeof adminRoutes.saveOffer>,
): Promise<{ digest: string; faults: OfferFault[] }> {
  const id = idOf(call)
  requireOffer(deps, id)
  const { note } = call.body
  const content = contentOf(id.kind, call.body.content)
  const digest = digestOf(content)
  const [author, at] = [authorOf(call), deps.clock()]
  const outcome = await deps.db.transaction().execute(async (tx) => {
    await lockBrand(tx, id.brandId)
    const row = await openRow(tx, id)
    if ((row?.digest.toString('hex') ?? null) !== call.body.digest) return { newer: row }
    const to = { digest, note, changed_by: author, changed_at: at }
    const version = row?.version ?? (await newestVersion(tx, id)) + 1
    if (row)
      await tx
        .updateTable('config_versions')
        .set({ ...to, ...unapproved, content: JSON.stringify(content) })
        .where('brand_id', '=', id.brandId)
        .where('kind', '=', id.kind)
        .where('key', '=', id.key)
        .where('version', '=', version)
        .execute()
    else
      await tx
        .insertInto('config_versions')
        .values({
          brand_id: id.brandId,
          kind: id.kind,
          key: id.key,
          version,
          content: JSON.stringify(content),
          made_by: author,
          made_at: at,
          ...to,
        })
        .execute()
    const faults = faultsOf(deps, id, content, await publishedOf(tx, id.brandId))
    const said = audited(call, version)
    await deps.record(tx, {
      ...said,
      action: 'offer_changed',
      detail: { ...said.detail, digest: digest.toString('hex'), voided: row?.state === 'approved' },
    })
    return { faults: [...faults] }
  })
  if (outcome.faults) return { digest: digest.toString('hex'), faults: outcome.faults }
  throw new Failure(409, 'offer_changed', { message: await whoChanged(deps, outcome.newer) })
}

async function whoChanged(deps: OfferDeps, row: VersionRow | undefined): Promise<string> {
  if (!row) return 'The draft is published or discarded meanwhile: read it again'
  const id = staffIn(row.changed_by)
  const name = id === undefined ? undefined : (await deps.namesOf([id])).get(id)
  return `${name ?? 'A colleague'} changed the draft meanwhile: read it again`
}

/** @throws Failure 404, 409 `offer_over` */
export async function discardOffer(deps: OfferDeps, call: Call<typeof adminRoutes.discardOffer>): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockBrand(tx, call.site.brandId)
    const row = await requireOpen(tx, idOf(call))
    requireState(row, ['draft'])
    await change(tx, row, { state: 'past' })
    await deps.record(tx, { ...audited(call, row.version), action: 'offer_discarded' })
  })
}

/** @throws Failure 404, 409 `offer_changed`, `offer_over`, `offer_faulty`, `unchanged` */
export async function submitOffer(deps: OfferDeps, call: Call<typeof adminRoutes.submitOffer>): Promise<void> {
  const id = idOf(call)
  await deps.db.transaction().execute(async (tx) => {
    await lockBrand(tx, id.brandId)
    const row = await requireOpen(tx, id)
    requireState(row, ['draft', 'submitted'])
    requireDigest(row, call.body.digest)
    const published = await publishedOf(tx, id.brandId)
    requireFaultless(faultsOf(deps, id, row.content, published))
    const [before, after] = [countingNow(deps, id, published), row.content].map((one) =>
      digestOf(inOrder(id.kind, one)),
    )
    if (before && after?.equals(before))
      throw new Failure(409, 'unchanged', { message: 'The draft says what counts already' })
    await change(tx, row, { state: 'submitted', answer: null })
    const said = audited(call, row.version)
    await deps.record(tx, {
      ...said,
      action: 'offer_submitted',
      detail: { ...said.detail, digest: call.body.digest, note: row.note },
    })
  })
}

/** @throws Failure 409 `offer_faulty`, with the first fault */
export function requireFaultless([fault]: readonly OfferFault[]): void {
  if (!fault) return
  const path = fault.path.join('.')
  throw new Failure(409, 'offer_faulty', {
    message: path === '' ? fault.reason : `${path}: ${fault.reason}`,
    ...(path !== '' && { field: path }),
  })
}

/** @throws Failure 404, 409 `offer_over` */
export async function withdrawOffer(deps: OfferDeps, call: Call<typeof adminRoutes.withdrawOffer>): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockBrand(tx, call.site.brandId)
    const row = await requireOpen(tx, idOf(call))
    if (row.state === 'draft') return
    requireState(row, openStates)
    await change(tx, row, unapproved)
    await deps.record(tx, { ...audited(call, row.version), action: 'offer_withdrawn', reason: call.body.reason })
  })
}

/**
 * A second person approves exactly what they have read, or gives it back.
 * @throws Failure 403 `own_offer`, 404, 409 `offer_changed`, `offer_over`
 */
export async function decideOffer(deps: OfferDeps, call: Call<typeof adminRoutes.decideOffer>): Promise<void> {
  const { approve, digest, reason } = call.body
  const author = authorOf(call)
  await deps.db.transaction().execute(async (tx) => {
    await lockBrand(tx, call.site.brandId)
    const row = await requireOpen(tx, idOf(call))
    if (approve && (row.made_by === author || row.changed_by === author))
      throw new Failure(403, 'own_offer', { message: 'You made or changed this: another person approves it' })
    // The answer to the first attempt may have been lost.
    if (approve && row.approved_by === author && row.approved_digest?.toString('hex') === digest) return
    requireState(row, ['submitted'])
    requireDigest(row, digest)
    await change(
      tx,
      row,
      approve
        ? { state: 'approved', approved_by: author, approved_at: deps.clock(), approved_digest: row.digest }
        : { ...unapproved, answer: reason },
    )
    const said = audited(call, row.version)
    await deps.record(tx, {
      ...said,
      action: approve ? 'offer_approved' : 'offer_refused',
      reason,
      detail: { ...said.detail, digest },
    })
  })
}
