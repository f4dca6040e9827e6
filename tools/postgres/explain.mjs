import { Failure } from '../failure.mjs'

/**
 * One sentence for what PostgreSQL wrote before it gave up.
 * @param {string} output @param {string} what begins the sentence when nothing better is known @param {string} [log] folder with the rest
 * @returns {Failure}
 */
export function explain(output, what, log) {
  if (/No space left on device|Disk quota exceeded/.test(output))
    return new Failure('DATA_DIR: the disk of the database is full.')
  const reason = lastReason(output)
  const more = log === undefined ? '' : `; its log is in ${log}`
  return new Failure(`${what}: ${reason}${more}.`)
}

/** @param {string} output */
function lastReason(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const reason =
    lines.findLast((line) => /\b(PANIC|FATAL|ERROR|error):/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  return reason.replace(/^.*?\b(PANIC|FATAL|ERROR|error):\s*/, '').replace(/\.$/, '')
}
