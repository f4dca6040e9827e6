import { userInfo } from 'node:os'
import { consoleAddress } from '#app/console.ts'
import { requireDatabase } from '#platform/database/database-check.ts'
import { migrate } from '#platform/database/migrate.ts'
import { runOnDefault } from './on-databases.ts'
import { staffByCommand } from './staff.ts'

/* Part of npm run setup, before the first start: makes the tables, and the account that invites the others. */
const { DATABASE_URL: url = '', CONSOLE_HOST: host = '' } = process.env
await requireDatabase(url)
await migrate(url)
await runOnDefault('setup', (args, { db, brandKeys }) =>
  staffByCommand(['create', ...args], {
    db,
    brandKeys,
    console: consoleAddress(host.toLowerCase())!,
    clock: () => new Date(),
    user: userInfo().username,
  }),
)
