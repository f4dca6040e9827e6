import type { RestrictionKind } from '@incontro/contract'
import type { CaseDecision, CaseView } from '@incontro/contract/admin/cases'
import type { CaseKind } from '#modules/cases/index.ts'

export type Verdict = CaseDecision['verdict']

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
  name: ['dismiss', ...restricting],
  text: ['dismiss', ...restricting],
  profile: ['dismiss', ...restricting],
  photo: ['approve', 'refuse'],
  verification: ['approve', 'refuse'],
  review: ['approve', 'refuse'],
  appeal: ['confirm', 'reverse'],
  sample: ['in_order', 'not_in_order'],
}

/** Whether a verdict found nothing wrong. */
export const isInOrder = (verdict: string): boolean =>
  verdict === 'approve' || verdict === 'dismiss' || verdict === 'in_order'

/** What can be done about a report, a name or a text: a verdict must not promise what has no effect. */
export interface Possible {
  /** The account is not erased, nor has its erasure begun. */
  readonly restrict: boolean
  /** It names something that others still see; null where it names nothing but the member. */
  readonly remove: boolean | null
}

/** The verdicts that can be carried out. */
export const verdictsAbout = ({ restrict, remove }: Possible): readonly Verdict[] => [
  ...verdictsOf.report.filter(
    (verdict) => !(verdict in restrictionOf) || (restrict && (verdict !== 'remove_content' || remove === true)),
  ),
  ...(!restrict || remove === false ? (['gone'] as const) : []),
]

/** Verdicts that end by themselves need a number of days; removing an account and a warning have none. */
const needsDays: ReadonlySet<Verdict> = new Set(['messaging_off', 'suspend'])

/** The field of a decision that is missing or out of place; undefined when it can be carried out. */
export function faultOf(
  {
    kind,
    verdicts,
    refusals,
  }: Readonly<Pick<CaseView, 'kind' | 'refusals'>> & { readonly verdicts: readonly Verdict[] },
  decision: CaseDecision,
): keyof CaseDecision | undefined {
  const { verdict } = decision
  const isText = kind === 'name' || kind === 'text'
  if (!verdicts.includes(verdict)) return 'verdict'
  if ((verdict === 'refuse') !== (decision.reason !== undefined)) return 'reason'
  if (decision.reason !== undefined && !refusals.includes(decision.reason)) return 'reason'
  if (verdict in restrictionOf !== (decision.clause !== undefined)) return 'clause'
  if (needsDays.has(verdict) !== (decision.days !== undefined)) return 'days'
  if ((kind === 'appeal') !== (decision.answer !== undefined)) return 'answer'
  if (decision.unfounded && verdict !== 'dismiss') return 'unfounded'
  if (isText !== (decision.version !== undefined)) return 'version'
  return undefined
}
