import { type Locale, locales } from '@incontro/contract'
import { unknownPlaceholders } from '@incontro/contract/admin'
import * as z from 'zod'
import file from '../../../../../brands/_support/answers.json' with { type: 'json' }

/** A saved answer: its name in the console, and its text with `{name}` and `{brand}`. */
export interface SavedAnswer {
  readonly name: Readonly<Record<Locale, string>>
  readonly text: Readonly<Record<Locale, string>>
}
export type SavedAnswers = Readonly<Record<string, SavedAnswer>>

const inAllLanguages = <T extends z.ZodType>(words: T) =>
  z.strictObject(Object.fromEntries(locales.map((locale) => [locale, words])) as Record<Locale, T>)

/** `brands/_support/answers.json`. Both placeholders are needed: an answer names whom it is to and who writes. */
export const answersFile = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/i, 'must be letters, digits and hyphens'),
    z.strictObject({
      name: inAllLanguages(z.string().trim().min(1).max(80)),
      text: inAllLanguages(
        z
          .string()
          .trim()
          .min(1)
          .max(4000)
          .refine((text) => unknownPlaceholders(text).length === 0, 'has a placeholder that there is not')
          .refine((text) => text.includes('{name}') && text.includes('{brand}'), 'needs {name} and {brand}'),
      ),
    }),
  )
  .refine((answers) => Object.keys(answers).length <= 100, 'has more than 100 answers')

/** The answers in the file, the same for every brand. It is checked by tickets.test.ts. */
export const savedAnswers: SavedAnswers = file

export interface LiveAnswers {
  of(brandId: string): SavedAnswers
  /** What was published in the console for a brand; undefined for the file. */
  publish(brandId: string, answers: SavedAnswers | undefined): void
}

/** Each server has its own: what one publishes in its database is not another's. */
export function liveAnswers(): LiveAnswers {
  const live = new Map<string, SavedAnswers>()
  return {
    of: (brandId) => live.get(brandId) ?? savedAnswers,
    publish: (brandId, answers) => void (answers ? live.set(brandId, answers) : live.delete(brandId)),
  }
}
