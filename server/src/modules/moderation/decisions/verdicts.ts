import type { RestrictionKind } from '@incontro/contract'
import type { CaseDecision } from '@incontro/contract/admin/cases'
import type { CaseKind } from '#modules/cases/index.ts'

type Verdict = CaseDecision['verdict']

/** What each verdict against a member comes to. */
export const restrictionOf: Readonly<Partial<Record<Verdict, RestrictionKind>>> = {
  warn: 'warning',
  remove_content: 'content_removed',
  messaging_off: 'messaging_off',
  suspend: 'suspension',
  remove: 'removal',
}

const restricting = ['warn', 'remove_content', 'messaging_off', 'suspend', 'remove'] as const

/** What can be decided about each kind of case. */
export const verdictsOf: Readonly<Record<CaseKind, readonly Verdict[]>> = {
  report: ['dismiss', ...restricting],
  profile: ['dismiss', ...restricting],
  photo: ['approve', 'refuse'],
  verification: ['approve', 'refuse'],
  review: ['approve', 'refuse'],
  appeal: ['confirm', 'reverse'],
  sample: ['agree', 'disagree'],
}

/** Verdicts that end by themselves need a number of days; removing an account and a warning have none. */
const needsDays: ReadonlySet<Verdict> = new Set(['messaging_off', 'suspend'])

/** The field of a decision that is missing or out of place; undefined when it can be carried out. */
export function faultOf(
  kind: CaseKind,
  decision: CaseDecision,
  refusals: readonly string[],
): keyof CaseDecision | undefined {
  const { verdict } = decision
  if (!verdictsOf[kind].includes(verdict)) return 'verdict'
  if ((verdict === 'refuse') !== (decision.reason !== undefined)) return 'reason'
  if (decision.reason !== undefined && !refusals.includes(decision.reason)) return 'reason'
  if (verdict in restrictionOf !== (decision.clause !== undefined)) return 'clause'
  if (needsDays.has(verdict) !== (decision.days !== undefined)) return 'days'
  if ((kind === 'appeal') !== (decision.answer !== undefined)) return 'answer'
  if (decision.unfounded && verdict !== 'dismiss') return 'unfounded'
  return undefined
}
