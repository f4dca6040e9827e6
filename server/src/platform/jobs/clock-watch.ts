import type pg from 'pg'
import { clockFault, mostSecondsApart, secondsAhead } from '#platform/database/machine-clock.ts'

/** Milliseconds between looks at the database's clock. */
const everyMs = 10_000

export interface ClockWatch {
  /** What is wrong with the clock of this machine; undefined if it is right. */
  readonly fault: string | undefined
  /** Resolves when that has changed, or when the watch is stopped. */
  readonly changed: Promise<void>
  stop(): void
}

/** Compares the clock of this machine with the database's, until what was found has changed. */
export async function watchClock(pool: pg.Pool): Promise<ClockWatch> {
  const look = async (): Promise<string | undefined> => {
    const ahead = await secondsAhead(pool)
    return Math.abs(ahead) > mostSecondsApart ? clockFault(ahead) : undefined
  }
  const fault = await look()
  const { promise: changed, resolve } = Promise.withResolvers<void>()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const lookLater = (): void => {
    if (isStopped) return
    timer = setTimeout(() => {
      // A database that does not answer says nothing about the clock.
      void look()
        .catch(() => fault)
        .then((now) => ((now === undefined) === (fault === undefined) ? lookLater() : resolve()))
    }, everyMs)
    timer.unref()
  }
  lookLater()
  return {
    fault,
    changed,
    stop() {
      isStopped = true
      clearTimeout(timer)
      resolve()
    },
  }
}
