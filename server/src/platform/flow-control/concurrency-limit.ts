/** How many pieces of one kind of work may run concurrently: in total and per key. */
export interface ConcurrencyLimits {
  readonly all: number
  readonly perKey: number
  /**
   * Milliseconds of work that may be pending. As many pieces as finished within this time may run concurrently where
   * that is more than `all`, so that a fast machine is not held to the limit of a slow one. Without it, `all` is fixed.
   */
  readonly pendingMs?: number
}

export interface ConcurrencyLimit {
  /** Runs the work. Returns undefined immediately when too much is already running. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> | undefined
}

/**
 * Admits only as much work as can finish soon: a refused caller knows at once, and admitted callers do not wait for
 * seconds. Shares are fair: once half of the capacity is in use, a key with work in progress gets no more.
 */
export function createConcurrencyLimit(limits: ConcurrencyLimits): ConcurrencyLimit {
  const under = new Map<string, number>()
  const finished = countFinished(limits.pendingMs)
  let all = 0
  return {
    run(key, work) {
      const mine = under.get(key) ?? 0
      const most = Math.max(limits.all, finished.lately())
      if (all >= most || mine >= limits.perKey || (mine > 0 && all >= most / 2)) return undefined
      all += 1
      under.set(key, mine + 1)
      const over = (): void => {
        finished.add()
        all -= 1
        const left = (under.get(key) ?? 1) - 1
        if (left === 0) under.delete(key)
        else under.set(key, left)
      }
      const running = work()
      // The caller gets the error from `running`.
      void running.then(over, over)
      return running
    },
  }
}

/** Counts what finished within the last complete interval. */
function countFinished(everyMs: number | undefined): { add(): void; lately(): number } {
  if (everyMs === undefined) return { add: () => undefined, lately: () => 0 }
  let interval = 0
  let count = 0
  let before = 0
  const advance = (): void => {
    const now = Math.floor(performance.now() / everyMs)
    if (now === interval) return
    before = now === interval + 1 ? count : 0
    interval = now
    count = 0
  }
  return {
    add() {
      advance()
      count += 1
    },
    lately() {
      advance()
      return before
    },
  }
}
