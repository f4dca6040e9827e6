import * as z from 'zod/mini'
import { heights, intentIds } from '../profile-choices.ts'
import { ages, distanceBands } from '../search-filters.ts'

const range = (least: number, most: number) =>
  z
    .strictObject({
      from: z.int().check(z.gte(least), z.lte(most)),
      to: z.int().check(z.gte(least), z.lte(most)),
    })
    .check(z.refine(({ from, to }) => from <= to, 'ends before it begins'))

const on = z.optional(z.literal(true))

/** What a member asks of the members they are shown. A filter that is left out lets everybody pass. */
export const searchFilters = z.strictObject({
  /** Years, both ends included. Works both ways: who asks for an age is shown to nobody of another. */
  age: z.optional(range(ages.least, ages.most)),
  /** Kilometres at most between where both live, as far as it is known. Works both ways, and not for who says no city. */
  distance: z.optional(z.literal(distanceBands)),
  /** Centimetres, both ends included; who says none is not shown. */
  height: z.optional(range(heights.least, heights.most)),
  /** Here now. */
  online: on,
  /** Signed up in the last seven days. */
  isNew: on,
  /** With an approved photo. */
  withPhoto: on,
  /** With a main photo that was verified. */
  verified: on,
  /** Has written something about themselves, or answered a prompt. */
  withWords: on,
  /** Has an interest that the viewer has. */
  sharedInterests: on,
  /** Hopes to find one of these. */
  intents: z.optional(
    z.array(z.enum(intentIds)).check(
      z.minLength(1),
      z.maxLength(intentIds.length),
      z.refine((ids) => new Set(ids).size === ids.length, 'an intent twice'),
    ),
  ),
})
export type SearchFilters = z.infer<typeof searchFilters>

/** A search that the member keeps. */
const savedSearch = z.strictObject({
  id: z.uuid(),
  /** Null: the member gave it none, and it is called by what it asks. */
  name: z.nullable(z.string()),
  filters: searchFilters,
  /** Where it looks. */
  region: z.string(),
  city: z.string(),
  /** What the list and the deck show now. */
  isCurrent: z.boolean(),
  /** Members it finds who signed up since it was last looked at; none while it is in use. */
  newMembers: z.int().check(z.nonnegative()),
  /** There are more of them than were counted. */
  hasMore: z.boolean(),
})
export type SavedSearch = z.infer<typeof savedSearch>
/** In the order in which they were saved. */
export const savedSearches = z.strictObject({ searches: z.array(savedSearch) })

/** How many people a search finds; below a number only that it is fewer (section 2 of the decisions). */
export const foundCount = z.strictObject({ total: z.nullable(z.int()), fewerThan: z.nullable(z.int()) })
