import type pg from 'pg'

/** Beyond this, what this process does by its clock is not what the others take for now. */
export const mostSecondsApart = 60

/** By how many seconds the clock of this machine is ahead of the database's; negative if it is behind. */
async function secondsAhead(pool: pg.Pool): Promise<number> {
  const asked = Date.now()
  const { rows } = await pool.query<{ at: number }>({
    name: 'time of the database',
    text: 'select extract(epoch from now())::float8 * 1000 as at',
  })
  // The database read its clock some time between the question and the answer.
  const here = (asked + Date.now()) / 2
  return Math.round((here - (rows[0]?.at ?? here)) / 1000)
}

/** @throws Error when the clocks of this machine and of the database differ by more than a minute */
export async function requireRightClock(pool: pg.Pool): Promise<void> {
  const ahead = await secondsAhead(pool)
  if (Math.abs(ahead) > mostSecondsApart)
    throw new Error(
      `the clock of this machine is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} that of the database: turn on NTP on both`,
    )
}
