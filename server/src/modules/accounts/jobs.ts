import { type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'
import { sweepBrowsers } from '#modules/identity/index.ts'
import { endAbsent } from './absence/end-absent.ts'
import { sweepHeld } from './addresses.ts'
import { closeSockets } from './close.ts'
import type { AccountDeps } from './deps.ts'
import { eraseDue } from './erase/erase-due.ts'

// Recurring ones each at their own minute of the hour.
export const accountJobs = {
  'accounts-erase': {
    does: 'erases members whose thirty days are over',
    at: '27 * * * *',
    queue: 'hourly',
    limitMs: minutes(10),
    run: (deps, _, { until }) => eraseDue(deps, { until }),
  },
  'accounts-sweep': {
    does: 'releases former addresses, forgets old browsers',
    at: '37 * * * *',
    queue: 'hourly',
    limitMs: minutes(5),
    async run({ db, clock }, _, { until }) {
      await sweepHeld(db, clock(), { until })
      await sweepBrowsers(db, clock(), { until })
    },
  },
  'accounts-end-absent': {
    does: 'reminds members who are away for years, ends their accounts ([048](decisions/048-accounts-left-alone.md))',
    // By day, because it sends mail.
    at: '57 9 * * *',
    queue: 'hourly',
    limitMs: minutes(10),
    run: (deps, _, { until }) => endAbsent(deps, { until }),
  },
  'accounts-remove-photos': {
    does: 'removes the pictures of an erased member',
    async run({ removePhoto }, { photos }: { readonly photos: readonly ErasedPhoto[] }) {
      for (const photo of photos) await removePhoto(photo)
    },
  },
  'accounts-shut-out': {
    does: 'closes the sockets of a member whose account is not open any more',
    lane: 'urgent',
    run: async (deps, { memberId }: { readonly memberId: string }) => closeSockets(deps, memberId),
  },
} satisfies JobTable<AccountDeps>

interface ErasedPhoto {
  readonly id: string
  readonly storageKey: string
}

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof accountJobs> {}
}
