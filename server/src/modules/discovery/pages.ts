/** Of the places of the list every sixth, from the fourth on, is for a new member (decision 5.2). */
const newEvery = 6
const newAt = 3

export interface Slice {
  readonly offset: number
  readonly limit: number
}
export interface PagePlan {
  /** Which stretch of the members by activity and which of the new members this page shows. */
  readonly known: Slice
  readonly fresh: Slice
  /** True at each place that a new member takes, in order. */
  readonly places: readonly boolean[]
}

/** How many of the first `n` places of the list go to new members, given how many of each there are. */
function freshBefore(n: number, known: number, fresh: number): number {
  const share = Math.floor(n / newEvery) + (n % newEvery > newAt ? 1 : 0)
  // Where one of the two has run out, the other has the rest.
  return Math.min(fresh, Math.max(share, n - known))
}

/**
 * What a page shows of two lists, one of members by activity and one of new members: the same page of the same lists is always the
 * same, pages do not overlap, and together they show everybody once.
 * @param page from 1
 * @param perPage places on a page
 * @param known, fresh how many members each list has
 */
export function planPage(page: number, perPage: number, known: number, fresh: number): PagePlan {
  const from = Math.min((page - 1) * perPage, known + fresh)
  const to = Math.min(page * perPage, known + fresh)
  const freshFrom = freshBefore(from, known, fresh)
  const freshTo = freshBefore(to, known, fresh)
  const places: boolean[] = []
  for (let n = from; n < to; n += 1) places.push(freshBefore(n + 1, known, fresh) > freshBefore(n, known, fresh))
  return {
    known: { offset: from - freshFrom, limit: to - freshTo - (from - freshFrom) },
    fresh: { offset: freshFrom, limit: freshTo - freshFrom },
    places,
  }
}
