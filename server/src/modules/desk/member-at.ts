import { knownAge } from '#modules/members/index.ts'
import type { StaffPrincipal } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { DeskDeps } from './deps.ts'

/** The part of a call that says who asks for whom. */
export interface MemberCall {
  readonly site: { readonly brandId: string }
  readonly params: { readonly id: string }
  readonly staff: StaffPrincipal
}

/**
 * The member of the brand whom a call is about. Staff do not open or change their own account as a member: they would
 * read who reported them, or grant themselves credits.
 * @throws Failure 403 `own_account`, 404, also for a member of another brand and for who was erased
 */
export async function memberAt(
  executor: Executor,
  { ownMemberIds }: Pick<DeskDeps, 'ownMemberIds'>,
  { site, params, staff }: MemberCall,
) {
  const member = await executor
    .selectFrom('members')
    .selectAll()
    .select(knownAge.as('age'))
    .where('id', '=', params.id)
    .where('brand_id', '=', site.brandId)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()
  if (!member) throw notFound()
  if ((await ownMemberIds(executor, staff, site.brandId)).includes(member.id))
    throw new Failure(403, 'own_account', { message: 'This is your own account as a member: a colleague has to do it' })
  return member
}

export type MemberRow = Awaited<ReturnType<typeof memberAt>>

/** Who acts, as other modules' functions name it. */
export const by = ({ staff, ip }: { readonly staff: StaffPrincipal; readonly ip: string }) => ({
  madeBy: `staff:${staff.staffId}`,
  address: ip,
})

export const closed = () => new Failure(409, 'closed', { message: 'The account is not open' })
