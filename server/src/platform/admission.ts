/** How many pieces of work of one kind are taken at a time, all together and of one key. */
export interface AdmissionLimits {
  readonly all: number
  readonly perKey: number
}

export interface Admission {
  /** Takes the work, and runs it; undefined, at once, when too much is under way already. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> | undefined
}

/**
 * Takes no more than can be done soon, so that a refused caller knows at once and the others do not wait for seconds. By
 * fair shares: from the half on only those are taken of whom nothing is under way.
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
