/** How many pieces of one kind of work may run concurrently: in total and per key. */
export interface AdmissionLimits {
  readonly all: number
  readonly perKey: number
}

export interface Admission {
  /** Runs the work. Returns undefined immediately when too much is already running. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> | undefined
}

/**
 * Admits only as much work as can finish soon: a refused caller knows at once, and admitted callers do not wait for
 * seconds. Shares are fair: once half of the capacity is in use, a key with work in progress gets no more.
 */
export function createAdmission(limits: AdmissionLimits): Admission {
  const under = new Map<string, number>()
  let all = 0
  return {
    run(key, work) {
      const mine = under.get(key) ?? 0
      if (all >= limits.all || mine >= limits.perKey || (mine > 0 && all >= limits.all / 2)) return undefined
      all += 1
      under.set(key, mine + 1)
      const over = (): void => {
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
