import { type RawBuilder, sql } from 'kysely'
import type { EmailKind } from '#modules/outreach/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { isJourney, journeys } from './journeys.ts'
import { digestOf, type MailingRow, segmentNameOf } from './mailing-row.ts'
import { segmentOf } from './segments.ts'

/** Of what a promotional mail is: a mailing, or a journey. */
export interface Source {
  readonly kind: Extract<EmailKind, 'newsletter' | `journey-${string}`>
  readonly page: string
  /** Whether a member `m` still belongs to those it is for. */
  readonly still: RawBuilder<boolean>
  readonly mailing: MailingRow | null
}

/**
 * The source of promotional mails, while it sends: its row is locked until the transaction ends, so that who stops it
 * waits for this decision, and the next one sees that it was stopped. Undefined for one that is off, stopped or unknown.
 */
export async function openSource(
  tx: Executor,
  { brandId, source, about, now }: { brandId: string; source: string; about: string; now: Date },
): Promise<Source | undefined> {
  if (source === 'mailing') {
    const { rows } = await sql<MailingRow>`
      select * from mailings where brand_id = ${brandId} and id = ${about}::uuid and state = 'sending' for share`.execute(
      tx,
    )
    const [mailing] = rows
    if (!mailing || mailing.approved_digest?.toString('hex') !== digestOf(mailing)) return undefined
    return { kind: 'newsletter', page: '/find', still: segmentOf[segmentNameOf(mailing)](now), mailing }
  }
  if (!isJourney(source)) return undefined
  const { rows } = await sql`
    select from journeys where brand_id = ${brandId} and journey = ${source} and is_on for share`.execute(tx)
  return rows.length === 0 ? undefined : { ...journeys[source], mailing: null }
}

/** Those of the members who still belong to the source. */
export async function stillAmong(
  tx: Executor,
  { still }: Source,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select m.id from members m where m.id = any(${ids}::uuid[]) and (${still})`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
