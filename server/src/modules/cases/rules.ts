export const caseKinds = ['report', 'photo', 'verification', 'review', 'profile', 'appeal', 'sample'] as const
/** `profile`: a name or text of a profile. `sample`: a decided case that another person looks at again. */
export type CaseKind = (typeof caseKinds)[number]

const caseSources = ['member', 'public', 'flagger', 'authority', 'rule', 'appeal'] as const
export type CaseSource = (typeof caseSources)[number]

/** What an ordinary case of a kind weighs, of 100. */
const ordinary: Readonly<Record<CaseKind, number>> = {
  report: 40,
  photo: 20,
  verification: 20,
  review: 10,
  profile: 20,
  appeal: 50,
  sample: 5,
}

/** What makes a case more urgent, and by how much. */
const weights = {
  minor: 50,
  harassment: 15,
  scam: 15,
  claims_illegal: 20,
  authority: 50,
  flagger: 20,
  reported_before: 15,
} as const
export type RiskPart = keyof typeof weights

/** The parts that are known, in their order; what a report is about may not be a reason of urgency. */
const known = (parts: readonly string[]): RiskPart[] =>
  (Object.keys(weights) as RiskPart[]).filter((part) => parts.includes(part))

/** How urgent a case is, of 100, and the parts of it that a moderator reads. */
export function riskOf(
  kind: CaseKind,
  parts: readonly string[],
): { readonly risk: number; readonly parts: RiskPart[] } {
  const counted = known(parts)
  return {
    risk: Math.min(
      100,
      counted.reduce((sum, part) => sum + weights[part], ordinary[kind]),
    ),
    parts: counted,
  }
}

/** Within how many hours a case is to be decided. Sorted by that time, an old case of little risk comes up as well. */
export const hoursFor = (risk: number): number =>
  risk >= 90 ? 1 : risk >= 60 ? 6 : risk >= 40 ? 24 : risk >= 15 ? 48 : 72
