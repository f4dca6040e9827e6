import type { AnsweredPrompt, IntentId, InterestId } from '@incontro/contract'
import { hasContact } from '@incontro/contract/contacts'
import { isAim } from '../in-common.ts'

/** A way to begin that comes from the other member, or from what both say of themselves. */
export type Starter =
  | { readonly kind: 'answer'; readonly answer: string }
  | { readonly kind: 'interest'; readonly id: InterestId }
  | { readonly kind: 'town'; readonly city: string }
  | { readonly kind: 'intent' }

/** What the two say of themselves, as far as the reader may see it. */
export interface Facts {
  readonly prompts: readonly AnsweredPrompt[]
  /** In the order in which the other member chose them. */
  readonly sharedInterests: readonly InterestId[]
  /** Of the town where both live. */
  readonly sharedCity: string | null
  readonly sharedIntent: IntentId | null
}

const mostStarters = 3
/** Graphemes of an answer that a starter quotes. */
const longestQuote = 48

/** One of each kind, then further answers and interests; at most three. */
export function startersOf({ prompts, sharedInterests, sharedCity, sharedIntent }: Facts): readonly Starter[] {
  const [answer, ...answers] = prompts.flatMap((prompt): Starter[] => {
    const quote = quoteOf(prompt.answer)
    return quote === undefined ? [] : [{ kind: 'answer', answer: quote }]
  })
  const [interest, ...interests] = sharedInterests.map((id): Starter => ({ kind: 'interest', id }))
  return [
    answer,
    interest,
    sharedCity !== null && sharedCity !== '' ? ({ kind: 'town', city: sharedCity } as const) : undefined,
    isAim(sharedIntent) ? ({ kind: 'intent' } as const) : undefined,
    ...interests,
    ...answers,
  ]
    .filter((starter) => starter !== undefined)
    .slice(0, mostStarters)
}

/** The beginning of an answer on one line, cut between words; undefined if it has none, or parts that others read as dots. */
export function quoteOf(answer: string): string | undefined {
  if (hasContact(answer)) return undefined
  const line = answer
    .replace(/[«»“”"]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[.…,;:]+$/u, '')
    .trim()
  if (!/[\p{L}\p{N}]/u.test(line)) return undefined
  const graphemes = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)]
  if (graphemes.length <= longestQuote) return line
  const cut = graphemes
    .slice(0, longestQuote)
    .map(({ segment }) => segment)
    .join('')
  const words = cut.replace(/\s\S*$/u, '').replace(/[\s.,;:!?…-]+$/u, '')
  return `${words === '' ? cut : words}…`
}
