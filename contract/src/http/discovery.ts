import * as z from 'zod/mini'
import { hairColors, intentIds, interestIds, pickReasons } from '../profile-choices.ts'
import {
  angelId,
  cityId,
  country,
  line,
  localeSchema,
  premiumLevel,
  presence,
  text,
  time,
  trackerId,
  wireGender,
} from '../fields.ts'
import { shownGenders } from '../gender.ts'
import { route } from '../route.ts'
import { distanceBands, filterIds } from '../search-filters.ts'
import { longestSearchName } from '../limits.ts'
import { memberFacts } from './facts.ts'
import { foundCount, savedSearches, searchFilters } from './filters.ts'
import { thumbhash } from './photos.ts'
import { answeredPrompt } from './profile.ts'

/** Another member as a card or a page shows them. Only declared fields leave the server. */
const angelView = z.strictObject({
  id: angelId,
  _id: angelId,
  screenName: z.string(),
  age: z.int(),
  gender: z.enum(['Male', 'Female']),
  about: z.string(),
  description: z.string(),
  hair_color: z.nullable(z.enum(hairColors)),
  height: z.nullable(z.int()),
  weight: z.nullable(z.int()),
  default_photo: z.nullable(z.string()),
  /** Of the photo, to show until it has loaded. */
  thumbhash,
  city: z.string(),
  region: z.string(),
  /** Upper bound of the distance to the caller in kilometres, measured between fixed cells (10: near); null when far or unknown. */
  distance: z.nullable(z.literal(distanceBands)),
  online: z.boolean(),
  presence,
  /** A moderator compared the main photo with a picture in which the member shows a requested gesture. */
  verified: z.boolean(),
  /** When it was verified. */
  verifiedAt: z.nullable(time),
  liked: z.boolean(),
  likedYou: z.boolean(),
  isNew: z.boolean(),
  /** True for a made-up profile of the demo; the page marks it. */
  sample: z.boolean(),
})
/** What they like; `shared` when the caller likes it, too. */
const interests = z.array(z.strictObject({ id: z.enum(interestIds), shared: z.boolean() }))
/** Another member as their own page shows them. */
const angelPage = z.strictObject({
  ...angelView.shape,
  /** What the member says of their gender; null for those who do not say. `gender` is where they are listed first. */
  genderShown: z.nullable(z.enum(shownGenders)),
  /** Addresses of all photos, the main one first. */
  gallery: z.array(z.strictObject({ url: z.string(), thumbhash })),
  prompts: z.array(answeredPrompt),
  /** The caller's own answer that their like was for; null if it was for the profile, or the answer is gone. */
  likedAnswer: z.nullable(answeredPrompt),
  /** Whether `/dispenser/:angelId/phone` gives the caller their number (rule 12.11). */
  hasPhone: z.boolean(),
  /** Whether they have opened the caller's page, and let that be seen. */
  visitedYou: z.boolean(),
  /** Whether the caller may write to them: some take first messages from verified members or from those they like only. */
  writable: z.boolean(),
  /** What they hope to find; `shared` when the caller says the same of themselves. */
  intent: z.nullable(z.strictObject({ id: z.enum(intentIds), shared: z.boolean() })),
  /** Interests that the caller shares come first. */
  interests,
  /** What they say of their life; null if nothing. */
  facts: z.nullable(memberFacts),
})
export type AngelPage = z.infer<typeof angelPage>
export type AngelView = z.infer<typeof angelView>

/** A member picked for the caller, and why. */
const pick = z.strictObject({
  ...angelView.shape,
  /** What the two have in common, strongest first; never empty. */
  reasons: z.array(z.enum(pickReasons)),
  /** How many interests they share. */
  sharedInterests: z.int(),
})

export const discoveryRoutes = {
  match: route({
    id: 'match',
    method: 'POST',
    path: '/dispenser/match',
    tag: 'discovery',
    access: 'member',
    summary:
      'A page of members the caller may see: the city’s first, then the rest of the region, those online first in each. 12 a page. Without a region it is where the caller looks.',
    body: z.strictObject({
      country: z.optional(country),
      page: z._default(z.int().check(z.gte(1), z.lte(100000)), 1),
      vertical: z.optional(text(40)),
      region: z.optional(line(120)),
      premiumLevel: z.optional(premiumLevel),
      trackerId,
      remarketing_clickid: z.optional(text(120)),
      city: z.optional(text(120)),
      cityId: z.optional(cityId),
      cerco: z.optional(wireGender),
      mode: z._default(z.enum(['find', 'match']), 'find'),
    }),
    reply: z.strictObject({
      /** In the mode `match` with up to three interests, those in common first. */
      profili: z.array(z.strictObject({ ...angelView.shape, interests: z.optional(interests) })),
      /** Members found. It is exact up to a thousand; from there it grows with the page, as `hasMore` says. */
      totali: z.int(),
      /** There are more than `totali`. */
      hasMore: z.boolean(),
      page: z.int(),
      perPage: z.int(),
      /** Set when the caller's level may not open the requested page or place; `profili` is then empty, and elsewhere nothing is counted. */
      hook: z.optional(z.enum(['paginazione', 'cambia_regione'])),
      /** The caller's filters, which were applied. */
      filters: searchFilters,
      /** True while the only filter is the age range that the sign-up suggested. */
      isSuggested: z.boolean(),
      /** When the filters match no member: the filter whose removal adds most members (or all filters), and how many it adds. */
      loosen: z.optional(z.strictObject({ filter: z.enum([...filterIds, 'all']), ...foundCount.shape })),
    }),
    failures: [401, 404],
  }),
  totalRegion: route({
    id: 'totalRegion',
    method: 'POST',
    path: '/dispenser/totalRegion',
    tag: 'discovery',
    access: 'member',
    summary:
      'Members of the region, or of the whole country, active in the last 30 days whom the caller may see; below 50 only "fewer than 50".',
    body: z.strictObject({ country, region: z.optional(line(120)) }),
    reply: z.strictObject({
      ...foundCount.shape,
      /** No one at all; said only of places where the caller may look. */
      isEmpty: z.boolean(),
      /** Whether the caller may look in other regions of their country. */
      mayLeave: z.boolean(),
    }),
    failures: [401],
  }),
  savePlace: route({
    id: 'savePlace',
    method: 'PUT',
    path: '/dispenser/place',
    tag: 'discovery',
    access: 'member',
    summary:
      'Where the caller looks for others, apart from where they live; without a region it is where they live. A region with fewer than ten people for them may be left without a plan.',
    body: z.strictObject({
      trackerId,
      region: z.optional(line(120)),
      city: z.optional(text(120)),
      cityId: z.optional(cityId),
      /** Instead of a region. */
      wholeCountry: z.optional(z.literal(true)),
    }),
    reply: z.strictObject({ searchRegion: z.string(), searchCity: z.string() }),
    failures: [401, 403, 404],
  }),
  saveFilters: route({
    id: 'saveFilters',
    method: 'PUT',
    path: '/dispenser/filters',
    tag: 'discovery',
    access: 'member',
    summary: 'Keep what the caller asks of the members they are shown, in the list and the deck. Replaced whole.',
    body: z.strictObject({ trackerId, filters: searchFilters }),
    reply: z.strictObject({ filters: searchFilters }),
    failures: [401, 404],
  }),
  countFiltered: route({
    id: 'countFiltered',
    method: 'POST',
    path: '/dispenser/filters/count',
    tag: 'discovery',
    access: 'member',
    summary:
      'How many members these filters would leave where the caller looks, in the list or in the deck; below 50 only "fewer than 50".',
    body: z.strictObject({ trackerId, filters: searchFilters, mode: z._default(z.enum(['find', 'match']), 'find') }),
    reply: z.strictObject({ ...foundCount.shape, /** No member at all. */ isEmpty: z.boolean() }),
    failures: [401, 404],
  }),
  savedSearches: route({
    id: 'savedSearches',
    method: 'GET',
    path: '/dispenser/searches',
    tag: 'discovery',
    access: 'member',
    summary: 'Searches the caller keeps, each with how many members signed up since they last looked at it.',
    reply: savedSearches,
    failures: [401],
  }),
  saveSearch: route({
    id: 'saveSearch',
    method: 'POST',
    path: '/dispenser/searches',
    tag: 'discovery',
    access: 'member',
    summary:
      'Keep the filters and the place in use now as a search; what is kept already stays one search. At most 10.',
    body: z.strictObject({ trackerId, name: z._default(text(longestSearchName), '') }),
    reply: savedSearches,
    failures: [401, 404, 409],
  }),
  openSearch: route({
    id: 'openSearch',
    method: 'POST',
    path: '/dispenser/searches/:searchId/open',
    tag: 'discovery',
    access: 'member',
    summary: 'Look with a saved search: its filters and its place replace those in use.',
    params: z.strictObject({ searchId: z.uuid() }),
    body: z.strictObject({ trackerId }),
    reply: z.strictObject({ filters: searchFilters, searchRegion: z.string(), searchCity: z.string() }),
    failures: [401, 403, 404],
  }),
  renameSearch: route({
    id: 'renameSearch',
    method: 'PUT',
    path: '/dispenser/searches/:searchId',
    tag: 'discovery',
    access: 'member',
    summary: 'Name a saved search; an empty name lets it be called by what it asks.',
    params: z.strictObject({ searchId: z.uuid() }),
    body: z.strictObject({ trackerId, name: text(longestSearchName) }),
    reply: savedSearches,
    failures: [401, 404],
  }),
  removeSearch: route({
    id: 'removeSearch',
    method: 'DELETE',
    path: '/dispenser/searches/:searchId',
    tag: 'discovery',
    access: 'member',
    summary: 'Delete a saved search.',
    params: z.strictObject({ searchId: z.uuid() }),
    reply: savedSearches,
    failures: [401, 404],
  }),
  picks: route({
    id: 'picks',
    method: 'POST',
    path: '/dispenser/picks',
    tag: 'discovery',
    access: 'member',
    summary:
      'Up to five members picked for the caller’s day, with what the two have in common. The first request of the day decides.',
    body: z.strictObject({ trackerId }),
    reply: z.strictObject({ picks: z.array(pick) }),
    failures: [401, 404],
  }),
  starters: route({
    id: 'starters',
    method: 'GET',
    path: '/api/get/starters/:angelId/:locale',
    tag: 'discovery',
    access: 'member',
    summary:
      'Up to three first words to one member, from their answers, interests, town and aim in common; none when the caller may not see them or write to them.',
    params: z.strictObject({ angelId: z.string().check(z.maxLength(64)), locale: localeSchema }),
    reply: z.strictObject({ starters: z.array(z.string()) }),
    failures: [401],
  }),
  angel: route({
    id: 'angel',
    method: 'GET',
    path: '/dispenser/:angelId/:country/:cerco',
    tag: 'discovery',
    access: 'member',
    summary: 'One member, as a list of one; empty when the caller may not see them (rule 11.14).',
    params: z.strictObject({ angelId: z.string().check(z.maxLength(64)), country, cerco: wireGender }),
    reply: z.array(angelPage),
    failures: [401],
  }),
} as const
