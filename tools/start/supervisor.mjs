import { setTimeout as sleep } from 'node:timers/promises'
import { warn } from '../progress.mjs'

/** @typedef {{ ended: Promise<unknown>, stop: (patience: number) => Promise<void> }} Watched */

/** Shorter lives than this count as one series of failures. */
const HEALTHY = 60_000

/**
 * Keeps something running: when it ends by itself, says so and starts it again, after 0.5 s the first time and up to
 * 30 s when it keeps ending.
 * @template {Watched} T
 * @param {string} name as people know it @param {() => Promise<T>} begin
 * @returns {Promise<{ current: () => T, keep: () => void, stop: (patience: number) => Promise<void> }>} once it runs for
 *   the first time; what ends before `keep` is called stays down
 */
export async function supervise(name, begin) {
  let current = await begin()
  let stopping = false
  let wait = 500
  const waiting = new AbortController()

  async function watch() {
    while (!stopping) {
      const since = Date.now()
      const how = await current.ended
      if (stopping) return
      wait = Date.now() - since > HEALTHY ? 500 : wait
      warn(`${name} ended (${String(how ?? 'unexpectedly')}): starting it again`)
      for (;;) {
        await sleep(wait, undefined, { signal: waiting.signal }).catch(() => undefined)
        wait = Math.min(wait * 2, 30_000)
        if (stopping) return
        try {
          current = await begin()
          break
        } catch (error) {
          warn(`${name}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      // Asked to stop while it was starting.
      if (stopping) return current.stop(5000)
    }
  }

  /** @type {Promise<void> | undefined} */
  let kept
  return {
    current: () => current,
    keep: () => {
      kept = watch()
    },
    stop: async (patience) => {
      stopping = true
      waiting.abort()
      await current.stop(patience)
      await kept
    },
  }
}
