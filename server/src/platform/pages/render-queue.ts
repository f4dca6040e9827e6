import { Failure } from '#platform/http/problem.ts'

export interface RenderQueueOptions {
  /** How many run concurrently. */
  readonly concurrency: number
  /** How many may wait; more are refused. */
  readonly waiting: number
}

/** Runs work in order of arrival with limited concurrency, and yields to the event loop in between. */
export interface RenderQueue {
  /**
   * @param isAborted asked when the turn comes: true if no client waits for the result any more; the work is then skipped
   * @returns undefined for skipped work
   * @throws Failure 503 when too many wait
   */
  run<T>(work: () => Promise<T>, isAborted: () => boolean): Promise<T | undefined>
}

export function createRenderQueue({ concurrency, waiting }: RenderQueueOptions): RenderQueue {
  const queue: (() => void)[] = []
  let running = 0

  /** Yields to the event loop before the next piece of work: a message waits for one page, not for all of them. */
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
