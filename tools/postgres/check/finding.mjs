/**
 * A fact about a database that an operator should know.
 * @typedef {object} Finding
 * @property {'wrong' | 'advice'} level `wrong`: data or service is at risk; `advice`: a possible improvement
 * @property {string} what one sentence
 * @property {string[]} act the commands or settings that solve it, one per line
 */

/** @param {string} what @param {string[]} act @returns {Finding} */
export const wrong = (what, ...act) => ({ level: 'wrong', what, act })

/** @param {string} what @param {string[]} act @returns {Finding} */
export const advice = (what, ...act) => ({ level: 'advice', what, act })

/** @param {number} bytes */
export function size(bytes) {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  let unit = 0
  let value = bytes
  for (; value >= 1024 && unit < units.length - 1; unit += 1) value /= 1024
  return `${value >= 10 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}
