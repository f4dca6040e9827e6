import type { AuditAction } from '@incontro/contract/admin'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Tx } from '#platform/database/database.ts'
import type { AuditDeps } from './deps.ts'
import { type AuditInput, installationChain, type RecordAudit } from './record.ts'

/** What a person chooses to open; not what a queue gives them. */
export type Opened = 'files' | 'searches' | 'money' | 'tickets' | 'exports'

/** How many a person opens in an hour before the owners are written to; again at each multiple. */
const usual: Readonly<Record<Opened, number>> = { files: 40, searches: 60, money: 100, tickets: 120, exports: 5 }

const openings: Partial<Record<AuditAction, Opened>> = {
  member_opened: 'files',
  conversation_read: 'files',
  member_links_read: 'files',
  member_photo_opened: 'files',
  member_ledger_read: 'files',
  members_searched: 'searches',
  order_opened: 'money',
  dispute_opened: 'money',
  figure_rows_read: 'money',
  ticket_opened: 'tickets',
  money_exported: 'exports',
  figures_exported: 'exports',
  audit_exported: 'exports',
}

/**
 * Records, and notifies the owners when a person opens unusually much within an hour: mass export by hand looks like
 * work until it is counted. What is opened again in the hour counts once: a member's photos are of the same file.
 */
export const watched =
  (deps: Pick<AuditDeps, 'clock' | 'namesOf' | 'ownersOf' | 'enqueueEmail'>, record: RecordAudit): RecordAudit =>
  async (tx, input) => {
    const kind = openings[input.action]
    if (kind !== undefined && 'staffId' in input.by && input.brandId !== installationChain)
      await count(deps, record, tx, input, input.by.staffId, kind)
    await record(tx, input)
  }

async function count(
  { clock, namesOf, ownersOf, enqueueEmail }: Pick<AuditDeps, 'clock' | 'namesOf' | 'ownersOf' | 'enqueueEmail'>,
  record: RecordAudit,
  tx: Tx,
  { brandId, by, subject }: AuditInput,
  staffId: string,
  kind: Opened,
): Promise<void> {
  const now = clock()
  if (subject.id !== null && (await countAttempt(tx, `staff ${staffId} ${kind} ${subject.id}`, now)) > 1) return
  const opened = await countAttempt(tx, `staff ${staffId} ${kind}`, now)
  if (opened % usual[kind] !== 0) return
  const name = (await namesOf([staffId])).get(staffId) ?? staffId
  for (const owner of await ownersOf(brandId))
    await enqueueEmail(tx, {
      brandId,
      memberId: null,
      kind: 'staff-alert',
      to: owner.email,
      locale: owner.locale,
      props: { name, opened, what: kind },
    })
  await record(tx, {
    brandId,
    by,
    action: 'unusual_reading',
    subject: { kind: 'staff', id: staffId },
    detail: { opened, what: kind },
  })
}
