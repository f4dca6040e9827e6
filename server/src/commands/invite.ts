import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadBrands } from '../modules/brands/index.ts'
import { loadFlows } from '../modules/flows/index.ts'
import { CannotInvite, invite } from '../modules/identity/index.ts'
import { openDatabase } from '../platform/database.ts'

const usage =
  'npm run invite -- --brand KEY --email ADDRESS [--red /path] [--source TEXT] [--campid TEXT] [--flow ID] [--days 14]'

const url = process.env['DATABASE_URL']
if (!url) {
  console.error('DATABASE_URL: is missing; `npm run invite` sets it for the database of DATA_DIR')
  process.exit(2)
}
const database = openDatabase(url, { size: 2 })
try {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { brand: text, email: text, red: text, source: text, campid: text, flow: text, days: text },
  })
  const { brand, email, red = '/find', days = '14', ...visit } = values
  if (!brand || !email) throw new CannotInvite(`${brand ? '--email' : '--brand'} is missing: ${usage}`)
  const dir = fileURLToPath(new URL('../../../brands', import.meta.url))
  const brands = loadBrands(dir)
  const link = await invite(
    {
      db: database.db,
      brands,
      flows: loadFlows(dir, brands),
      clock: () => new Date(),
      here: `http://localhost:${process.env['PORT'] || '3000'}`,
    },
    { brand, email, red, days, ...visit },
  )
  console.log(link)
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
} finally {
  await database.close()
}

/** The message for the operator; an unexpected error keeps its stack. */
function reasonOf(error: unknown): string {
  if (error instanceof CannotInvite) return error.message
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return `${error.message.split('\n')[0] ?? ''} ${usage}`
  if (error instanceof Error && 'code' in error && error.code === '42P01')
    return 'The database has no tables yet: start the server once, then invite.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
