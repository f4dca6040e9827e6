import { textSignals } from '@incontro/contract/risk-signals'
import type { caseKinds } from '@incontro/contract/admin/case-words'

export { caseKinds } from '@incontro/contract/admin/case-words'
/**
 * `name`, `text`: what a member wrote in their profile. `profile`: whom a rule met. `sample`: a decided case that another
 * person looks at again.
 */
export type CaseKind = (typeof caseKinds)[number]

const caseSources = ['member', 'public', 'flagger', 'authority', 'rule', 'appeal'] as const
export type CaseSource = (typeof caseSources)[number]

/** What an ordinary case of a kind weighs, of 100. */
const ordinary: Readonly<Record<CaseKind, number>> = {
  report: 40,
  photo: 20,
  verification: 20,
  review: 10,
  name: 20,
  text: 20,
  profile: 20,
  appeal: 50,
  sample: 5,
}

/** What makes a case more urgent, and by how much. */
export const partWeights = {
  minor: 50,
  harassment: 15,
  scam: 15,
  claims_illegal: 20,
  authority: 50,
  flagger: 50,
  reported_before: 15,
  /** A photo like one that was removed. */
  banned_photo: 30,
  /** A live rule met the member. */
  rule: 20,
  /** In a name or text of a profile: contact details, words of a scam, or it stands where one was removed. */
  text_contacts: 10,
  text_scam: 25,
  text_again: 15,
} as const
export type RiskPart = keyof typeof partWeights

/** The parts that are known, in their order; what a report is about may not be a reason of urgency. */
const known = (parts: readonly string[]): RiskPart[] =>
  (Object.keys(partWeights) as RiskPart[]).filter((part) => parts.includes(part))

/** How urgent a case is, of 100, and the parts of it that a moderator reads. */
export function riskOf(
  kind: CaseKind,
  parts: readonly string[],
): { readonly risk: number; readonly parts: RiskPart[] } {
  const counted = known(parts)
  return {
    risk: Math.min(
      100,
      counted.reduce((sum, part) => sum + partWeights[part], ordinary[kind]),
    ),
    parts: counted,
  }
}

/** Cases that people have made this urgent stay before all that are only counted: a minor, an authority, a flagger. */
export const foremost = 90
/** The most that counts about a member add. */
const mostAdded = 40
const bySoftware: readonly RiskPart[] = ['banned_photo', 'rule', ...textSignals]

/** The score of a case with what is counted of the member it is about. */
export function scoreOf(kind: CaseKind, parts: readonly string[], weights: readonly number[]): number {
  const said = riskOf(
    kind,
    parts.filter((part) => !(bySoftware as readonly string[]).includes(part)),
  ).risk
  const brought = bySoftware.reduce((sum, part) => sum + (parts.includes(part) ? partWeights[part] : 0), 0)
  const counted = weights.reduce((sum, one) => sum + one, 0)
  return Math.min(said >= foremost ? 100 : foremost - 1, said + brought + Math.min(mostAdded, counted))
}

/** Within how many hours a case is to be decided. One that is overdue comes before those that score higher. */
export const hoursFor = (risk: number): number =>
  risk >= 90 ? 1 : risk >= 60 ? 6 : risk >= 40 ? 24 : risk >= 15 ? 48 : 72
