import type { MailingState, MailingTexts, Segment } from '@incontro/contract/admin'
import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Mailing } from '#platform/database/database-types.ts'
import type { StaffPrincipal } from '#platform/caller.ts'
import type { Tx } from '#platform/database/database.ts'
import { Failure, notFound } from '#platform/http/problem.ts'

export type MailingRow = Selectable<Mailing>

/** The part of a call that says who acts on which mailing. */
export interface MailingCall {
  readonly site: { readonly brandId: string }
  readonly params: { readonly mailing: string }
  readonly staff: StaffPrincipal
  readonly ip: string
}

export const textsOf = ({ texts }: Pick<MailingRow, 'texts'>): MailingTexts => texts as MailingTexts
export const stateOf = ({ state }: Pick<MailingRow, 'state'>): MailingState => state as MailingState
export const segmentNameOf = ({ segment }: Pick<MailingRow, 'segment'>): Segment => segment as Segment

/** The hash of everything that a second person approves, in hexadecimal. JSON of the database has an order of its own. */
export function digestOf(row: MailingRow): string {
  const texts = Object.entries(textsOf(row))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([locale, text]) => [locale, text?.subject, text?.body])
  const said = [row.brand_id, row.id, row.name, row.segment, row.starts_at?.toISOString() ?? null, texts]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

/** A mailing of the brand, locked until the transaction ends. @throws Failure 404, also for one of another brand */
export async function lockMailing(tx: Tx, { site, params }: Pick<MailingCall, 'site' | 'params'>): Promise<MailingRow> {
  const row = await tx
    .selectFrom('mailings')
    .selectAll()
    .where('brand_id', '=', site.brandId)
    .where('id', '=', params.mailing)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** @throws Failure 409 */
export function requireDigest(row: MailingRow, digest: string): void {
  if (digestOf(row) !== digest)
    throw new Failure(409, 'mailing_changed', { message: 'A colleague changed the mailing meanwhile: read it again' })
}

/** @throws Failure 409 where the mailing is past what is asked for */
export function requireState(row: MailingRow, states: readonly MailingState[]): void {
  if (!states.includes(stateOf(row)))
    throw new Failure(409, 'mailing_over', { message: `The mailing is ${row.state}: this cannot be done any more` })
}

export const authorOf = ({ staff }: Pick<MailingCall, 'staff'>): string => `staff:${staff.staffId}`

/** What the audit says of every action. */
export const audited = ({ site, params, staff, ip }: MailingCall) => ({
  brandId: site.brandId,
  by: { staffId: staff.staffId, address: ip },
  subject: { kind: 'mailing', id: params.mailing },
})
