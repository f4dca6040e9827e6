/** Of the places of the list every sixth, from the fourth on, is for a new member (decision 5.2). */
const newEvery = 6
const newAt = 3

export interface Slice {
  readonly offset: number
  readonly limit: number
}
/** How many members a list has, by activity and new ones. */
export interface Size {
  readonly known: number
  readonly fresh: number
}
/** What a page shows of one list. */
export interface PagePlan {
  /** Which stretch of the members by activity and which of the new members. */
  readonly known: Slice
  readonly fresh: Slice
  /** True at each place that a new member takes, in order. */
  readonly places: readonly boolean[]
}

/** How many of the first `n` places of the list go to new members, given how many of each there are. */
function freshBefore(n: number, { known, fresh }: Size): number {
  const share = Math.floor(n / newEvery) + (n % newEvery > newAt ? 1 : 0)
  // Where one of the two has run out, the other has the rest.
  return Math.min(fresh, Math.max(share, n - known))
}

/**
 * What a page shows of lists that follow each other, each of members by activity and of new members: the same page of the same
 * lists is always the same, pages do not overlap, and together they show everybody once.
 * @param page from 1
 * @param perPage places on a page
 * @returns one plan for each list, in their order
 */
export function planPage(page: number, perPage: number, lists: readonly Size[]): readonly PagePlan[] {
  let before = 0
  return lists.map((size) => {
    const all = size.known + size.fresh
    const within = (place: number): number => Math.max(0, Math.min(place - before, all))
    const plan = planStretch(within((page - 1) * perPage), within(page * perPage), size)
    before += all
    return plan
  })
}

function planStretch(from: number, to: number, size: Size): PagePlan {
  const freshFrom = freshBefore(from, size)
  const freshTo = freshBefore(to, size)
  const places: boolean[] = []
  for (let n = from; n < to; n += 1) places.push(freshBefore(n + 1, size) > freshBefore(n, size))
  return {
    known: { offset: from - freshFrom, limit: to - freshTo - (from - freshFrom) },
    fresh: { offset: freshFrom, limit: freshTo - freshFrom },
    places,
  }
}
