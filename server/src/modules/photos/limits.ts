/** Runs work of a member, or of anything else that takes turns, when a place is free. */
export type Limited = <T>(who: string, work: () => Promise<T>) => Promise<T>

/**
 * Runs at most `most` pieces of work concurrently, and one of each key. Keys take turns: who sends many waits for
 * themselves, not others for them.
 */
export function createLimit(most: number): Limited {
  const running = new Set<string>()
  /** In the order of turns. */
  const waiting = new Map<string, (() => void)[]>()
  const begin = (): void => {
    for (const [who, calls] of waiting) {
      if (running.size >= most) return
      if (running.has(who)) continue
      const [call, ...more] = calls
      waiting.delete(who)
      if (more.length > 0) waiting.set(who, more)
      running.add(who)
      call?.()
    }
  }
  return async (who, work) => {
    if (running.size < most && !running.has(who)) running.add(who)
    else await new Promise<void>((resolve) => waiting.set(who, [...(waiting.get(who) ?? []), resolve]))
    try {
      return await work()
    } finally {
      running.delete(who)
      // Behind everybody who waits now.
      const calls = waiting.get(who)
      if (calls && waiting.delete(who)) waiting.set(who, calls)
      begin()
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
