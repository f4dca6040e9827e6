import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Longer than any test and its hooks may take. */
const timeoutMs = 120_000

/**
 * Runs the tests in a child process, and in another for the rest where a fault keeps the first from going on: it is noticed, too.
 * @param {import('./run-tests.mjs').Request} request
 * @param {(id: number, by: string) => void} onNoticed
 * @returns {Promise<{ broken?: string }>} why the tests fail without a fault, if they do
 */
export async function runTests({ files, tests, faults }, onNoticed) {
  const rest = new Map(faults.map((fault) => [fault.id, fault]))
  for (;;) {
    const result = await oneRun({ files, tests, faults: [...rest.values()] }, (id, by) => {
      if (!rest.delete(id)) return
      onNoticed(id, by)
    })
    if (result === 'done') return {}
    if ('broken' in result) return result
    if (result.running.length === 0) return { broken: 'the test runner does not start' }
    for (const id of result.running) {
      rest.delete(id)
      onNoticed(id, 'no end in time')
    }
  }
}

/**
 * @param {import('./run-tests.mjs').Request} request
 * @param {(id: number, by: string) => void} onNoticed
 * @returns {Promise<'done' | { broken: string } | { running: number[] }>}
 */
function oneRun(request, onNoticed) {
  // A group of its own, so that what hangs in one of its workers ends with it.
  const child = fork(fileURLToPath(new URL('run-tests.mjs', import.meta.url)), [], { detached: true, stdio: 'ignore' })
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  const stop = () => {
    kill()
    process.exit(130)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  /** @type {Set<number>} */
  const running = new Set()
  return new Promise((resolve) => {
    const finish = (/** @type {'done' | { broken: string } | { running: number[] }} */ result) => {
      clearTimeout(timer)
      process.off('SIGINT', stop).off('SIGTERM', stop)
      child.removeAllListeners()
      if (result === 'done') child.disconnect()
      else kill()
      resolve(result)
    }
    const stuck = () => finish({ running: [...running].filter((id) => id !== 0) })
    let timer = setTimeout(stuck, timeoutMs)
    child.once('exit', stuck)
    child.on('message', (message) => {
      clearTimeout(timer)
      timer = setTimeout(stuck, timeoutMs)
      if (message === 'ready') return void child.send(request)
      const answer = /** @type {import('./run-tests.mjs').Answer} */ (message)
      if (answer.kind === 'begun') running.add(answer.id)
      else if (answer.kind === 'ended') {
        running.delete(answer.id)
        if (answer.by !== undefined) onNoticed(answer.id, answer.by)
      } else finish(answer.kind === 'done' ? 'done' : { broken: answer.by })
    })
  })
}
