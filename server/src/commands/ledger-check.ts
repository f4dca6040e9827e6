import { checkLedger } from '#modules/credits/index.ts'
import { readPoolDatabases } from '#platform/database/pool-databases.ts'
import { type CommandResult, refused } from './command-result.ts'
import { type OnDatabase, runOnEach } from './on-databases.ts'

export async function checkByCommand(args: readonly string[], db: OnDatabase['db']): Promise<CommandResult> {
  const after = args.map((arg) => /^--after=(\S+)$/.exec(arg)?.[1]).find((id) => id !== undefined)
  const isOne =
    readPoolDatabases(process.env['DATABASES'] ?? '').size === 0 || args.some((arg) => /^--brand\b/.test(arg))
  if (after !== undefined && !isOne)
    return refused('--after: goes on in one database; name one of its brands with --brand')
  let shown = performance.now()
  const { differences, wallets, transfers } = await checkLedger(db, {
    after,
    onRange: ({ wallets, differences }, last) => {
      if (performance.now() - shown < 2000) return
      shown = performance.now()
      console.error(
        `${wallets} wallets, ${differences.length} differences; stopped now, it goes on with --after=${last}`,
      )
    },
  })
  const lines = differences.map(
    (row) => `${row.memberId} ${row.account}: cached ${row.cached}, replayed ${row.replayed}`,
  )
  return {
    ok: differences.length === 0,
    lines: [...lines, `${wallets} wallets, ${transfers} transfers, ${differences.length} differences`],
  }
}

if (import.meta.main) await runOnEach('ledger:check', (args, { db }) => checkByCommand(args, db))
