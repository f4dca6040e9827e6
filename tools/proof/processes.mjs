import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** What a unit's control group has: its main process and everything that descends from it. @param {number} main */
function groupOf(main) {
  /** @type {Map<number, number[]>} */
  const children = new Map()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      // After the name, which may hold anything, come the state and the parent.
      const [, parent = ''] = /^.*\) \S+ (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
      children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)])
    } catch {
      // It has ended since the list was read.
    }
  }
  const group = [main]
  for (const pid of group) group.push(...(children.get(pid) ?? []))
  return group
}

/** @param {number} pid @param {NodeJS.Signals | 0} name @returns {boolean} whether there is such a process */
function signal(pid, name) {
  try {
    process.kill(pid, name)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return false
    throw error
  }
}

/**
 * Stops a unit as systemd does: SIGTERM to the processes that its `KillMode` says, SIGKILL to what is left when the
 * main one has ended.
 * @param {number} main @param {string | undefined} mode @param {number} seconds
 * @returns {boolean} whether the main process ended by itself within the time
 */
export function stopUnit(main, mode, seconds) {
  const group = groupOf(main)
  for (const pid of mode === 'mixed' ? [main] : group) signal(pid, 'SIGTERM')
  const end = Date.now() + seconds * 1000
  let isEnded = !signal(main, 0)
  for (; !isEnded && Date.now() < end; isEnded = !signal(main, 0)) execFileSync('sleep', ['0.05'])
  for (const pid of group) signal(pid, 'SIGKILL')
  return isEnded
}
