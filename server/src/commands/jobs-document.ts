import { jobsOfModules } from '#src/jobs.ts'
import type { JobFacts } from '#platform/jobs/job.ts'
import { markdownTable } from './markdown-table.ts'

const limited = ({ limitMs }: JobFacts): string => {
  if (limitMs === undefined) return ''
  return limitMs % 60_000 === 0 ? `${limitMs / 60_000} min` : `${limitMs / 1000} s`
}

const recurs = ({ at }: JobFacts): string => (at === undefined ? '' : `\`${at}\``)

/** Every job with its module, what it does, when it recurs, its queue, lane and time limit, as Markdown. */
export function jobsDocument(): string {
  return [
    '# Jobs',
    'Written by `npm run docs:write` from each module’s `jobs.ts`. Those without a time are added by what the program does; times are UTC.',
    'The recurring jobs of a queue run one after the other, on whichever worker is free. After its time limit a run begins nothing more, and the next one goes on where it stopped, so no job delays the others of its queue for longer. A lane’s jobs cannot take the places of another lane: *urgent* is for what a member waits for, *mail* for sending, and all others share the third. Jobs that *wait for space* add data that can wait: while the disk is nearly full they are tried again later.',
    ...Object.entries(jobsOfModules).flatMap(([module, jobs]) => [
      `## ${module}`,
      markdownTable(
        ['job', 'does', 'when', 'queue', 'time limit', 'lane', 'waits for space'],
        Object.entries(jobs).map(([name, job]) => [
          `\`${name}\``,
          job.does,
          recurs(job),
          job.queue ?? '',
          limited(job),
          job.lane ?? '',
          job.growing ? 'yes' : '',
        ]),
      ),
    ]),
    '',
  ].join('\n\n')
}
