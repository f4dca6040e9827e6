import { contactsIn } from '@incontro/contract/contacts'
import type { TextSignal } from '@incontro/contract/risk-signals'
import type { RiskRow } from '@incontro/contract/admin/risk'
import { sql } from 'kysely'
import { type Case, partWeights } from '#modules/cases/index.ts'
import { scamOf } from '#modules/chat/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { since } from '../risk/facts.ts'
import { contentOf, shownChange, type TextChange, type TextKind, textKinds } from './changes.ts'

/** For so many days a name or text is looked at that stands where one was removed. */
const removedDays = 365
/** Most characters of a detail. */
const longest = 200

interface About {
  readonly brandId: string
  readonly memberId: string
  readonly kind: TextKind
  readonly at: Date
}

/** What in these changes asks for a person's look: nothing for nearly all. */
export async function foundIn(
  executor: Executor,
  about: About,
  changes: readonly TextChange[],
): Promise<readonly { readonly signal: TextSignal; readonly value: number; readonly detail: string | null }[]> {
  const written = changes.flatMap(({ after }) => after ?? [])
  if (written.length === 0) return []
  const contacts = written.flatMap((words) => contactsIn(words).map(({ text }) => text))
  const scams = [...new Set(written.flatMap((words) => scamOf(words) ?? []))]
  const isAgain = await wasRemoved(executor, about)
  return [
    ...(scams[0] ? [{ signal: 'text_scam' as const, value: scams.length, detail: scams[0] }] : []),
    ...(isAgain ? [{ signal: 'text_again' as const, value: 1, detail: null }] : []),
    ...(contacts.length > 0
      ? [{ signal: 'text_contacts' as const, value: contacts.length, detail: contacts.join(', ').slice(0, longest) }]
      : []),
  ]
}

/** Whether moderators removed the one before, and have found nothing wrong with what the member wrote since. */
async function wasRemoved(executor: Executor, { brandId, memberId, kind, at }: About): Promise<boolean> {
  const { rows } = await sql`
    select from restrictions r
    where r.member_id = ${memberId} and r.brand_id = ${brandId} and r.kind = 'content_removed'
      and r.content_type = ${contentOf[kind]} and r.lifted_at is null and r.from_at > ${since(at, removedDays)}
      and not exists (select from cases c
        where c.member_id = r.member_id and c.brand_id = r.brand_id and c.kind = ${kind} and c.verdict = 'dismiss'
          and c.decided_at > r.from_at)
    limit 1`.execute(executor)
  return rows.length > 0
}

/** Why the name or the texts of a case are looked at, as its moderator reads it. */
export async function textReasons(
  executor: Executor,
  { brand_id: brandId, kind, member_id: memberId }: Case,
  at: Date,
): Promise<RiskRow[]> {
  const textKind = textKinds.find((one) => one === kind)
  if (textKind === undefined || memberId === null) return []
  const shown = await shownChange(executor, textKind, memberId)
  const found = await foundIn(executor, { brandId, memberId, kind: textKind, at }, shown?.fields ?? [])
  return found.map((one) => ({ ...one, of: null, weight: partWeights[one.signal] }))
}
