import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The longest silence between two messages. It includes tests that start other processes. */
const silenceMs = 180_000
/** The time that a test file with a fault may take in addition to five times its normal duration. */
const extraMs = 75_000

/** @typedef {{ test: string, since: number }} Running */

/**
 * Runs the tests in a child process. A fault that blocks the process counts as noticed, and the remaining faults are
 * tried in a new process.
 * @param {import('./run-tests.mjs').Request} request
 * @param {(id: number, by: string) => void} onNoticed
 * @returns {Promise<{ broken?: string }>} why the tests fail without a fault, if they do
 */
export async function runTests({ files, tests, faults }, onNoticed) {
  const rest = new Map(faults.map((fault) => [fault.id, fault]))
  /** @type {Record<string, import('./run-tests.mjs').Seen> | undefined} */
  let seen
  /** @type {Set<string>} */
  const shown = new Set()
  for (;;) {
    const request = { files, tests, faults: [...rest.values()], shown: [...shown], ...(seen && { seen }) }
    const result = await oneRun(request, (message) => {
      if (message.kind === 'seen') seen = message.seen
      if (message.kind !== 'ended' || message.id === 0) return
      shown.add(`${message.id} ${message.test}`)
      if (message.by !== undefined && rest.delete(message.id)) onNoticed(message.id, message.by)
    })
    if (result === 'done') return {}
    if ('broken' in result) return result
    if (result.stuck.length === 0) return { broken: 'the test runner does not start or go on' }
    for (const id of result.stuck) if (rest.delete(id)) onNoticed(id, 'no end in time')
  }
}

/**
 * @param {import('./run-tests.mjs').Request} request
 * @param {(message: import('./run-tests.mjs').Answer) => void} onMessage
 * @returns {Promise<'done' | { broken: string } | { stuck: number[] }>} `stuck`: the faults that blocked the process
 */
function oneRun(request, onMessage) {
  // It runs in its own process group, so that blocked workers end with it.
  const child = fork(fileURLToPath(new URL('run-tests.mjs', import.meta.url)), [], { detached: true, stdio: 'ignore' })
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  const stop = () => {
    kill()
    process.exit(130)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  /** The running tests by fault id. @type {Map<number, Running>} */
  const running = new Map()
  let { seen } = request
  let heardAt = Date.now()
  return new Promise((resolve) => {
    const finish = (/** @type {'done' | { broken: string } | { stuck: number[] }} */ result) => {
      clearInterval(watch)
      process.off('SIGINT', stop).off('SIGTERM', stop)
      child.removeAllListeners()
      if (result === 'done') child.disconnect()
      else kill()
      resolve(result)
    }
    const watch = setInterval(() => {
      const now = Date.now()
      const late = [...running].filter(([, { test, since }]) => now - since > extraMs + 5 * (seen?.[test]?.ms ?? 0))
      if (late.length > 0) finish({ stuck: late.map(([id]) => id) })
      else if (now - heardAt > silenceMs) finish({ stuck: [...running.keys()] })
    }, 1000)
    child.once('exit', () => finish({ stuck: [...running.keys()] }))
    child.on('message', (message) => {
      heardAt = Date.now()
      if (message === 'ready') return void child.send(request)
      const answer = /** @type {import('./run-tests.mjs').Answer} */ (message)
      if (answer.kind === 'seen') seen = answer.seen
      if (answer.kind === 'begun' && answer.id !== 0) running.set(answer.id, { test: answer.test, since: heardAt })
      if (answer.kind === 'ended') running.delete(answer.id)
      onMessage(answer)
      if (answer.kind === 'done') finish('done')
      if (answer.kind === 'broken') finish({ broken: answer.by })
    })
  })
}
