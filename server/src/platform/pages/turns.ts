import { Failure } from '../http/problem.ts'

export interface TurnsOptions {
  /** How many run at once. */
  readonly concurrency: number
  /** How many may wait; past that they are turned away. */
  readonly waiting: number
}

/** Lets work begin in the order it came, few at a time, with everything else the event loop has to do in between. */
export interface Turns {
  /**
   * @param isAborted whether nobody waits for it any more when its turn comes: then it is not begun
   * @returns undefined for work that was not begun
   * @throws Failure 503 when too many wait
   */
  run<T>(work: () => Promise<T>, isAborted: () => boolean): Promise<T | undefined>
}

export function createTurns({ concurrency, waiting }: TurnsOptions): Turns {
  const queue: (() => void)[] = []
  let running = 0

  /** A turn of the event loop lies between two of ours: a message being sent waits for one page, not for all of them. */
  function pass(): void {
    const begin = queue.shift()
    if (begin) setImmediate(begin)
    else running -= 1
  }

  return {
    async run(work, isAborted) {
      if (running < concurrency) running += 1
      else {
        if (queue.length >= waiting)
          throw new Failure(503, undefined, { message: 'Too many pages at once: try again in a moment' })
        await new Promise<void>((begin) => queue.push(begin))
      }
      try {
        return isAborted() ? undefined : await work()
      } finally {
        pass()
      }
    },
  }
}
