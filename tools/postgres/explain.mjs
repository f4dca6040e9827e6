import { Failure } from '../support/failure.mjs'

/**
 * Explains PostgreSQL's output before it failed in one sentence.
 * @param {string} output @param {string} what begins the sentence if the reason is unknown
 * @param {string} [log] the log folder to refer to
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
