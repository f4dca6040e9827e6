import { normaliseEmail } from '@incontro/contract'
import type { Database } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import type { Log } from '#platform/process/log.ts'
import type { Handled, ReportMailbox } from '../port.ts'
import type { AddressKeys } from './addresses.ts'
import { type DeliveryReport, readReport } from './delivery-report.ts'
import { eventKeyOf, type OutcomeEmail, recordOutcome } from './record-outcome.ts'
import { emailsNamedIn } from './return-path.ts'

export interface ReportDeps extends AddressKeys {
  /** Undefined if no mailbox is connected, and in all databases but one. */
  readonly reports: { readonly mailbox: ReportMailbox; readonly address: string } | undefined
  /** One mailbox serves all databases. */
  readonly everyDatabase: () => readonly { readonly db: Database }[]
  /** Takes over a reply to an answer of support. */
  readonly receiveReply: (raw: Buffer, isWhole: boolean) => Promise<Handled>
  readonly returnPathKeys: Keys
  readonly log: Log
  readonly clock: () => Date
}

/** Reads what other mail servers reported, and what people replied, since the last time. */
export async function readReports(deps: ReportDeps, until: number): Promise<void> {
  const { reports, log } = deps
  if (!reports) return
  const counts = { done: 0, kept: 0, unknown: 0 }
  await reports.mailbox.read(async (raw, isWhole) => {
    const report = isWhole ? await handleReport(deps, reports.address, raw) : 'unknown'
    const handled = report === 'unknown' ? await deps.receiveReply(raw, isWhole) : report
    counts[handled] += 1
    return handled
  }, until)
  if (counts.done + counts.kept + counts.unknown > 0) log.info(counts, 'reports and replies were read')
}

interface Found {
  readonly db: Database
  readonly email: OutcomeEmail & { readonly brand_id: string; readonly to_address: string }
}

/** Records what a report says, once; `unknown` for what is no report, or about no mail of ours. */
export async function handleReport(deps: ReportDeps, address: string, raw: Buffer): Promise<Handled> {
  let found: Found | undefined
  const report = await readReport(raw, async (named) => {
    found = await emailNamed(deps, address, named)
    return found && normaliseEmail(found.email.to_address)
  })
  found ??= report && (await emailNamed(deps, address, report.named))
  if (!report || !found) return 'unknown'
  await record(deps, found, report)
  return 'done'
}

async function record(deps: ReportDeps, { db, email }: Found, report: DeliveryReport): Promise<void> {
  const at = deps.clock()
  await db.transaction().execute((tx) =>
    recordOutcome(tx, deps, {
      brandId: email.brand_id,
      address: normaliseEmail(email.to_address),
      email,
      outcome: report.outcome,
      code: report.code,
      diagnostic: report.diagnostic,
      source: 'report',
      eventKey: eventKeyOf(email, report.outcome),
      happenedAt: at,
      at,
    }),
  )
}

/** The mail whose return path stands in a text. */
async function emailNamed(deps: ReportDeps, address: string, named: string): Promise<Found | undefined> {
  const ids = emailsNamedIn(deps.returnPathKeys, address, named)
  if (ids.length === 0) return undefined
  for (const { db } of deps.everyDatabase()) {
    const email = await db
      .selectFrom('emails')
      .select(['id', 'brand_id', 'kind', 'member_id', 'to_address', 'created_at', 'requeued_at'])
      .where('id', 'in', ids)
      .limit(1)
      .executeTakeFirst()
    if (email) return { db, email }
  }
  return undefined
}
