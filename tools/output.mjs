let isJson = false

/** From now on everything is printed as the server logs, a line of JSON each: programs read it, nobody sits in front of it. */
export function printJson() {
  isJson = true
}

/** @param {string} line */
export function print(line) {
  process.stdout.write(isJson ? asJson(30, line) : `${line}\n`)
}

/** Something that went wrong without ending the run. @param {string} line */
export function printWarning(line) {
  process.stdout.write(isJson ? asJson(40, line) : `! ${line}\n`)
}

/** @param {30 | 40} level of pino: information, warning @param {string} msg */
function asJson(level, msg) {
  return `${JSON.stringify({ level, time: Date.now(), msg })}\n`
}

/**
 * Prints what is being done, every ten seconds that it still is, and how long it took.
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
