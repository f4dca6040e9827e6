/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** Something that went wrong without ending the run. @param {string} line */
export function warn(line) {
  process.stdout.write(`! ${line}\n`)
}

/**
 * Tells what is being done, every ten seconds that it still is, and how long it took.
 * @template T
 * @param {string} what @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  const begin = Date.now()
  const seconds = () => Math.round((Date.now() - begin) / 1000)
  say(`${what} …`)
  const timer = setInterval(() => say(`  … ${seconds()} s`), 10_000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if (seconds() > 2) say(`  took ${seconds()} s`)
  }
}
