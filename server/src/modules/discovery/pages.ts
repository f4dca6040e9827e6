/** Every sixth place of the list, from the fourth on, is for a new member (rule 5.2). */
const newEvery = 6
const newAt = 3

export interface Slice {
  readonly offset: number
  readonly limit: number
}
/** Size of a list: members by activity, and new ones. */
export interface Size {
  readonly known: number
  readonly fresh: number
}
/** What a page shows of one list. */
export interface PagePlan {
  /** The range of members by activity, and the range of new members. */
  readonly known: Slice
  readonly fresh: Slice
  /** For each place, in order, whether a new member takes it. */
  readonly places: readonly boolean[]
}

/** How many of the first `n` places go to new members. */
function freshBefore(n: number, { known, fresh }: Size): number {
  const share = Math.floor(n / newEvery) + (n % newEvery > newAt ? 1 : 0)
  // When one group has run out, the other takes the remaining places.
  return Math.min(fresh, Math.max(share, n - known))
}

/**
 * Plans a page over consecutive lists, each of members by activity and new members. Deterministic: pages do not
 * overlap, and together they show every member once.
 * @param page from 1
 * @param perPage places on a page
 * @returns one plan for each list, in order
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
