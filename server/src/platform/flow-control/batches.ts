export interface BatchOptions<T, R> {
  /**
   * Processes all items. Returns, in their order, each result, or a promise where an item needs more work of its own.
   */
  readonly run: (items: readonly T[]) => Promise<readonly (R | Promise<R>)[]>
  /** Keys of an item. Items that share a key run one at a time, in the order of the calls. */
  readonly keysOf: (item: T) => readonly string[]
  /**
   * Group of an item. Items of one group may be in one batch, in the order of the calls, but never in two batches that
   * run concurrently.
   */
  readonly groupOf?: (item: T) => string
  /** Most items in a batch; 64. */
  readonly most?: number
  /**
   * Time between the starts of two batches, in milliseconds; from 0 after a batch of one item to 5 after one of 16 or
   * more. An item that arrives later than that does not wait: the fuller the batches, the more a wait saves.
   */
  readonly everyMs?: readonly [least: number, most: number]
  /** Batches that run concurrently; 2, so that the next is assembled while the database writes one. */
  readonly concurrency?: number
}

interface Waiting<T, R> {
  readonly item: T
  readonly keys: readonly string[]
  readonly group: string | undefined
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/** Items in a batch from which the longest time passes before the next one. */
const full = 16

/** Collects items into batches: an item alone leaves immediately, and the busier it gets the larger the batches. */
export function createBatches<T, R>(options: BatchOptions<T, R>): (item: T) => Promise<R> {
  const { run, keysOf, groupOf, most = 64, everyMs = [0, 5], concurrency = 2 } = options
  const busy = new Set<string>()
  /** Running items of each group. */
  const groups = new Map<string, number>()
  let waiting: Waiting<T, R>[] = []
  let running = 0
  let nextAt = -Infinity
  let isPlanned = false
  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, keys: keysOf(item), group: groupOf?.(item), resolve, reject })
      plan()
    })

  function plan(): void {
    if (isPlanned || running >= concurrency || waiting.length === 0) return
    isPlanned = true
    const inMs = nextAt - performance.now()
    // setImmediate runs after the events that are already queued, so that items which arrived together leave together.
    if (inMs <= 0 || waiting.length >= most) setImmediate(leave)
    else setTimeout(leave, inMs)
  }

  function leave(): void {
    isPlanned = false
    const batch = take()
    // Every item waits for one that is running; the end of that one calls plan().
    if (batch.length === 0) return
    const [least, longest] = everyMs
    nextAt = performance.now() + least + (longest - least) * Math.min(1, (batch.length - 1) / (full - 1))
    running += 1
    run(batch.map(({ item }) => item)).then(
      (results) => {
        running -= 1
        batch.forEach((each, n) => complete(each, results[n] as R | Promise<R>))
        plan()
      },
      (error: unknown) => {
        running -= 1
        for (const each of batch) complete(each, Promise.reject(error))
      },
    )
    plan()
  }

  function complete(each: Waiting<T, R>, result: R | Promise<R>): void {
    if (!(result instanceof Promise)) {
      free(each)
      return each.resolve(result)
    }
    void result.then(each.resolve, each.reject).finally(() => {
      free(each)
      plan()
    })
  }

  function free({ keys, group }: Waiting<T, R>): void {
    for (const key of keys) busy.delete(key)
    if (group === undefined) return
    const left = (groups.get(group) ?? 1) - 1
    if (left === 0) groups.delete(group)
    else groups.set(group, left)
  }

  function take(): Waiting<T, R>[] {
    const batch: Waiting<T, R>[] = []
    const rest: Waiting<T, R>[] = []
    // An item that is passed over also holds back later items that share a key or the group with it.
    const passed = new Set<string>()
    const passedGroups = new Set<string>()
    for (const each of waiting) {
      const { keys, group } = each
      const isFree =
        batch.length < most &&
        keys.every((key) => !busy.has(key) && !passed.has(key)) &&
        (group === undefined || !(groups.has(group) || passedGroups.has(group)))
      for (const key of keys) (isFree ? busy : passed).add(key)
      if (!isFree && group !== undefined) passedGroups.add(group)
      ;(isFree ? batch : rest).push(each)
    }
    for (const { group } of batch) if (group !== undefined) groups.set(group, (groups.get(group) ?? 0) + 1)
    waiting = rest
    return batch
  }
}
