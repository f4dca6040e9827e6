import { createInterface } from 'node:readline'
import { print, printWarning } from '../support/output.mjs'
import { openLogFile } from './log-file.mjs'

/*
 * The server writes readable lines to its standard output and its JSON log to standard error. In the demo, the log goes
 * to a file and only errors are shown. Readable lines are held until the launcher has printed that everything is ready,
 * except for those that end in "…", which announce work in progress.
 */

/** @param {string} logFile */
export function demoOutput(logFile) {
  const log = openLogFile(logFile)
  /** @type {string[]} */
  const held = []
  let open = false
  return {
    /** @param {import('node:child_process').ChildProcess} child */
    attach(child) {
      if (child.stdout)
        createInterface({ input: child.stdout }).on('line', (line) =>
          open || line.endsWith('…') ? print(line) : held.push(line),
        )
      if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => (log.write(line), show(line)))
    },
    /** Shows the held lines, and from now on every line. */
    release() {
      open = true
      for (const line of held.splice(0)) print(line)
    },
  }
}

/** Pino's levels: 50 is an error. @param {string} line */
function show(line) {
  if (!line.startsWith('{')) return line.trim() === '' ? undefined : printWarning(line)
  try {
    const { level, msg, err } = JSON.parse(line)
    if (level >= 50) printWarning([msg, err?.message].filter(Boolean).join(': '))
  } catch {
    // The line is not JSON, so it is shown unchanged.
    printWarning(line)
  }
}
