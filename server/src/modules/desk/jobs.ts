import { type JobTable, type PayloadsOf } from '#platform/jobs/job.ts'
import type { DeskDeps } from './deps.ts'
import { carryOut } from './held/carry-out.ts'
import type { HeldAction } from './held/hold.ts'

export const deskJobs = {
  'desk-carry-out': {
    does: 'carries out what was done in a member’s file and not taken back',
    run: (deps, held: HeldAction) => carryOut(deps, held),
  },
} satisfies JobTable<DeskDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof deskJobs> {}
}
