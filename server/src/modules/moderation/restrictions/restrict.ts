import type { ClauseKey, Locale } from '@incontro/contract'
import { suspendMember } from '#modules/accounts/index.ts'
import { isRestrictable, lockForModeration, setMessagingOff } from '#modules/members/index.ts'
import { banPhotosOf } from '#modules/photos/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { clauseOf } from '../decisions/clauses.ts'
import type { SuspensionDeps } from '../deps.ts'
import { notifyMember } from '../notify-member.ts'
import { endOf } from './in-force.ts'
import { linkToCases } from './link-to-cases.ts'
import { pauseUntil } from './pause.ts'
import { recordRestriction, type Statement } from './record-restriction.ts'
import { type Removed, removeContent } from './remove-content.ts'

export interface NewRestriction extends Omit<Statement, 'facts'> {
  /** By default the rule's saved answer in the member's language. */
  readonly facts?: string | undefined
  /** Origin of the site, for the link to the reasons. */
  readonly origin: string
  /** Of the staff member. */
  readonly address?: string
  /** An authority ordered it: the member is notified of the order, when it allows that. */
  readonly isOrdered?: boolean
}

/** Who was removed for these may come back with the same pictures. */
const fraud: ReadonlySet<ClauseKey> = new Set(['scam', 'fake', 'several_profiles'])

/**
 * Restricts a member and sends them the reasons, in the caller's transaction: the effect, the row and the mail are
 * there together or not at all.
 * @returns its id; undefined when the account is being erased, or the content is gone
 */
export async function restrict(tx: Tx, deps: SuspensionDeps, input: NewRestriction): Promise<string | undefined> {
  const { brandId, memberId, kind, until, at, madeBy } = input
  const member = await lockForModeration(tx, brandId, memberId)
  if (!member || !(await isRestrictable(tx, memberId))) return undefined
  const clause = clauseOf(input.clause)
  const statement = { ...input, facts: input.facts ?? clause.facts[member.locale as Locale] }
  let removed: Removed | null = null
  let pausedMs = 0
  if (kind === 'content_removed') {
    const found = await removeContent(tx, input, input.clause)
    if (!found) return undefined
    removed = found
  }
  if (kind === 'suspension' || kind === 'removal') {
    if (until !== null) pausedMs = await pauseUntil(tx, deps, { brandId, memberId, country: member.country, at }, until)
    await suspendMember(tx, deps, {
      memberId,
      madeBy,
      ...(input.address !== undefined && { address: input.address }),
      reason: statement.facts,
      isTemporary: until !== null,
      isExplained: true,
    })
  }
  if (kind === 'removal' && fraud.has(input.clause)) await banPhotosOf(tx, { brandId, memberId, at })
  const id = await recordRestriction(tx, { ...statement, removed, pausedMs })
  // An earlier one may end later.
  if (kind === 'messaging_off') await setMessagingOff(tx, memberId, await endOf(tx, memberId, kind, at))
  if (input.isOrdered) return id
  const isConfirmed = member.email_confirmed_at !== null
  await notifyMember(tx, deps, {
    isConfirmed,
    at,
    brandId,
    memberId,
    kind: 'restriction',
    to: member.email,
    locale: member.locale as Locale,
    props: {
      restriction: kind,
      until: until?.toISOString() ?? null,
      ground: input.ground ?? clause.ground,
      section: clause.section,
      rule: clause.name,
      facts: statement.facts,
      content: input.content.type,
      automatedDetection: input.automatedDetection ?? false,
      isPaused: pausedMs > 0,
      link: isConfirmed
        ? await linkToCases(tx, { brandId, memberId, email: member.email, origin: input.origin, at })
        : `${input.origin}/cases`,
    },
  })
  return id
}
