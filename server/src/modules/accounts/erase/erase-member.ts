import type { Locale } from '@incontro/contract'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { AccountDeps } from '../deps.ts'
import { beginErasure, lockErasure, type Erasure } from './erasure.ts'
import { stepNames, type StepName } from './step-name.ts'
import { steps } from './steps.ts'

/**
 * Erases a member in small steps that commit separately; an interrupted erasure continues with the next call. What
 * others keep (conversations) and what the law requires (payments) is moved to anonymised rows. A table that references
 * members without `on delete` makes the last step fail: adding one means deciding what happens to its rows.
 * @returns true when the member was erased; false when they were reopened, are under a legal hold, or another worker is
 * erasing them
 */
export async function eraseMember(deps: AccountDeps, memberId: string, at: Date): Promise<boolean> {
  if (!(await beginErasure(deps.db, memberId, stepNames[0]!, at))) return false
  for (;;) {
    const outcome = await takeStep(deps, memberId)
    if (outcome !== 'more') return outcome === 'erased'
  }
}

/** Runs one step of an erasure in a transaction. */
export async function takeStep(deps: AccountDeps, memberId: string): Promise<'more' | 'erased' | 'busy'> {
  return deps.db.transaction().execute(async (tx) => {
    const erasure = await lockErasure(tx, memberId)
    if (!erasure) return 'busy'
    if (erasure.step === 'member') {
      await removeMember(tx, deps, erasure)
      return 'erased'
    }
    if (await steps[erasure.step](tx, erasure, deps))
      await tx
        .updateTable('erasures')
        .set({ step: next(erasure.step) })
        .where('member_id', '=', memberId)
        .execute()
    return 'more'
  })
}

const next = (step: StepName): StepName => stepNames[stepNames.indexOf(step) + 1]!

/** Deletes the member's row with the remaining references, and queues the last email. */
async function removeMember(tx: Tx, deps: AccountDeps, erasure: Erasure): Promise<void> {
  const { memberId, brandId, authorId, email } = erasure
  const { email_confirmed_at: confirmedAt, locale } = await tx
    .selectFrom('members')
    .select(['email_confirmed_at', 'locale'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  await removePhotos(tx, memberId)
  await tx.deleteFrom('member_presence').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('members').where('id', '=', memberId).execute()
  // The other members of these conversations were erased concurrently.
  await sql`
    delete from members m where m.id = ${authorId} and m.state = 'deleted'
      and not exists (select from conversations c where c.low_id = m.id)
      and not exists (select from conversations c where c.high_id = m.id)`.execute(tx)
  // An unconfirmed address may belong to a stranger.
  if (confirmedAt)
    await deps.enqueueEmail(tx, {
      brandId,
      memberId: null,
      kind: 'deleted',
      to: email,
      locale: locale as Locale,
      props: {},
    })
  deps.log.info({ brand: brandId }, 'member erased')
}

/** The files are deleted by a job of this transaction, so that none is left if the process dies after the commit. */
async function removePhotos(tx: Tx, memberId: string): Promise<void> {
  const { rows: photos } = await sql<{ id: string; storageKey: string }>`
    select id, storage_key as "storageKey" from member_photos where member_id = ${memberId}
    union all select id, storage_key from photo_verifications where member_id = ${memberId} and storage_key is not null`.execute(
    tx,
  )
  if (photos.length > 0) await addJob(tx, 'accounts-remove-photos', { photos })
}
