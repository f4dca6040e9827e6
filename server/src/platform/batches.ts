export interface BatchOptions<T, R> {
  /** Does all of them; answers for each, in their order, its result or what is still being done about it alone. */
  readonly run: (items: readonly T[]) => Promise<readonly (R | Promise<R>)[]>
  /** Of one key there is one item under way at a time, in the order of the calls. */
  readonly keysOf: (item: T) => readonly string[]
  /** Items in a batch; 64. */
  readonly most?: number
  /** Batches follow each other no faster; milliseconds, 5. An item that comes later than that after the last one does not wait. */
  readonly everyMs?: number
  /** Batches under way at a time; 2: while the database writes one, the next is put together. */
  readonly concurrency?: number
}

interface Waiting<T, R> {
  readonly item: T
  readonly keys: readonly string[]
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/** What is due together leaves together: at once while little happens, and in batches the more there is to do. */
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
    // At once is after the events that are there already: they came together.
    if (inMs <= 0 || waiting.length >= most) setImmediate(leave)
    else setTimeout(leave, inMs)
  }

  function leave(): void {
    isPlanned = false
    const batch = take()
    // Everything waits for something under way, whose end plans anew.
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
    // An item that is passed over keeps those with one of its keys behind it.
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
