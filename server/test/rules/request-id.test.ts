import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { call } from '#providers/reply.ts'
import { openDatabase } from '#platform/database/database.ts'
import { logCalls } from '#platform/process/calls.ts'
import { createLog } from '#platform/process/log.ts'
import { newRequestId, withRequestId } from '#platform/process/request-id.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { addJob, runJobs, type JobHandlers } from '#platform/jobs/jobs.ts'

/* A job's lines of the log, and those of its calls to providers, name the request that set it off. */

let testServer: TestServer
const lines: Record<string, unknown>[] = []
const log = createLog('debug', { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) })
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer.close())
beforeEach(() => void lines.splice(0))

/** Runs jobs by these handlers while the work is done. */
async function whileRunning(handlers: JobHandlers, work: () => Promise<unknown>): Promise<void> {
  const { pool, close } = openDatabase(testServer.config.databaseUrl, { size: 6 })
  const runner = await runJobs({ pool, log, crontab: [], handlers })
  try {
    await work()
  } finally {
    await runner.stop()
    await close()
  }
}

const written = (msg: string) => lines.filter((line) => line['msg'] === msg)

it('goes from a request over the jobs it leads to', async () => {
  const ada = await testServer.member()
  const { handlers } = testServer.context.jobs
  const spied: JobHandlers = {
    'identity-reset': async (payload, job) => {
      log.info('asked')
      await handlers['identity-reset']?.(payload, job)
    },
    'outreach.send_email': async () => log.info('mailed'),
  }
  await whileRunning(spied, async () => {
    await testServer.call('/api/users/getTokenForReset', { body: { email: ada.email } })
    await expect.poll(() => written('mailed').length, { timeout: 5000 }).toBe(1)
  })
  const ids = [...written('asked'), ...written('mailed')].map((line) => line['request_id'])
  expect(ids).toEqual([expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/), ids[0]])
})

it('is in the lines about a job’s failure and about its calls to providers, without path and body', async () => {
  const end = logCalls(log)
  const id = newRequestId()
  const answers = [
    new Response('{}', { headers: { 'request-id': 'req_stripe' } }),
    new Response('{}', { status: 500, headers: { 'paypal-debug-id': 'not an id of ada@example.org' } }),
  ]
  const handlers: JobHandlers = {
    'accounts-sweep': async () => {
      for (const answer of answers)
        await call('https://provider.example/of/ada', { method: 'POST', body: 'ada' }, { fetch: async () => answer })
      throw new Error('on purpose')
    },
  }
  const add = () => addJob(testServer.database.db, 'accounts-sweep', {}, { maxAttempts: 1 })
  await whileRunning(handlers, async () => {
    await withRequestId(id, add)
    await expect.poll(() => written('job failed').length, { timeout: 5000 }).toBe(1)
  })
  end()
  const call1 = { host: 'provider.example', method: 'POST', request_id: id }
  expect(lines).toEqual([
    expect.objectContaining({ ...call1, level: 20, status: 200, provider_request_id: 'req_stripe' }),
    expect.objectContaining({ ...call1, level: 30, status: 500 }),
    expect.objectContaining({ job: 'accounts-sweep', request_id: id }),
  ])
  expect(JSON.stringify(lines)).not.toMatch(/of\/ada|ada@/)
})

it('begins with the job where nothing added it', async () => {
  const handlers: JobHandlers = { 'accounts-sweep': async () => log.info('swept') }
  await whileRunning(handlers, async () => {
    await testServer.database.pool.query(`select graphile_worker.add_job('accounts-sweep')`)
    await expect.poll(() => written('swept').length, { timeout: 5000 }).toBe(1)
  })
  expect(written('swept')[0]?.['request_id']).toMatch(/^job-\d+$/)
})
