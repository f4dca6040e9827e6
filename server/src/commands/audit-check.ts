import { checkChains } from '#modules/audit/index.ts'
import type { Database } from '#platform/database/database.ts'
import { type CommandResult, refused } from './command-result.ts'
import { runOnEach } from './on-databases.ts'

const usage = `npm run audit:check [-- "CHAIN NUMBER HASH"]

Reads every audit chain from its beginning and names the first entry that does not fit. With a line of a nightly mail, it also
says whether the chain still has that entry: what was cut off at the end and started again would fit otherwise.`

/** Checks the audit of one database. */
export async function checkAudit(args: readonly string[], db: Database): Promise<CommandResult> {
  const mailed = args.flatMap((arg) => /^(\S+) (\d+) ([0-9a-f]{64})$/.exec(arg)?.slice(1) ?? [])
  if (args.length > 0 && mailed.length !== 3) return refused('A line of the mail is needed, in quotes.', usage)
  const states = await checkChains(db)
  const lines = states.map((state) =>
    state.ok
      ? `${state.brandId}: ${state.seq} entries fit, the last is ${state.brandId} ${state.seq} ${state.hash}`
      : `${state.brandId}: entry ${state.seq} ${state.why}`,
  )
  const [chain = '', seq = '', hash = ''] = mailed
  if (mailed.length === 0 || !states.some(({ brandId }) => brandId === chain))
    return { ok: states.every(({ ok }) => ok), lines: lines.length === 0 ? ['There are no entries yet.'] : lines }
  const entry = await db
    .selectFrom('audit_entries')
    .select('hash')
    .where('brand_id', '=', chain)
    .where('seq', '=', Number(seq))
    .executeTakeFirst()
  const isThere = entry?.hash.toString('hex') === hash
  return {
    ok: isThere && states.every(({ ok }) => ok),
    lines: [
      ...lines,
      isThere ? 'The entry of the mail is in it.' : `${chain}: entry ${seq} is not the one of the mail`,
    ],
  }
}

if (import.meta.main) await runOnEach('audit:check', (args, { db }) => checkAudit(args, db))
