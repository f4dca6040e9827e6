import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
let owner: TestStaff
let support: TestStaff
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  owner = await staffMember(server, { roles: ['owner@battito'], name: 'Grace' })
  support = await staffMember(server, { roles: ['support@battito'] })
})
afterAll(() => server?.close())

const health = async (by = owner) => (await by.call('/admin/api/battito/health')).body
const retry = (id: string, by = owner, brand = 'battito') =>
  by.call(`/admin/api/${brand}/health/jobs/${id}/retry`, { body: { reason: 'The mail server is back' } })

/** A job after its last attempt. */
async function givenUp(error: string): Promise<string> {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select id::text from graphile_worker.add_job('outreach.send_email', '{"id": "x"}'::json, max_attempts => 1)`,
  )
  const id = rows[0]?.id ?? ''
  await server.database.pool.query(
    'update graphile_worker._private_jobs set attempts = max_attempts, last_error = $2 where id = $1',
    [id, error],
  )
  return id
}

describe('health', () => {
  it('has the jobs of each task with their lane, those that were given up, and the database', async () => {
    const before = await health()
    const id = await givenUp('550 no such user ada@example.com\n    at send')
    const { tasks, failed, database, countsAll } = await health(support)
    const ofMail = (all: { task: string; failed: number }[]) => all.find(({ task }) => task === 'outreach.send_email')
    expect(ofMail(tasks)).toMatchObject({ lane: 'mail', failed: (ofMail(before.tasks)?.failed ?? 0) + 1 })
    expect(failed[0]).toMatchObject({ id, task: 'outreach.send_email', attempts: 1, error: '550 no such user …@…' })
    expect(JSON.stringify(failed)).not.toContain('ada@')
    expect(countsAll).toBe(true)
    expect(database.bytes).toBeGreaterThan(1_000_000)
    if (database.statements !== null) expect(database.statements.length).toBeLessThanOrEqual(5)
  })

  it('runs a job again once, by an owner who has shown the second factor, in the audit', async () => {
    const id = await givenUp('away')
    expect((await retry(id, support)).status).toBe(403)
    const stale = await staffMember(server, { roles: ['owner@battito'], state: 'stale' })
    expect((await retry(id, stale)).body.code).toBe('proof_needed')
    expect((await retry(id)).body).toEqual({ result: 'OK' })
    expect((await retry(id)).body.code).toBe('not_failed')
    expect((await health()).failed.map((one: { id: string }) => one.id)).not.toContain(id)
    const { rows } = await server.database.pool.query(
      'select attempts, is_available from graphile_worker._private_jobs where id = $1',
      [id],
    )
    expect(rows).toEqual([{ attempts: 0, is_available: true }])
    const { entries } = (await owner.call('/admin/api/battito/audit')).body
    expect(entries[0]).toMatchObject({ action: 'job_retried', by: 'Grace', subjectKind: 'job', subjectId: id })
  })

  it('refuses an id that is none, and a job that was not given up', async () => {
    expect((await retry('none')).status).toBe(400)
    expect((await retry('999999999')).body.code).toBe('not_failed')
  })
})
