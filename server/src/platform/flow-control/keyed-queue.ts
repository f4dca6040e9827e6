/** Runs the work of one key sequentially, in the order of the calls. Work of other keys does not wait. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const before = last.get(key)
    // The failure of the previous work is reported to its own caller.
    const mine = before ? before.then(work, work) : work()
    last.set(key, mine)
    const over = (): void => {
      if (last.get(key) === mine) last.delete(key)
    }
    // The caller gets the error from `mine`.
    void mine.then(over, over)
    return mine
  }
}
