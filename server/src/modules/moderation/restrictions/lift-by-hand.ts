import type { Locale, RestrictionKind } from '@incontro/contract'
import { sql, type Selectable } from 'kysely'
import { hasLeft, lockForModeration } from '#modules/members/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Restriction } from '#platform/database/database-types.ts'
import type { SuspensionDeps } from '../deps.ts'
import { notifyMember } from '../notify-member.ts'
import { lift } from './lift.ts'
import { linkToCases } from './link-to-cases.ts'

interface LiftingByHand {
  readonly brandId: string
  readonly memberId: string
  /** Of the restriction. */
  readonly id: string
  /** `staff:ID`. */
  readonly by: string
  readonly reason: string
  readonly origin: string
  readonly at: Date
}

/**
 * `decided_by_same`: members are promised another person. `appealed`: the appeal's decision lifts it, with an answer.
 */
export type LiftedByHand = { readonly kind: RestrictionKind } | 'unknown' | 'over' | 'decided_by_same' | 'appealed'

/** Lifts a restriction by a person's decision and notifies the member, in the caller's transaction. */
export async function liftByHand(tx: Tx, deps: SuspensionDeps, input: LiftingByHand): Promise<LiftedByHand> {
  const { brandId, memberId, id, at } = input
  const member = await lockForModeration(tx, brandId, memberId)
  const { rows } = await sql<Selectable<Restriction> & { appealed: boolean }>`
    select r.*, exists (select from appeals a
        where a.brand_id = r.brand_id and a.restriction_id = r.id and a.outcome is null) as appealed
    from restrictions r where r.brand_id = ${brandId} and r.id = ${id} and r.member_id = ${memberId}`.execute(tx)
  const [found] = rows
  if (!found || !member) return 'unknown'
  const { appealed, ...row } = found
  if (row.lifted_at !== null || (row.until_at !== null && row.until_at <= at)) return 'over'
  if (row.made_by === input.by) return 'decided_by_same'
  if (appealed) return 'appealed'
  if (!(await lift(tx, deps, row, input))) return 'over'
  const kind = row.kind as RestrictionKind
  const isAway = hasLeft(member.state)
  // An account that opens again is written to about that; one that its member has left does not.
  if (isAway || (kind !== 'suspension' && kind !== 'removal')) {
    const { email } = member
    const { origin } = input
    const link = isAway ? await linkToCases(tx, { brandId, memberId, email, origin, at }) : `${origin}/cases`
    await notifyMember(tx, deps, {
      isConfirmed: member.email_confirmed_at !== null,
      at,
      brandId,
      memberId,
      kind: 'restriction-lifted',
      to: email,
      locale: member.locale as Locale,
      props: { restriction: kind, link },
    })
  }
  return { kind }
}
