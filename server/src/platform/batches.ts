export interface BatchOptions<T, R> {
  /**
   * Processes all items. Returns, in their order, each result, or a promise where an item needs more work of its own.
   */
  readonly run: (items: readonly T[]) => Promise<readonly (R | Promise<R>)[]>
  /** Keys of an item. Items that share a key run one at a time, in the order of the calls. */
  readonly keysOf: (item: T) => readonly string[]
  /** Most items in a batch; 64. */
  readonly most?: number
  /**
   * Minimum time between the starts of two batches, in milliseconds; 5. An item that arrives later than that does not
   * wait.
   */
  readonly everyMs?: number
  /** Batches that run concurrently; 2, so that the next is assembled while the database writes one. */
  readonly concurrency?: number
}

interface Waiting<T, R> {
  readonly item: T
  readonly keys: readonly string[]
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/** Collects items into batches: an item alone leaves immediately, and the busier it gets the larger the batches. */
export function createBatches<T, R>(options: BatchOptions<T, R>): (item: T) => Promise<R> {
  const { run, keysOf, most = 64, everyMs = 5, concurrency = 2 } = options
  const busy = new Set<string>()
  let waiting: Waiting<T, R>[] = []
  let running = 0
  let lastAt = -Infinity
  let isPlanned = false
  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, keys: keysOf(item), resolve, reject })
      plan()
    })

  function plan(): void {
    if (isPlanned || running >= concurrency || waiting.length === 0) return
    isPlanned = true
    const inMs = lastAt + everyMs - performance.now()
    // setImmediate runs after the events that are already queued, so that items which arrived together leave together.
    if (inMs <= 0 || waiting.length >= most) setImmediate(leave)
    else setTimeout(leave, inMs)
  }

  function leave(): void {
    isPlanned = false
    const batch = take()
    // Every item waits for one that is running; the end of that one calls plan().
    if (batch.length === 0) return
    lastAt = performance.now()
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

  function free({ keys }: Waiting<T, R>): void {
    for (const key of keys) busy.delete(key)
  }

  function take(): Waiting<T, R>[] {
    const batch: Waiting<T, R>[] = []
    const rest: Waiting<T, R>[] = []
    // An item that is passed over also holds back later items that share a key with it.
    const passed = new Set<string>()
    for (const each of waiting) {
      const isFree = batch.length < most && each.keys.every((key) => !busy.has(key) && !passed.has(key))
      for (const key of each.keys) (isFree ? busy : passed).add(key)
      ;(isFree ? batch : rest).push(each)
    }
    waiting = rest
    return batch
  }
}
