import type { Locale } from '@incontro/contract'
import answers from '../../../../../brands/_support/answers.json' with { type: 'json' }

/** A saved answer: its name in the console, and its text with `{name}` and `{brand}`. */
export interface SavedAnswer {
  readonly name: Readonly<Record<Locale, string>>
  readonly text: Readonly<Record<Locale, string>>
}

// The file is checked by tickets.test.ts.
export const savedAnswers: Readonly<Record<string, SavedAnswer>> = answers
