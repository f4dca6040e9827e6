/** Runs work when a place is free. */
export type Limited = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `most` pieces of work concurrently, in order of arrival. */
export function createLimit(most: number): Limited {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < most) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place passes to the next in line, so that later arrivals cannot overtake.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Concurrent callers with the same key share one run. */
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
