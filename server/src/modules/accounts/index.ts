import type { JobHandlers } from '../../platform/jobs.ts'
import { sweepDevices } from '../identity/index.ts'
import { sweepHeld } from './addresses.ts'
import { shutOut } from './close.ts'
import type { AccountDeps } from './deps.ts'
import { eraseDue } from './erase/erase-due.ts'

export type { AccountDeps } from './deps.ts'
export { suspendMember } from './disable.ts'
export { reactivateMember, type Reactivation } from './reactivate.ts'
export { accountRoutes } from './routes.ts'

/** The jobs of this module. */
export const accountJobs = (deps: AccountDeps) =>
  ({
    'accounts-erase': async () => {
      await eraseDue(deps)
    },
    'accounts-remove-photos': async ({ photos }) => {
      for (const photo of photos) await deps.removePhoto(photo)
    },
    'accounts-shut-out': async ({ memberId }) => shutOut(deps, memberId),
    'accounts-sweep': async () => {
      await sweepHeld(deps.db, deps.clock())
      await sweepDevices(deps.db, deps.clock())
    },
  }) satisfies JobHandlers

/** Hourly, at minutes of their own. */
export const accountCrontab = '27 * * * * accounts-erase\n37 * * * * accounts-sweep'
