import * as z from 'zod/mini'
import { childrenIds, heights, intentIds, languageIds, smokingIds } from '../profile-choices.ts'
import { ages, distanceBands } from '../search-filters.ts'

const range = (least: number, most: number) =>
  z
    .strictObject({
      from: z.int().check(z.gte(least), z.lte(most)),
      to: z.int().check(z.gte(least), z.lte(most)),
    })
    .check(z.refine(({ from, to }) => from <= to, 'ends before it begins'))

const on = z.optional(z.literal(true))

/** At least one of a list, none of them twice. */
const some = <const Ids extends readonly [string, ...string[]]>(ids: Ids) =>
  z.array(z.enum(ids)).check(
    z.minLength(1),
    z.maxLength(ids.length),
    z.refine((chosen) => new Set(chosen).size === chosen.length, 'one twice'),
  )

/** Which members a member wants to be shown. A filter that is left out excludes no one. */
export const searchFilters = z.strictObject({
  /** Years, both ends included. It works in both directions: the member is shown only to members of this age, too. */
  age: z.optional(range(ages.least, ages.most)),
  /** Greatest distance in kilometres, where it is known. It works in both directions, and not for members without a city. */
  distance: z.optional(z.literal(distanceBands)),
  /** Centimetres, both ends included; members without a height are not shown. It works in both directions. */
  height: z.optional(range(heights.least, heights.most)),
  /** Online now. */
  online: on,
  /** Signed up in the last seven days. */
  isNew: on,
  /** Has an approved photo. */
  withPhoto: on,
  /** Has a verified main photo. */
  verified: on,
  /** Has written something about themselves, or answered a prompt. */
  withWords: on,
  /** Has an interest that the viewer has. */
  sharedInterests: on,
  /** Hopes to find one of these. It works in both directions. */
  intents: z.optional(
    z.array(z.enum(intentIds)).check(
      z.minLength(1),
      z.maxLength(intentIds.length),
      z.refine((ids) => new Set(ids).size === ids.length, 'an intent twice'),
    ),
  ),
  /** Says one of these of children. */
  children: z.optional(some(childrenIds)),
  /** Says one of these of smoking. */
  smoking: z.optional(some(smokingIds)),
  /** Speaks one of these. */
  languages: z.optional(some(languageIds)),
})
export type SearchFilters = z.infer<typeof searchFilters>

/** A saved search. */
const savedSearch = z.strictObject({
  id: z.uuid(),
  /** Null where the member gave it no name; the page then names it by its filters. */
  name: z.nullable(z.string()),
  filters: searchFilters,
  /** The region it searches. */
  region: z.string(),
  city: z.string(),
  /** Whether the list and the deck use it now. */
  isCurrent: z.boolean(),
  /** Members it finds who signed up since it was last looked at; none while it is in use. */
  newMembers: z.int().check(z.nonnegative()),
  /** There are more of them than were counted. */
  hasMore: z.boolean(),
})
export type SavedSearch = z.infer<typeof savedSearch>
/** In the order in which they were saved. */
export const savedSearches = z.strictObject({ searches: z.array(savedSearch) })

/**
 * How many people a search finds: the number, or that it is fewer (rule 2.5), or that it is more than
 * is counted. The other two are null.
 */
export const foundCount = z.strictObject({
  total: z.nullable(z.int()),
  fewerThan: z.nullable(z.int()),
  moreThan: z.nullable(z.int()),
})
export type FoundCount = z.infer<typeof foundCount>
