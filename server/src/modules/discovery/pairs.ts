import type { Gender } from '@incontro/contract'
import type { Listing } from '#platform/caller.ts'
import { pairBit } from '#modules/members/index.ts'
import type { Put } from './filters.ts'

/* docs/decisions/054: an entry of the list for each pair of where a member is listed and whom they seek. */

/**
 * Conditions of an area alone, on `discovery_entries` by any alias: one for each pair, of which no two hold for entries
 * of the same member.
 */
export type OfArea = (alias: string) => readonly string[]

/** The entries of one range of the list's index: of members listed as this gender who seek that one. */
export interface Pair {
  readonly gender: Gender
  readonly seeks: Gender
}

const both = (one: Gender, isBoth: boolean): readonly Gender[] =>
  isBoth ? [one, one === 'man' ? 'woman' : 'man'] : [one]

/** Whom a member seeks, their first choice first. */
export const soughtBy = ({ seeks, seeksBoth }: Pick<Listing, 'seeks' | 'seeksBoth'>): readonly Gender[] =>
  both(seeks, seeksBoth)
/** In whose searches a member is listed. */
export const listedAs = ({ gender, listedInBoth }: Pick<Listing, 'gender' | 'listedInBoth'>): readonly Gender[] =>
  both(gender, listedInBoth)

/**
 * The pairs that a viewer reads: one for most, four for those who are listed in both searches and seek both. Of four,
 * those of one gender come first: many of the few who are in these are in the large ranges, too, and if they were left
 * out here, a page would read these to their end.
 */
export function pairsFor(viewer: Listing): readonly Pair[] {
  const pairs = soughtBy(viewer).flatMap((gender) => listedAs(viewer).map((seeks) => ({ gender, seeks })))
  const isOfOne = ({ gender, seeks }: Pair): number => Number(gender === seeks)
  return pairs.length < 4 ? pairs : pairs.toSorted((one, other) => isOfOne(other) - isOfOne(one))
}

/**
 * A condition on an entry by any alias for each pair. No two hold for entries of the same member: of a member who has
 * entries in several of these pairs, only that of the first one counts.
 */
export function ofPairs(pairs: readonly Pair[], put: Put): (alias: string) => readonly string[] {
  const values = pairs.map(({ gender, seeks }, n) => ({
    gender: put(gender),
    seeks: put(seeks),
    before: n === 0 ? undefined : put(pairs.slice(0, n).reduce((sum, pair) => sum | pairBit(pair), 0)),
  }))
  return (e) =>
    values.map(
      ({ gender, seeks, before }) =>
        `${e}.gender = ${gender} and ${e}.seeks = ${seeks}${before === undefined ? '' : ` and ${e}.other_pairs & ${before}::int = 0`}`,
    )
}

/**
 * The first entries of an area that meet the conditions, in the order of the list, each member once. With one pair it is
 * one range of the list's index; with more, the first of each range, merged.
 * @param parts one condition for each pair, on `discovery_entries e`
 * @param kept columns of `discovery_entries` that `columns` need
 * @param columns what is selected, of `e`
 * @param end `limit`, with `offset` if there is one
 * @param most a placeholder: so many of each range are enough
 */
export function firstEntries(
  parts: readonly string[],
  where: string,
  { columns, kept = 'e.member_id, e.active_at' }: { readonly columns: string; readonly kept?: string },
  end: string,
  most: string,
): string {
  const inOrder = 'order by e.active_at desc, e.member_id'
  const [only = 'false', ...more] = parts
  if (more.length === 0)
    return `(select ${columns} from discovery_entries e where ${only} and ${where} ${inOrder} ${end})`
  const ranges = parts.map(
    (part) => `(select ${kept} from discovery_entries e where ${part} and ${where} ${inOrder} limit ${most})`,
  )
  return `(select ${columns} from (${ranges.join(' union all ')}) e ${inOrder} ${end})`
}
