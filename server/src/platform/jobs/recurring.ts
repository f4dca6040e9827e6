import type pg from 'pg'
import { requireRightClock } from '#platform/database/machine-clock.ts'
import type { Log } from '#platform/process/log.ts'

/** Recurring runs that are later than this are left out, as those of a time in which no process ran. */
const mostLateMs = 600_000

/**
 * The pool for graphile-worker, whose recurring jobs go by the clock of the process and are noted under its time: noted
 * for tomorrow, none would run until then, in no process. So nothing is scheduled while that clock is wrong, and what
 * was noted for later is forgotten. A process that was suspended would make up for each minute; it leaves out what is
 * long past.
 *
 * When a run is refused, the library begins again at the next minute. Its events cannot refuse one: `cron:schedule` is
 * emitted without waiting for its listeners.
 */
export function schedulingByRightClock(pool: pg.Pool, log: Log): pg.Pool {
  const check = async (time: unknown): Promise<void> => {
    try {
      await requireRightClock(pool)
      const late = Date.now() - new Date(String(time)).getTime()
      if (late > mostLateMs) throw new Error(`the runs of ${String(time)} are ${Math.round(late / 1000)} s late`)
    } catch (error) {
      log.error({ err: error }, 'recurring jobs are not started')
      throw error
    }
    await forgetLater(pool)
  }
  const query = async (statement: unknown, ...more: unknown[]): Promise<unknown> => {
    const time = timeOf(statement)
    if (time !== undefined) await check(time)
    return (pool.query as (...all: unknown[]) => Promise<unknown>).call(pool, statement, ...more)
  }
  return new Proxy(pool, {
    get: (target, name) => (name === 'query' ? query : (Reflect.get(target, name) as unknown)),
  })
}

/** The minute of the runs that a statement of the library schedules; undefined for its other statements. */
function timeOf(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null) return undefined
  const { text, values } = statement as { readonly text?: unknown; readonly values?: readonly unknown[] }
  return typeof text === 'string' && /\b_private_known_crontabs\b/.test(text) ? values?.[1] : undefined
}

/** Recurring jobs that a process noted for a time that has not come do not run until then. */
export const forgetLater = (pool: pg.Pool): Promise<unknown> =>
  pool.query({
    name: 'forget later runs',
    text: `update graphile_worker._private_known_crontabs set last_execution = null
      where last_execution > clock_timestamp() + interval '1 minute'`,
  })

/** How long ago recurring jobs were last started, in seconds: above two minutes, none are. 0 before the first. */
export async function lastRecurringRunSeconds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number | null }>({
    name: 'last recurring run',
    text: `select extract(epoch from now() - max(last_execution))::float8 as seconds
      from graphile_worker._private_known_crontabs where last_execution <= now() + interval '1 minute'`,
  })
  return Math.max(0, Math.round(rows[0]?.seconds ?? 0))
}
