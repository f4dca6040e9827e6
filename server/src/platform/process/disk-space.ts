import { statfs } from 'node:fs/promises'
import type { Database } from '#platform/database/database.ts'
import type { BoundJob, BoundJobs } from '#platform/jobs/job.ts'
import { addJob, type Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from './log.ts'

/** Looked at again after this. */
const knownForMs = 10_000
/** After this, what did not run for want of space is tried again. */
const laterMs = 600_000

/** The space on the disk of the data folder, which holds files and, if it is embedded, the database. */
export interface DiskSpace {
  /** Less is free than is reserved for what must go on: signing in, reading, messages, payments. */
  isShort(): Promise<boolean>
  /** Free space; 0 while the file system does not answer. */
  freeMegabytes(): Promise<number>
  /** What is free, of how much, and what that means. In megabytes. */
  reading(): Promise<DiskReading>
}

export interface DiskReading {
  readonly freeMb: number
  readonly totalMb: number
  readonly reserveMb: number
  readonly state: DiskState
}
/** `low`: a person has to look before it is short. */
export type DiskState = 'ok' | 'low' | 'short'

/** What free space means beside that which is to stay free. */
export function diskState(freeMb: number, reserveMb: number): DiskState {
  if (freeMb < reserveMb) return 'short'
  return freeMb < 4 * reserveMb ? 'low' : 'ok'
}

const freeMegabytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / 1_000_000
}

const allMegabytes = async (folder: string): Promise<number> => {
  const { blocks, bsize } = await statfs(folder)
  return Math.floor((blocks * bsize) / 1_000_000)
}

/** @param reserveMb megabytes; below it, what adds much data stops */
export function createDiskSpace(input: {
  readonly folder: string
  readonly reserveMb: number
  readonly log: Log
  readonly free?: (folder: string) => Promise<number>
}): DiskSpace {
  const { folder, reserveMb, log, free = freeMegabytes } = input
  let known = { at: -Infinity, isShort: false }
  // The alarm about no space is what a file system that does not answer deserves.
  const freeNow = async (): Promise<number> => Math.floor(await free(folder).catch(() => 0))
  return {
    async isShort() {
      if (performance.now() - known.at < knownForMs) return known.isShort
      // A file system that does not answer says nothing about its space.
      const megabytes = await free(folder).catch(() => Infinity)
      const isShort = megabytes < reserveMb
      if (isShort && !known.isShort)
        log.error(
          { megabytes: Math.floor(megabytes), reserveMb },
          'the disk is nearly full: uploads, data exports and figures wait until there is space',
        )
      if (!isShort && known.isShort) log.info({ megabytes: Math.floor(megabytes) }, 'the disk has space again')
      known = { at: performance.now(), isShort }
      return isShort
    },
    freeMegabytes: freeNow,
    async reading() {
      const freeMb = await freeNow()
      // What does not answer has no size either.
      const totalMb = await allMegabytes(folder).catch(() => 0)
      return { freeMb, totalMb, reserveMb, state: diskState(freeMb, reserveMb) }
    },
  }
}

/**
 * The jobs; those that add data which can wait are tried again later, or left to their next run, while the disk is
 * nearly full.
 */
export function waitingForSpace(
  jobs: BoundJobs,
  { db, space, clock }: { readonly db: Database; readonly space: DiskSpace; readonly clock: () => Date },
): BoundJobs {
  const waiting = Object.entries(jobs as Readonly<Record<string, BoundJob<never>>>)
    .filter(([, { growing }]) => growing)
    .map(([name, job]): [string, BoundJob<never>] => [
      name,
      {
        ...job,
        async run(payload, attempt) {
          if (!(await space.isShort())) return job.run(payload, attempt)
          // The next run of one that recurs comes by itself.
          if (job.at !== undefined) return
          const runAt = new Date(clock().getTime() + laterMs)
          await addJob(db, name as keyof Jobs & string, payload, { ...attempt.added, runAt })
        },
      },
    ])
  return { ...jobs, ...Object.fromEntries(waiting) }
}
