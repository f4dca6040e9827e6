import { type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'
import type { IdentityDeps } from './deps.ts'
import { type ResetAsked, sendReset } from './links/reset-password.ts'
import { type GuessesFound, notifyOfGuesses } from './sign-in/guesses.ts'
import { sweepIdentity } from './sweep.ts'

export const identityJobs = {
  'identity-sweep': {
    does: 'removes expired sessions, links, counters',
    at: '17 * * * *',
    queue: 'hourly',
    limitMs: minutes(10),
    async run({ db, clock, keys }, _, { until }) {
      await sweepIdentity(db, clock(), until)
      await keys.rotate()
    },
  },
  'identity-guesses': {
    does: 'writes to a member whose password is being guessed',
    lane: 'urgent',
    run: (deps, found: GuessesFound) => notifyOfGuesses(deps, found),
  },
  'identity-reset': {
    does: 'sends the link for another password, if the address is known',
    lane: 'urgent',
    run: (deps, asked: ResetAsked) => sendReset(deps, asked),
  },
} satisfies JobTable<IdentityDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof identityJobs> {}
}
