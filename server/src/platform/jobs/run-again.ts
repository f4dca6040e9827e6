import { setTimeout as pause } from 'node:timers/promises'

export interface Runner {
  /** Resolves when it has ended, also by itself. */
  readonly ended: Promise<unknown>
  /** It begins nothing more at once, and resolves when what it has begun is done. */
  stop(): Promise<void>
}

/**
 * Starts a runner, and another one whenever it ends by itself, while what that one has begun goes on. Only the first
 * start may fail, later ones are repeated.
 */
export async function runAgain(
  start: () => Promise<Runner>,
  { onEnded, onError, pauseMs }: { onEnded: () => void; onError: (error: unknown) => void; pauseMs: number },
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const { signal } = stopping
  let runner: Runner | undefined = await start()
  const ending = new Set<Promise<void>>()
  const supervised = (async () => {
    for (;;) {
      await runner?.ended
      if (signal.aborted) return
      if (runner) {
        onEnded()
        const end = runner
          .stop()
          .catch(onError)
          .finally(() => ending.delete(end))
        ending.add(end)
      }
      runner = undefined
      // Rejects only if it is stopped meanwhile, which the next line notices.
      await pause(pauseMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      runner = await start().catch((error: unknown) => void onError(error))
      if (signal.aborted) return runner?.stop()
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await runner?.stop()
      await Promise.all([supervised, ...ending])
    },
  }
}
