import { readFileSync, readdirSync } from 'node:fs'

/** Of /proc/PID/stat: parent, and CPU time in clock ticks, of its own and of its children that have ended. */
function statOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    // The name may hold spaces and brackets: what follows it counts.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const at = (n: number): number => Number(fields[n])
    return { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) }
  } catch {
    // The process ended while it was looked at.
    return undefined
  }
}

const ticksPerSecond = 100

/** CPU time of a process in microseconds, its threads included. */
export const cpuOf = (pid: number): number => ((statOf(pid)?.own ?? 0) * 1e6) / ticksPerSecond

/** The process that a database connection's server process belongs to. */
export const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0

/** CPU time of a process and all its children, those that have ended included, in microseconds. */
export function cpuOfFamily(pid: number): number {
  let ticks = (statOf(pid)?.own ?? 0) + (statOf(pid)?.ended ?? 0)
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    if (stat?.parent === pid) ticks += stat.own + stat.ended
  }
  return (ticks * 1e6) / ticksPerSecond
}

/** How busy the machine is: the load of the last minute. */
export const load = (): number => Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0])
