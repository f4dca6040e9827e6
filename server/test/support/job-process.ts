import { eraseDue } from '#modules/accounts/erase/erase-due.ts'
import type { AccountDeps } from '#modules/accounts/deps.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { openDatabase } from '#platform/database/database.ts'
import { createLog } from '#platform/process/log.ts'

/*
 * Runs the work of one recurring job in a process of its own, for tests that kill it or start several: `JOB` of
 * `DATABASE_URL`. Prints what it did.
 */
const { JOB, DATABASE_URL = '' } = process.env
const { db, close } = openDatabase(DATABASE_URL, { size: 4 })
const clock = () => new Date()
const jobs: Readonly<Record<string, () => Promise<unknown>>> = {
  'accounts-erase': () =>
    eraseDue({
      db,
      clock,
      enqueueEmail: emailQueue(clock),
      signalKeys: [Buffer.alloc(32)],
      log: createLog('silent'),
    } as unknown as AccountDeps),
}
const done = await jobs[JOB ?? '']?.()
process.stdout.write(JSON.stringify(done))
await close()
