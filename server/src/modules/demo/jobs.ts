import type { Database } from '#platform/database/database.ts'
import type { JobTable, PayloadsOf } from '#platform/jobs/job.ts'
import { keepPresent } from './presence.ts'
import type { Answer } from './script.ts'

interface DemoJobDeps {
  readonly db: Database
  readonly loginIds: readonly string[]
  readonly answer: (answer: Answer) => Promise<void>
  readonly clock: () => Date
}

export const demoJobs = {
  'demo-presence': {
    does: 'keeps some of the sample members online',
    at: '* * * * *',
    run: ({ db, loginIds, clock }) => keepPresent(db, loginIds, clock()),
  },
  'demo-answer': {
    does: 'lets a sample member answer',
    run: (deps, answer: Answer) => deps.answer(answer),
  },
} satisfies JobTable<DemoJobDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof demoJobs> {}
}
