import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { checkLedger, checkLedgerSince, type LedgerReport } from './replay.ts'

export interface NightlyCheckDeps {
  readonly db: Database
  readonly log: Log
  readonly clock: () => Date
}

/** Entries are dated at the start of their transaction: checks overlap, to include those that committed later. */
const overlapMs = 3_600_000
const day = 86_400_000

/** Checks the members with movements since the last check, or since a day ago at the first run. */
export async function checkChanges(deps: NightlyCheckDeps): Promise<LedgerReport> {
  const { db, clock } = deps
  const now = clock()
  const before = await db
    .selectFrom('ledger_checks')
    .select('checked_until')
    .where('kind', '=', 'changes')
    .executeTakeFirst()
  const since = before?.checked_until ?? new Date(now.getTime() - day)
  const report = await checkLedgerSince(db, new Date(since.getTime() - overlapMs))
  await note(deps, 'changes', { after: null, until: now, report })
  return complain(deps, report)
}

/**
 * Checks all members, range by range, until the time limit; the next call resumes there. Finds balances that were
 * changed without an entry, which `checkChanges` cannot see.
 * @returns true when it reached the end
 */
export async function checkEverybody(deps: NightlyCheckDeps, timeoutMs = 1_800_000): Promise<boolean> {
  const end = performance.now() + timeoutMs
  const before = await deps.db
    .selectFrom('ledger_checks')
    .select('after_member')
    .where('kind', '=', 'full')
    .executeTakeFirst()
  let isOver = false
  const report = await checkLedger(deps.db, {
    after: before?.after_member ?? undefined,
    onRange: async (so, last) => {
      await note(deps, 'full', { after: last, until: null, report: so })
      isOver = performance.now() > end
      return !isOver
    },
  })
  complain(deps, report)
  if (!isOver) await note(deps, 'full', { after: null, until: deps.clock(), report })
  return !isOver
}

async function note(
  { db, clock }: NightlyCheckDeps,
  kind: 'full' | 'changes',
  {
    after,
    until,
    report,
  }: { readonly after: string | null; readonly until: Date | null; readonly report: LedgerReport },
): Promise<void> {
  const values = {
    after_member: after,
    differences: report.differences.length,
    updated_at: clock(),
    ...(until === null ? {} : { checked_until: until }),
  }
  await db
    .insertInto('ledger_checks')
    .values({ kind, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
    .execute()
}

function complain({ log }: NightlyCheckDeps, report: LedgerReport): LedgerReport {
  for (const difference of report.differences) log.error(difference, 'a balance is not what its entries come to')
  return report
}
