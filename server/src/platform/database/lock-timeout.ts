import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Lock time-out of a statement that changes a table, in milliseconds. Statements queued behind one wait as long, so it is
 * short, and the statement is retried.
 */
export const lockTimeoutMs = 400
/** Attempts to get the locks: about two minutes. */
const mostTries = 100
/** lock_not_available, deadlock_detected. */
const retried = ['55P03', '40P01']

/**
 * Repeats work that did not get its locks, with pauses in which other statements get theirs.
 * @param what the start of the error's message
 */
export async function retryLocks<T>(what: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (!retried.includes(code)) throw error
      if (tries >= mostTries)
        throw new Error(`${what} got no lock in ${mostTries} tries; who holds it stands in pg_locks`, { cause: error })
    }
    await sleep(300 + Math.random() * 1000)
  }
}

/** Runs statements in a transaction that waits for each lock only as long as others may wait behind it. */
export async function inShortLocks<T>(client: pg.ClientBase, what: string, work: () => Promise<T>): Promise<T> {
  return retryLocks(what, async () => {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
}
