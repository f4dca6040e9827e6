/**
 * Work that members wait for, such as credits that were paid for. What may come later and blocks the event loop
 * (rendering a receipt) goes behind it, in the same process.
 */
export interface PriorityGate {
  /** Urgent work starts. @returns to be called at its end */
  begin(): () => void
  /** Resolves when no urgent work has run for a moment, or after the longest wait. */
  over(): Promise<void>
}

/** @param mostMs the longest wait, so that a stream of urgent work delays the rest but does not stop it */
export function createPriorityGate({ quietMs = 100, mostMs = 10_000 } = {}): PriorityGate {
  let running = 0
  let lastEnd = -Infinity
  const isOver = (): boolean => running === 0 && performance.now() - lastEnd >= quietMs
  return {
    begin() {
      running += 1
      return () => {
        running -= 1
        lastEnd = performance.now()
      }
    },
    async over() {
      for (const from = performance.now(); !isOver() && performance.now() - from < mostMs;)
        await new Promise((resolve) => setTimeout(resolve, quietMs))
    },
  }
}
