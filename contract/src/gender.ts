import * as z from 'zod/mini'
import { wireGender, type WireGender } from './fields.ts'

/** The domain's word for where a member is listed and for whom they look. */
export type Gender = 'man' | 'woman'

export const genderFromWire = (wire: WireGender): Gender => (wire === 'uomo' ? 'man' : 'woman')
export const genderToWire = (gender: Gender): WireGender => (gender === 'man' ? 'uomo' : 'donna')
/** The angel's `gender` field of the specification. */
export const genderToAngel = (gender: Gender): 'Male' | 'Female' => (gender === 'man' ? 'Male' : 'Female')

/** The words that a member may choose for their own gender, beside woman and man. */
export const genderWords = ['nonbinary', 'genderfluid', 'agender', 'trans_woman', 'trans_man', 'questioning'] as const
export type GenderWord = (typeof genderWords)[number]

/** What a profile says of its member's gender. */
export const shownGenders = ['woman', 'man', ...genderWords] as const
export type ShownGender = (typeof shownGenders)[number]

/** One of them, or both with the first one first. */
export const genderList = z.array(wireGender).check(
  z.minLength(1),
  z.maxLength(2),
  z.refine((list) => new Set(list).size === list.length, 'a gender twice'),
)

/** What `sono` and `cerco` cannot say, as a form sends it (rule 13.9). */
export const genderFields = {
  /** In whose searches the member is listed; `sono` is the first, and one of them. */
  listedAll: z.optional(genderList),
  /** Whom they seek; `cerco` is the first, and one of them. */
  seeksAll: z.optional(genderList),
  genderWord: z.optional(z.nullable(z.enum(genderWords))),
  /** Whether others read the word. */
  hidesGenderWord: z.optional(z.boolean()),
}

/** Both of what `sono` and `cerco` say one of, as the member reads it. */
export const genderSides = {
  listedAll: z.array(z.enum(['uomo', 'donna'])),
  seeksAll: z.array(z.enum(['uomo', 'donna'])),
}

/** The same as the member's own profile says it. */
export const genderView = {
  ...genderSides,
  genderWord: z.nullable(z.enum(genderWords)),
  hidesGenderWord: z.boolean(),
}

/** Words of members who are neither a woman nor a man, or have not decided: while such a word is hidden, nothing is shown. */
const beside: ReadonlySet<GenderWord> = new Set(['nonbinary', 'genderfluid', 'agender', 'questioning'])

/** What others read of a member's gender; null for those who do not say. */
export function shownGender(gender: Gender, word: GenderWord | null, isHidden: boolean): ShownGender | null {
  if (word === null) return gender
  if (!isHidden) return word
  if (beside.has(word)) return null
  return word === 'trans_woman' ? 'woman' : 'man'
}
