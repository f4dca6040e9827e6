import type pg from 'pg'

/**
 * Clocks that NTP keeps differ by less: beyond this, `npm run check` says that it is not on, long before anything goes
 * wrong.
 */
export const mostSecondsByNtp = 2
/**
 * Beyond this, what this process does by its clock is not what the others take for now: it runs no jobs, deletes
 * nothing for its age, and `/readyz` says `degraded`.
 */
export const mostSecondsApart = 60

/** By how many seconds the clock of this machine is ahead of the database's; negative if it is behind. */
export async function secondsAhead(database: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const asked = Date.now()
  const { rows } = await database.query<{ at: number }>({
    name: 'time of the database',
    text: 'select extract(epoch from now())::float8 * 1000 as at',
  })
  // The database read its clock some time between the question and the answer.
  const here = (asked + Date.now()) / 2
  return Math.round((here - (rows[0]?.at ?? here)) / 1000)
}

/** @throws Error when the clocks of this machine and of the database differ by more than a minute */
export async function requireRightClock(pool: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const ahead = await secondsAhead(pool)
  if (Math.abs(ahead) > mostSecondsApart) throw new Error(`${clockFault(ahead)}: turn on NTP on both`)
}

/** What an operator reads about a clock that is ahead of the database's, or behind it. */
export const clockFault = (ahead: number): string =>
  `the clock of this machine is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} that of the database`
