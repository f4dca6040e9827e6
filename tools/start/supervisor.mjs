import { setTimeout as sleep } from 'node:timers/promises'
import { printWarning } from '../support/output.mjs'

/** @typedef {{ ended: Promise<unknown>, stop: (timeoutMs: number) => Promise<void> }} Supervised */

/** In milliseconds. An exit before this time counts as a repeated failure. */
const HEALTHY = 60_000

/**
 * Keeps a process running: when it exits, logs that and restarts it, after 0.5 s the first time and up to 30 s for
 * repeated exits.
 * @template {Supervised} T
 * @param {string} name as printed @param {() => Promise<T>} start
 * @returns {Promise<{ current: () => T, restartOnExit: () => void, stop: (timeoutMs: number) => Promise<void> }>}
 * resolves after the first start; an exit before `restartOnExit` is called is not restarted
 */
export async function supervise(name, start) {
  let current = await start()
  let stopping = false
  let wait = 500
  const waiting = new AbortController()

  async function watch() {
    while (!stopping) {
      const since = Date.now()
      const how = await current.ended
      if (stopping) return
      wait = Date.now() - since > HEALTHY ? 500 : wait
      printWarning(`${name} ended (${String(how ?? 'unexpectedly')}): starting it again`)
      for (;;) {
        // An abort only means that the process should stop, which is checked below.
        await sleep(wait, undefined, { signal: waiting.signal }).catch(() => undefined)
        wait = Math.min(wait * 2, 30_000)
        if (stopping) return
        try {
          current = await start()
          break
        } catch (error) {
          printWarning(`${name}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      // The process was asked to stop while it was starting.
      if (stopping) return current.stop(5000)
    }
  }

  /** @type {Promise<void> | undefined} */
  let watching
  return {
    current: () => current,
    restartOnExit: () => {
      watching = watch()
    },
    stop: async (timeoutMs) => {
      stopping = true
      waiting.abort()
      await current.stop(timeoutMs)
      await watching
    },
  }
}
