import type { Locale } from '@incontro/contract'
import { languageNames } from '#console/parts/language-names.ts'

/** The languages of every text. */
export const languages = Object.keys(languageNames) as readonly Locale[]
