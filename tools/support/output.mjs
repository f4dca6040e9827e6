let isJson = false

/** Makes all further output JSON lines like those of the server's log. */
export function printJson() {
  isJson = true
}

/** @param {string} line */
export function print(line) {
  process.stdout.write(isJson ? asJson(30, line) : `${line}\n`)
}

/** Prints a problem that does not end the run. @param {string} line */
export function printWarning(line) {
  process.stdout.write(isJson ? asJson(40, line) : `! ${line}\n`)
}

/** @param {30 | 40} level pino's level: information or warning @param {string} msg */
function asJson(level, msg) {
  return `${JSON.stringify({ level, time: Date.now(), msg })}\n`
}

/**
 * Prints the name of some work, again every ten seconds while it runs, and its duration at the end.
 * @template T
 * @param {string} what @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(what, work) {
  const begin = Date.now()
  const seconds = () => Math.round((Date.now() - begin) / 1000)
  print(`${what} …`)
  const timer = setInterval(() => print(`  … ${seconds()} s`), 10_000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if (seconds() > 2) print(`  took ${seconds()} s`)
  }
}
