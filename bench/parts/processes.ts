import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

/** Reads from /proc/PID/stat: the parent, and the CPU time of the process and of its ended children in clock ticks. */
function statOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    // The name may contain spaces and brackets, so only the text after it is split.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const at = (n: number): number => Number(fields[n])
    return { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) }
  } catch {
    // The process ended before its file was read.
    return undefined
  }
}

const ticksPerSecond = 100

/** CPU time of a process in microseconds, including its threads. */
export const cpuOf = (pid: number): number => ((statOf(pid)?.own ?? 0) * 1e6) / ticksPerSecond

/** The parent of a process; for the server process of a connection, this is the postmaster. */
export const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0

/** CPU time of a process and all its children in microseconds, including children that have ended. */
export function cpuOfFamily(pid: number): number {
  let ticks = (statOf(pid)?.own ?? 0) + (statOf(pid)?.ended ?? 0)
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    if (stat?.parent === pid) ticks += stat.own + stat.ended
  }
  return (ticks * 1e6) / ticksPerSecond
}

/**
 * CPU time in microseconds of the processes of a machine of its own whose program is counted, including their children
 * that have ended.
 * @param namespace of its process numbers, as `/proc/self/ns/pid` names it there
 */
export function cpuInNamespace(namespace: string, isCounted: (program: string) => boolean): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if (readlinkSync(`/proc/${name}/ns/pid`) !== namespace) continue
      if (!isCounted(readFileSync(`/proc/${name}/comm`, 'utf8').trim())) continue
    } catch {
      // The process ended before its files were read.
      continue
    }
    const stat = statOf(Number(name))
    ticks += (stat?.own ?? 0) + (stat?.ended ?? 0)
  }
  return (ticks * 1e6) / ticksPerSecond
}

/** The load average of the last minute. */
export const load = (): number => Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0])
