import type { RecordAudit } from '#modules/audit/index.ts'
import type { OwnMemberIds, StaffPrincipal } from '#platform/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import type { PayingBrand, PaymentDeps } from '../deps.ts'
import type { Log } from '#platform/process/log.ts'
import type { Executor } from '#platform/database/database.ts'
import { companyTimeZone } from '#modules/calendar/index.ts'

/** How many messages a member sent between two moments, with the first and the last. */
export type MessagesSent = (
  executor: Executor,
  memberId: string,
  between: { readonly from: Date; readonly until: Date },
) => Promise<{ readonly count: number; readonly first: Date | null; readonly last: Date | null }>

export interface FinanceDeps {
  readonly db: Database
  readonly flows: PaymentDeps['flows']
  readonly brandOf: (brandId: string) => PayingBrand | undefined
  /** Merchant accounts, with the brand whose own they are. */
  readonly connections: PaymentDeps['connections']
  readonly log: Log
  readonly messagesSent: MessagesSent
  readonly record: RecordAudit
  /** Names of staff by id. */
  readonly namesOf: (staffIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** The accounts that a staff member has as a member of a brand. */
  readonly ownMemberIds: OwnMemberIds
  readonly clock: () => Date
}

/** The calendar of the company that sells for a brand. */
export function zoneOf({ brandOf }: Pick<FinanceDeps, 'brandOf'>, brandId: string): string {
  const brand = brandOf(brandId)
  if (!brand) throw new Error(`no brand ${brandId}`)
  return companyTimeZone(brand.company.vatNumber)
}

/** @throws Failure 403 `own_account`: what a person bought as a member is a colleague's to look after */
export async function refuseOwn(
  { db, ownMemberIds }: Pick<FinanceDeps, 'db' | 'ownMemberIds'>,
  { site, staff }: { readonly site: { readonly brandId: string }; readonly staff: StaffPrincipal },
  memberId: string,
): Promise<void> {
  if ((await ownMemberIds(db, staff, site.brandId)).includes(memberId))
    throw new Failure(403, 'own_account', { message: 'This is your own account as a member: a colleague has to do it' })
}
