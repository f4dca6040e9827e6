/*
 * Times are written relative to the step's own: `now`, `now +30d`, `now -1h5m`. They stay the same when a step is
 * inserted before others, and show for how long something is valid.
 */

const pattern = /(?<![\d-])\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d|[+-]00)/g

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const

export function relative(at: number, now: number): string {
  if (at === now) return 'now'
  let rest = Math.abs(at - now)
  let text = at < now ? 'now -' : 'now +'
  for (const [unit, length] of units) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) text += `${count}${unit}`
  }
  return text
}

export const relativeTimes = (text: string, now: Date): string =>
  text
    .replace(pattern, (found) => relative(Date.parse(found.replace(' ', 'T')), now.getTime()))
    // Milliseconds since 1970 within a key.
    .replace(/\b1[78]\d{11}\b/g, (found) => relative(Number(found), now.getTime()))

const twoYears = 63_072_000_000
/** Milliseconds or seconds since 1970, which some fields and tokens use. */
export const isEpoch = (value: number, now: Date): boolean => Math.abs(value - now.getTime()) < twoYears
