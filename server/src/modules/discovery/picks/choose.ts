import type { IntentId, InterestId, PickReason, PromptId } from '@incontro/contract'
import { isAim } from '../in-common.ts'

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
  /** The sum of what the reasons weigh. */
  readonly score: number
}

/** Whether a member has said anything that another could have in common with them. */
export const saysAnything = ({ intent, interests, cityId, prompts }: Facts): boolean =>
  isAim(intent) || interests.length > 0 || cityId !== null || prompts.length > 0

export const mostPicks = 5

/** What each reason weighs, once; interests count up to three times. */
const weights = { intent: 3, interests: 2, town: 2, prompt: 1 } as const satisfies Record<PickReason, number>
const mostInterests = 3

/** What the two have in common, of what both show on their pages. */
export function inCommon(own: Facts, other: Facts): Common {
  const sharedInterests = other.interests.filter((id) => own.interests.includes(id)).length
  const weightOf: Readonly<Record<PickReason, number>> = {
    intent: isAim(own.intent) && own.intent === other.intent ? weights.intent : 0,
    interests: Math.min(sharedInterests, mostInterests) * weights.interests,
    town: own.cityId !== null && own.cityId === other.cityId ? weights.town : 0,
    prompt: other.prompts.some((id) => own.prompts.includes(id)) ? weights.prompt : 0,
  }
  const reasons = (Object.keys(weightOf) as PickReason[])
    .filter((reason) => weightOf[reason] > 0)
    .toSorted((one, another) => weightOf[another] - weightOf[one])
  return { reasons, sharedInterests, score: reasons.reduce((sum, reason) => sum + weightOf[reason], 0) }
}

/**
 * The candidates with most in common, at most five; of equal ones those that come first. A member with nothing in common
 * is not picked, since there would be no reason to show.
 */
export function choosePicks(own: Facts, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, score: inCommon(own, candidate).score }))
    .filter(({ score }) => score > 0)
    .toSorted((one, another) => another.score - one.score)
    .slice(0, mostPicks)
    .map(({ candidate }) => candidate)
}
