import type { IntentId, InterestId, PickReason, PromptId } from '@incontro/contract'

/** What two members may have in common. */
export interface Facts {
  readonly intent: IntentId | null
  readonly interests: readonly InterestId[]
  readonly cityId: number | null
  /** The prompts they answered. */
  readonly prompts: readonly PromptId[]
}

export interface Candidate extends Facts {
  readonly id: string
}

export interface Common {
  /** Strongest first. */
  readonly reasons: readonly PickReason[]
  readonly sharedInterests: number
}

export const mostPicks = 5

/** What each reason weighs, once; interests count up to three times. */
const weights = { intent: 3, interests: 2, town: 2, prompt: 1 } as const satisfies Record<PickReason, number>
const mostInterests = 3

/** What the two have in common, of what both show on their pages. */
export function inCommon(own: Facts, other: Facts): Common {
  const sharedInterests = other.interests.filter((id) => own.interests.includes(id)).length
  const weightOf: Readonly<Record<PickReason, number>> = {
    // "We'll see" is no aim that two could share.
    intent: own.intent !== null && own.intent !== 'open' && own.intent === other.intent ? weights.intent : 0,
    interests: Math.min(sharedInterests, mostInterests) * weights.interests,
    town: own.cityId !== null && own.cityId === other.cityId ? weights.town : 0,
    prompt: other.prompts.some((id) => own.prompts.includes(id)) ? weights.prompt : 0,
  }
  const reasons = (Object.keys(weightOf) as PickReason[])
    .filter((reason) => weightOf[reason] > 0)
    .toSorted((one, another) => weightOf[another] - weightOf[one])
  return { reasons, sharedInterests }
}

const scoreOf = ({ reasons, sharedInterests }: Common): number =>
  reasons.reduce(
    (sum, reason) => sum + weights[reason] * (reason === 'interests' ? Math.min(sharedInterests, mostInterests) : 1),
    0,
  )

/**
 * The candidates with most in common, at most five; of equal ones those that come first. A member with nothing in common
 * is not picked, since there would be no reason to show.
 */
export function choosePicks(own: Facts, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, score: scoreOf(inCommon(own, candidate)) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, another) => another.score - one.score)
    .slice(0, mostPicks)
    .map(({ candidate }) => candidate)
}
