import type { Locale } from '@incontro/contract'
import { foldName } from '#modules/geo/index.ts'
import answers from './data/answers.json' with { type: 'json' }
import topics from './data/topics.json' with { type: 'json' }
import { createRng } from './rng.ts'

type Topic = 'greeting' | 'coffee' | 'city' | 'thanks' | 'question' | 'plain'

/** The topic of the last message, recognised by a few words. */
export function topicOf(message: string): Topic {
  const words = new Set(foldName(message).split(/[^\p{L}]+/u))
  const said = (['coffee', 'city', 'thanks', 'greeting'] as const).find((topic) =>
    topics[topic].some((word) => words.has(word)),
  )
  if (said) return said
  return message.trimEnd().endsWith('?') ? 'question' : 'plain'
}

export interface Asked {
  /** The other member's language. */
  readonly locale: Locale
  readonly message: string
  /** What this sample member wrote to them so far, oldest first. */
  readonly written: readonly string[]
  /** The same key gives the same answer, so that a retried job repeats itself. */
  readonly key: string
}

/** A friendly answer not yet used in this conversation; the first one says that it comes from a sample profile. */
export function answerTo({ locale, message, written, key }: Asked): string {
  return introduced(
    locale,
    written,
    pickFresh([...answers[locale][topicOf(message)]], answers[locale].plain, written, key),
  )
}

/** The first words after a returned like. */
export const wordsAfterMatch = (locale: Locale, written: readonly string[], key: string): string =>
  introduced(locale, written, pickFresh(answers[locale].match, answers[locale].plain, written, key))

function pickFresh(
  list: readonly string[],
  otherwise: readonly string[],
  written: readonly string[],
  key: string,
): string {
  const isFresh = (phrase: string): boolean => !written.some((line) => line.includes(phrase))
  const fresh = [list.filter(isFresh), otherwise.filter(isFresh), otherwise].find((some) => some.length > 0) ?? list
  return createRng(`answer ${key}`).pick(fresh)
}

function introduced(locale: Locale, written: readonly string[], phrase: string): string {
  const note = answers[locale].sample
  return written.some((line) => line.includes(note)) ? phrase : `${phrase} (${note})`
}
