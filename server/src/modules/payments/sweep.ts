import { seconds } from '#platform/jobs/job.ts'

/** What is done with a row that another worker has locked: a sweep leaves it to that worker, or to the next sweep. */
export type WhenLocked = 'wait' | 'leave'

/** Each part of the job begins nothing more after this many milliseconds. */
export const sweepMs = seconds(50)

/**
 * A sweep starts every minute and finishes what should have been done by now. It works on several rows at once, because
 * most of the time is spent waiting for providers.
 */
export const sweep = () => ({ size: 100, concurrency: 8, until: performance.now() + sweepMs }) as const
