import { checkLedger } from '../modules/credits/index.ts'
import { openDatabase } from '../platform/database.ts'

const url = process.env['DATABASE_URL']
if (!url) {
  console.error('DATABASE_URL: is missing; `npm run ledger:check` sets it for the database of DATA_DIR')
  process.exit(2)
}
const database = openDatabase(url, { size: 2 })
const [, from] = /^--after=(\S+)$/.exec(process.argv[2] ?? '') ?? []
let shown = performance.now()
const report = await checkLedger(database.db, {
  after: from,
  onRange: ({ wallets, differences }, last) => {
    if (performance.now() - shown < 2000) return
    shown = performance.now()
    console.error(`${wallets} wallets, ${differences.length} differences; stopped now, it goes on with --after=${last}`)
  },
})
await database.close()
for (const row of report.differences)
  console.log(`${row.memberId} ${row.account}: cached ${row.cached}, replayed ${row.replayed}`)
console.log(`${report.wallets} wallets, ${report.transfers} transfers, ${report.differences.length} differences`)
process.exit(report.differences.length === 0 ? 0 : 1)
