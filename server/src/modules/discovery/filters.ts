import { ages, type InterestId, type SearchFilters } from '@incontro/contract'
import { onlineForMs } from '#modules/members/index.ts'
import { isDefaultPhoto } from '#modules/photos/index.ts'

/** Adds a parameter to a statement and returns its placeholder. */
export type Put = (value: unknown) => string

/** A member's filters, and the values they are compared with. */
export interface Asked {
  readonly filters: SearchFilters
  readonly ownInterests: readonly InterestId[]
  /** Cities within the wanted distance; null if the member has no city, and the distance is ignored. */
  readonly nearCities: readonly number[] | null
}

/** The filters as SQL conditions on `discovery_entries e`, cheapest first. */
export function filterConditions({ filters, ownInterests, nearCities }: Asked, now: Date, put: Put): readonly string[] {
  const { age, distance, height, intents } = filters
  return [
    ...(distance && nearCities ? [`e.city_id = any(${put(nearCities)}::int[])`] : []),
    ...(filters.online
      ? [`e.active_at > ${put(new Date(now.getTime() - onlineForMs))}::timestamptz and e.shows_presence`]
      : []),
    ...(filters.isNew ? ['e.is_new'] : []),
    ...(age ? [`e.born_on <= ${put(bornOn(now, age.from))}::date`] : []),
    // The highest age includes everyone older.
    ...(age && age.to < ages.most ? [`e.born_on > ${put(bornOn(now, age.to + 1))}::date`] : []),
    ...(height ? [`e.height_cm between ${put(height.from)}::int and ${put(height.to)}::int`] : []),
    ...(intents ? [`e.intent = any(${put(intents)}::text[])`] : []),
    ...(filters.withWords ? ['e.has_words'] : []),
    ...(filters.sharedInterests ? [`e.interests && ${put(ownInterests)}::text[]`] : []),
    ...(filters.children || filters.smoking || filters.languages ? [says(filters, put)] : []),
    ...(filters.verified
      ? ['exists (select from members v where v.id = e.member_id and v.verified_at is not null)']
      : []),
    ...(filters.withPhoto
      ? [`exists (select from member_photos f where f.member_id = e.member_id and ${isDefaultPhoto('f')})`]
      : []),
  ]
}

/** The member says of their life what is asked for. Faith is never asked for. */
function says({ children, smoking, languages }: SearchFilters, put: Put): string {
  const conditions = [
    ...(children ? [`l.children = any(${put(children)}::text[])`] : []),
    ...(smoking ? [`l.smoking = any(${put(smoking)}::text[])`] : []),
    ...(languages ? [`l.languages && ${put(languages)}::text[]`] : []),
  ]
  return `exists (select from member_facts l where l.member_id = e.member_id and ${conditions.join(' and ')})`
}

/** The latest birthday of someone of this age, as `YYYY-MM-DD`. */
function bornOn(now: Date, years: number): string {
  const day = new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate()))
  return day.toISOString().slice(0, 10)
}
