import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { jpeg, upload } from '#modules/photos/testing/pictures.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { decidePhoto } from './photos.ts'
import { decideReport } from './reports.ts'

/*
 * A decision is carried out with the lock on its case first, then those on what it is about. Whatever else changes both
 * takes them in that order too, or the two would wait for each other.
 */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
})
afterAll(() => server?.close())

// A brand whose photos wait for a person.
const host = 'battito.localhost'
const clock = () => new Date()
const deps = () => ({
  db: server.database.db,
  flows: checkedInFlows(),
  brands: server.context.brands,
  enqueueEmail: emailQueue(clock),
  clock,
})

/** Does something while a decision about the case is carried out, which locks `then` last. */
async function meanwhile<T>(
  subjectId: string,
  then: readonly [query: string, id: string],
  act: () => Promise<T>,
): Promise<T> {
  const { pool } = server.database
  const client = await pool.connect()
  try {
    await client.query('begin')
    const held = await client.query(`select id from cases where subject_id = $1 and state <> 'closed' for update`, [
      subjectId,
    ])
    expect(held.rows).toHaveLength(1)
    const acting = act()
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).not.toEqual([])
    })
    await client.query(then[0], [then[1]])
    await client.query('commit')
    return await acting
  } finally {
    // After a deadlock, the transaction is over for the database and begun for the pool.
    await client.query('rollback')
    client.release()
  }
}

const ofMember = 'select from members where id = $1 for no key update'
const ofReport = 'select from reports where id = $1 for update'

async function withPhoto(): Promise<{ readonly owner: TestMember; readonly id: string }> {
  const owner = await server.member({ host, gender: 'woman' })
  await upload(server, owner, await jpeg(1), { host })
  const { body } = await server.call(`/api/photos/${owner.session.clickid}`, { token: owner.token, host })
  return { owner, id: body.album[0].name }
}

const reported = async (): Promise<{ readonly id: string; readonly again: () => Promise<number> }> => {
  const [him, her] = [await server.member(), await server.member({ gender: 'woman' })]
  const send = async (text: string): Promise<number> =>
    (
      await server.call('/api/report', {
        token: him.token,
        body: { angelId: her.session.angelId, reason: 'harassment', text },
      })
    ).status
  expect(await send('First')).toBe(200)
  const { rows } = await server.database.pool.query('select id from reports where reporter_id = $1', [
    him.session.angelId,
  ])
  return { id: rows[0].id, again: () => send('And again') }
}

it('of a photo that is restored', async () => {
  const { owner, id } = await withPhoto()
  const path = `/api/photos/${owner.session.clickid}/${id}`
  expect((await server.call(path, { method: 'DELETE', token: owner.token, host })).status).toBe(200)
  const restored = await meanwhile(id, [ofMember, owner.session.angelId], () =>
    server.call(`${path}/restore`, { body: {}, token: owner.token, host }),
  )
  expect(restored.status).toBe(200)
})

it('of a photo that a command decides about', async () => {
  const { owner, id } = await withPhoto()
  const outcome = await meanwhile(id, [ofMember, owner.session.angelId], () =>
    decidePhoto(deps(), 'battito', id, { verdict: 'approve', madeBy: 'command:root' }),
  )
  expect(outcome).toBe('decided')
})

it('of a report that a command decides about', async () => {
  const { id } = await reported()
  const outcome = await meanwhile(id, [ofReport, id], () =>
    decideReport(deps(), 'local', id, { verdict: 'dismissed', madeBy: 'command:root', reason: 'No rule was broken' }),
  )
  expect(outcome).toEqual({ account: 'unchanged' })
})

it('of a report to which its author adds something', async () => {
  const { id, again } = await reported()
  expect(await meanwhile(id, [ofReport, id], again)).toBe(200)
})
