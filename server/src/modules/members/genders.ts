import { type Gender, genderFromWire, genderToWire, type GenderWord, type WireGender } from '@incontro/contract'
import type { Listing } from '#platform/caller.ts'
import { Failure } from '#platform/http/problem.ts'

/* Rule 13.9: beside `sono` and `cerco`, which carry one of each. */

/** What a form says; a missing field changes nothing. */
export interface GenderAnswers {
  readonly ownGender?: WireGender | undefined
  readonly seeks?: WireGender | undefined
  readonly listedAll?: readonly WireGender[] | undefined
  readonly seeksAll?: readonly WireGender[] | undefined
  readonly genderWord?: GenderWord | null | undefined
  readonly hidesGenderWord?: boolean | undefined
}

interface Choice {
  readonly first: Gender
  readonly isBoth: boolean
}

const refusals = {
  listed: { code: 'errore_sono', field: 'sono' },
  sought: { code: 'errore_cerco', field: 'cerco' },
} as const

/**
 * A choice of one or both.
 * @param all replaces the choice; its first counts unless `one` is named, which must be in it
 * @param one alone changes to this one, unless it is the first already: a client that knows only `sono` and `cerco` sends
 * back what it read
 * @throws Failure 400 when `one` is not in `all`
 */
function chosen(
  known: Choice,
  one: WireGender | undefined,
  all: readonly WireGender[] | undefined,
  refusal: keyof typeof refusals,
): Choice {
  if (all !== undefined) {
    const first = one ?? all[0]
    if (first === undefined) return known
    if (!all.includes(first))
      throw new Failure(400, refusals[refusal].code, {
        field: refusals[refusal].field,
        message: 'It is not in the list beside it',
      })
    return { first: genderFromWire(first), isBoth: all.length === 2 }
  }
  if (one === undefined) return known
  const first = genderFromWire(one)
  return known.first === first ? known : { first, isBoth: false }
}

/** Of a member's row. */
export const listingOf = (
  row: Readonly<{ gender: string; listed_in_both: boolean; seeks: string; seeks_both: boolean }>,
): Listing => ({
  gender: row.gender as Gender,
  listedInBoth: row.listed_in_both,
  seeks: row.seeks as Gender,
  seeksBoth: row.seeks_both,
})

/** Of a sign-up that says nothing; the form's own rules ask for both. */
const unsaid: Listing = { gender: 'man', listedInBoth: false, seeks: 'woman', seeksBoth: false }

/** Where a member is listed and whom they seek after a form. @param known before it @throws Failure 400 */
export function listingAfter(
  { ownGender, listedAll, seeks, seeksAll }: GenderAnswers,
  known: Listing = unsaid,
): Listing {
  const listed = chosen({ first: known.gender, isBoth: known.listedInBoth }, ownGender, listedAll, 'listed')
  const sought = chosen({ first: known.seeks, isBoth: known.seeksBoth }, seeks, seeksAll, 'sought')
  return { gender: listed.first, listedInBoth: listed.isBoth, seeks: sought.first, seeksBoth: sought.isBoth }
}

const other = (gender: Gender): Gender => (gender === 'man' ? 'woman' : 'man')

/** The same as the wire has it beside `sono` and `cerco`. */
export const toLists = ({ gender, listedInBoth, seeks, seeksBoth }: Listing) => ({
  listedAll: [gender, ...(listedInBoth ? [other(gender)] : [])].map(genderToWire),
  seeksAll: [seeks, ...(seeksBoth ? [other(seeks)] : [])].map(genderToWire),
})
