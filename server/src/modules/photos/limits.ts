/** Runs a work when its turn comes. */
export type Limited = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `most` of the given works at a time, in the order they came. */
export function createLimit(most: number): Limited {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < most) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place passes on to the next in line, so nobody who comes in between takes it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Callers who ask for the same key at the same time share one work. */
export function createCoalescer<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  return (key, work) => {
    const shared = running.get(key)
    if (shared) return shared
    const own = work().finally(() => running.delete(key))
    running.set(key, own)
    return own
  }
}
