import { afterAll, beforeAll, expect, it } from 'vitest'
import { jpeg, upload } from '#modules/photos/testing/pictures.ts'
import { openDatabase } from '#platform/database/database.ts'
import { addJob, runJobs } from '#platform/jobs/jobs.ts'
import { createDiskSpace } from '#platform/process/disk-space.ts'
import { createLog } from '#platform/process/log.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  // More than any disk has.
  testServer = await startTestServer({ jobs: false, diskReserveMb: 1e12 })
})
afterAll(() => testServer?.close())

it('refuses uploads, puts off jobs that add data, and goes on with signing in and messages', async () => {
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const { pool } = testServer.database
  const signIn = { email: man.email, password: man.password }
  expect((await testServer.call('/api/users/authenticate', { body: signIn })).status).toBe(200)
  const message = {
    trackerId: man.session.clickid,
    angelId: woman.session.angelId,
    msg: 'Ciao',
    clientMessageId: crypto.randomUUID(),
  }
  expect(await (await man.connect()).send('chat', message)).toMatchObject({ ok: true })
  expect((await upload(testServer, man, await jpeg(1))).status).toBe(503)
  const own = [man.session.angelId]
  expect((await pool.query('select from member_photos where member_id = $1', own)).rowCount).toBe(0)

  for (const [name, payload] of [
    ['data-export-make', { memberId: man.session.angelId, id: crypto.randomUUID() }],
    ['photos-complete', { memberId: man.session.angelId, photoId: crypto.randomUUID() }],
  ] as const) {
    await testServer.context.jobs.handlers[name]?.(payload as never, { attempt: 1, last: true })
    const { rows } = await pool.query(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = $1 and j.run_at > now() + interval '9 minutes'`,
      [name],
    )
    expect({ name, rows }).toEqual({ name, rows: [{ payload }] })
  }
})

it('leaves a job that recurs to its next run, and adds others as they were added', async () => {
  const { config, context, database } = testServer
  const { pool } = database
  await pool.query('delete from graphile_worker._private_jobs')
  for (let n = 0; n < 10; n += 1) await context.jobs.handlers['insight-measure']?.({}, { attempt: 1, last: false })
  expect((await pool.query('select from graphile_worker._private_jobs')).rowCount).toBe(0)

  const payload = { memberId: crypto.randomUUID(), id: crypto.randomUUID() }
  await addJob(database.db, 'data-export-make', payload, { maxAttempts: 4, key: 'export' })
  const jobDatabase = openDatabase(config.databaseUrl, { size: 6 })
  const runner = await runJobs({
    pool: jobDatabase.pool,
    handlers: context.jobs.handlers,
    crontab: [],
    log: createLog('silent'),
  })
  const jobs = async () =>
    (
      await pool.query(
        `select payload, key, max_attempts as most, run_at > now() + interval '9 minutes' as later
         from graphile_worker._private_jobs order by id`,
      )
    ).rows
  await expect.poll(jobs).toEqual([{ payload, key: 'export', most: 4, later: true }])
  await runner.stop()
  await jobDatabase.close()
})

it('looks at the disk again, and takes one that does not answer for one with space', async () => {
  const answers = [100, 499, 500]
  const space = () =>
    createDiskSpace({
      folder: '/',
      reserveMb: 500,
      log: createLog('silent'),
      free: async () => answers.shift() ?? Promise.reject(new Error('no answer')),
    })
  const seen: boolean[] = []
  for (let n = 0; n < 4; n += 1) seen.push(await space().isShort())
  expect(seen).toEqual([true, true, false, false])
})
