import type { adminRoutes, MailingState } from '@incontro/contract/admin'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import type { MailingDeps } from './deps.ts'
import {
  audited,
  authorOf,
  digestOf,
  lockMailing,
  type MailingRow,
  requireDigest,
  requireState,
  segmentNameOf,
  textsOf,
} from './mailing-row.ts'

/** Until it is sent, everything can be changed. */
const editable: readonly MailingState[] = ['draft', 'submitted', 'approved']

const unapproved = { approved_by: null, approved_at: null, approved_digest: null } as const

/** @throws Failure 409 `id_taken` */
export async function makeMailing(deps: MailingDeps, call: Call<typeof adminRoutes.makeMailing>): Promise<void> {
  const { id, name, segment } = call.body
  const { brandId } = call.site
  const at = deps.clock()
  const author = authorOf(call)
  await deps.db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('mailings')
      .values({
        brand_id: brandId,
        id,
        name,
        segment,
        texts: '{}',
        made_by: author,
        made_at: at,
        changed_by: author,
        changed_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    const about = { ...call, params: { mailing: id } }
    if (added.numInsertedOrUpdatedRows === 0n) {
      const earlier = await lockMailing(tx, about)
      if (earlier.made_by === author && earlier.name === name && earlier.segment === segment) return
      throw new Failure(409, 'id_taken', { message: 'Another mailing has this id: nothing was changed' })
    }
    await deps.record(tx, { ...audited(about), action: 'mailing_made', detail: { name, segment } })
  })
}

/** An edit voids the approval: the mailing is a draft again. @throws Failure 404, 409 `mailing_changed`, `mailing_over` */
export async function changeMailing(
  deps: MailingDeps,
  call: Call<typeof adminRoutes.changeMailing>,
): Promise<{ digest: string }> {
  const { name, segment, texts, startsAt, digest } = call.body
  return deps.db.transaction().execute(async (tx) => {
    const row = await lockMailing(tx, call)
    requireState(row, editable)
    requireDigest(row, digest)
    const content = { name, segment, texts: JSON.stringify(texts), starts_at: startsAt }
    const changed = await tx
      .updateTable('mailings')
      .set({ ...content, ...unapproved, state: 'draft', changed_by: authorOf(call), changed_at: deps.clock() })
      .where('brand_id', '=', row.brand_id)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await deps.record(tx, {
      ...audited(call),
      action: 'mailing_changed',
      detail: { before: contentOf(row), after: contentOf(changed), voided: row.state === 'approved' },
    })
    return { digest: digestOf(changed) }
  })
}

/** @throws Failure 404, 409 `mailing_over` */
export async function deleteMailing(deps: MailingDeps, call: Call<typeof adminRoutes.deleteMailing>): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockMailing(tx, call)
    requireState(row, ['draft'])
    await tx.deleteFrom('mailings').where('brand_id', '=', row.brand_id).where('id', '=', row.id).execute()
    await deps.record(tx, { ...audited(call), action: 'mailing_deleted', detail: { before: contentOf(row) } })
  })
}

/** @throws Failure 404, 409 `mailing_changed`, `mailing_over`, `languages_missing` */
export async function submitMailing(deps: MailingDeps, call: Call<typeof adminRoutes.submitMailing>): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockMailing(tx, call)
    requireState(row, ['draft', 'submitted'])
    requireDigest(row, call.body.digest)
    const missing = deps.brands.byKey(row.brand_id)?.languages.filter((one) => textsOf(row)[one] === undefined) ?? []
    if (missing.length > 0)
      throw new Failure(409, 'languages_missing', { message: `Write it in ${missing.join(', ')} as well` })
    await setState(tx, row, { state: 'submitted' })
    await deps.record(tx, {
      ...audited(call),
      action: 'mailing_submitted',
      detail: { name: row.name, digest: call.body.digest },
    })
  })
}

/**
 * A second person approves exactly what they have read, or gives it back.
 * @throws Failure 403 `own_mailing`, 404, 409 `mailing_changed`, `mailing_over`
 */
export async function decideMailing(deps: MailingDeps, call: Call<typeof adminRoutes.decideMailing>): Promise<void> {
  const { approve, digest, reason } = call.body
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockMailing(tx, call)
    const author = authorOf(call)
    if (approve && (row.made_by === author || row.changed_by === author))
      throw new Failure(403, 'own_mailing', { message: 'You made or changed this: another person approves it' })
    // The answer to the first attempt may have been lost.
    if (approve && row.approved_by === author && row.approved_digest?.toString('hex') === digest) return
    requireState(row, ['submitted'])
    requireDigest(row, digest)
    await setState(
      tx,
      row,
      approve
        ? {
            state: 'approved',
            approved_by: author,
            approved_at: deps.clock(),
            approved_digest: Buffer.from(digest, 'hex'),
          }
        : { state: 'draft' },
    )
    await deps.record(tx, {
      ...audited(call),
      action: approve ? 'mailing_approved' : 'mailing_refused',
      reason,
      detail: { name: row.name, digest, by: row.changed_by },
    })
  })
}

/**
 * From its commit on nothing of it is handed to the mail server: each mail asks for the state under a lock of this row.
 * @throws Failure 404, 409 `mailing_over`
 */
export async function stopMailing(deps: MailingDeps, call: Call<typeof adminRoutes.stopMailing>): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockMailing(tx, call)
    if (row.state === 'stopped') return
    requireState(row, ['approved', 'sending'])
    await setState(tx, row, { state: 'stopped', ended_at: deps.clock(), ended_by: authorOf(call) })
    await deps.record(tx, {
      ...audited(call),
      action: 'mailing_stopped',
      reason: call.body.reason,
      detail: { name: row.name },
    })
  })
}

type Change = Partial<Omit<MailingRow, 'texts' | 'brand_id' | 'id'>>

async function setState(
  tx: Parameters<typeof lockMailing>[0],
  { brand_id: brandId, id }: MailingRow,
  change: Change,
): Promise<void> {
  await tx.updateTable('mailings').set(change).where('brand_id', '=', brandId).where('id', '=', id).execute()
}

const contentOf = (row: MailingRow) => ({
  name: row.name,
  segment: segmentNameOf(row),
  startsAt: row.starts_at?.toISOString() ?? null,
  texts: textsOf(row),
})
