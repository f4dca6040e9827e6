import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/*
 * A process id alone does not identify a process: after a crash or in a new container it may belong to another one. The
 * start time distinguishes them. Linux provides it in /proc; on other systems `ps` does.
 */

/**
 * Whether a process with this id exists, of any owner.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
  return !isZombie(pid)
}

/**
 * The command line of a process, or '' if there is none or it is not readable.
 * @param {number} pid
 */
export function commandLine(pid) {
  if (process.platform === 'linux') return readProc(pid, 'cmdline').replaceAll('\0', ' ').trim()
  return ps(pid, 'command')
}

/**
 * When a process started, as an opaque string that differs between two processes with the same id; '' if there is none.
 * @param {number} pid
 */
export function startOf(pid) {
  if (process.platform !== 'linux') return ps(pid, 'lstart')
  const ticks = statFields(pid)[19]
  if (ticks === undefined) return ''
  // The ticks are counted from boot, so the boot id is included.
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`
}

/**
 * The id of the parent process; 1 if the parent has ended, 0 on systems where it is expensive to find out.
 * @param {number} pid
 */
export function parentOf(pid) {
  return Number(statFields(pid)[1] ?? 0)
}

/** @param {number} pid */
function isZombie(pid) {
  return process.platform === 'linux' && statFields(pid)[0] === 'Z'
}

/**
 * The fields of /proc/PID/stat from the state on; the name before it may contain spaces and brackets.
 * @param {number} pid
 */
function statFields(pid) {
  const stat = readProc(pid, 'stat')
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** @param {number} pid @param {string} file */
function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // The process has ended, or belongs to another user.
    return ''
  }
}

/** @param {number} pid @param {string} column */
function ps(pid, column) {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    // `ps` fails when there is no such process.
    return ''
  }
}
