import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/process/log.ts'
import { checkLedger, checkLedgerSince, type LedgerReport } from './replay.ts'

export interface NightlyCheckDeps {
  readonly db: Database
  readonly log: Log
  readonly clock: () => Date
}

/** Entries are dated at the start of their transaction: checks overlap, to include those that committed later. */
const overlapMs = 3_600_000
const day = 86_400_000

interface Limits {
  /** No range of members is begun when `performance.now()` is past this; the next call continues. */
  readonly until?: number
  /** Members per statement. */
  readonly rangeSize?: number
}

/**
 * Checks the members with movements since the last check, or since a day ago at the first run. A check that had no time
 * to end is continued by the next run, and counts from when it began: those it had checked may have moved since.
 */
export async function checkChanges(
  deps: NightlyCheckDeps,
  { until = Infinity, rangeSize }: Limits = {},
): Promise<LedgerReport> {
  const { db, clock } = deps
  const now = clock()
  const before = await db
    .selectFrom('ledger_checks')
    .select(['checked_until', 'after_member', 'began_at'])
    .where('kind', '=', 'changes')
    .executeTakeFirst()
  const began = before?.began_at ?? now
  const since = before?.checked_until ?? new Date(began.getTime() - day)
  let isOver = false
  const report = await checkLedgerSince(db, new Date(since.getTime() - overlapMs), {
    after: before?.after_member ?? undefined,
    ...(rangeSize === undefined ? {} : { rangeSize }),
    onRange: async (so, last) => {
      isOver = performance.now() > until
      await note(deps, 'changes', { after: last, until: null, began, report: so })
      return !isOver
    },
  })
  if (!isOver) await note(deps, 'changes', { after: null, until: began, report })
  return complain(deps, report)
}

/**
 * Checks all members, range by range, as long as there is time; the next call resumes there. Finds balances that were
 * changed without an entry, which `checkChanges` cannot see.
 * @returns true when it reached the end
 */
export async function checkEverybody(deps: NightlyCheckDeps, until = Infinity): Promise<boolean> {
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
      isOver = performance.now() > until
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
    began = null,
    report,
  }: {
    readonly after: string | null
    readonly until: Date | null
    readonly began?: Date | null
    readonly report: LedgerReport
  },
): Promise<void> {
  const values = {
    after_member: after,
    began_at: began,
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
