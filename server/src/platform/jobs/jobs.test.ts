import { expect, it } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { createLog } from '#platform/process/log.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { runJobs } from './jobs.ts'

it('a job that is added just after another does not wait for the look of the next second', async () => {
  const database = await createTestDatabase()
  const { pool, close } = openDatabase(database.url, { size: 10 })
  let started = Promise.withResolvers<void>()
  const runner = await runJobs({
    pool,
    log: createLog('silent'),
    crontab: [],
    handlers: { 'accounts-sweep': async () => started.resolve() },
  })
  const add = async (): Promise<void> => {
    started = Promise.withResolvers()
    await pool.query(`select graphile_worker.add_job('accounts-sweep')`)
    await started.promise
  }
  try {
    const waits: number[] = []
    for (let pair = 0; pair < 4; pair += 1) {
      await add()
      const begun = performance.now()
      await add()
      waits.push(performance.now() - begun)
    }
    // One may be slow on a busy machine.
    expect(Math.min(...waits)).toBeLessThan(500)
  } finally {
    await runner.stop()
    await close()
    await database.drop()
  }
})
