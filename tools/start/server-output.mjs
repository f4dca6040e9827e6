import { createInterface } from 'node:readline'
import { print, printWarning } from '../output.mjs'
import { openLogFile } from './log-file.mjs'

/*
 * The server writes lines for people to its standard output and its log, JSON, to standard error. In the demo the log
 * goes to a file and only errors are shown; lines for people wait until the launcher has said that all is ready, except
 * those that end in "…": they announce work under way.
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
    /** Shows what was held, and from now on all. */
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
    // Not a line of the log after all: shown as it is.
    printWarning(line)
  }
}
