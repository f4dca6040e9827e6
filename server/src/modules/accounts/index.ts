import type { Module } from '../../platform/module.ts'
import { timeLimits } from '../../platform/time-limits.ts'
import { sweepBrowsers } from '../identity/index.ts'
import { endAbsent } from './absence/end-absent.ts'
import { sweepHeld } from './addresses.ts'
import { closeSockets } from './close.ts'
import type { AccountDeps } from './deps.ts'
import { eraseDue } from './erase/erase-due.ts'
import { accountRoutes } from './routes.ts'

export type { AccountDeps } from './deps.ts'
export { holdMember, releaseMember } from './erase/erasure.ts'
export { suspendMember } from './disable.ts'
export { grantCredits } from './grant-credits.ts'
export { reactivateMember, type Reactivation } from './reactivate.ts'

export function createAccounts(deps: AccountDeps): Module {
  return {
    routes: (http) => accountRoutes(http, deps),
    jobs: {
      'accounts-end-absent': () => endAbsent(deps),
      'accounts-erase': async () => {
        await eraseDue(deps)
      },
      'accounts-remove-photos': async ({ photos }) => {
        for (const photo of photos) await deps.removePhoto(photo)
      },
      'accounts-shut-out': async ({ memberId }) => closeSockets(deps, memberId),
      'accounts-sweep': async () => {
        const time = { until: performance.now() + timeLimits['accounts-sweep'] }
        await sweepHeld(deps.db, deps.clock(), time)
        await sweepBrowsers(deps.db, deps.clock(), time)
      },
    },
    lanes: { 'accounts-shut-out': 'urgent' },
    // Hourly, each at its own minute.
    crontab: [
      '27 * * * * accounts-erase ?queue=hourly',
      '37 * * * * accounts-sweep ?queue=hourly',
      // By day, because it sends mail.
      '57 9 * * * accounts-end-absent ?queue=hourly',
    ],
  }
}
