import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chat, conversingOn } from '#modules/chat/testing/conversing.ts'
import { jpeg, upload } from '#modules/photos/testing/pictures.ts'
import { startTestServer, type Answer, type TestMember, type TestServer } from '#test/support/test-server.ts'

/*
 * A process can be killed when a picture is stored and its row is not: a job that was added before then removes the
 * files. Here the row waits for a lock, and the job runs before it is there.
 */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer.close())
const { give, become, newSession } = conversingOn(() => testServer)

const folder = () => join(testServer.config.dataDir, 'storage')
const filesIn = async (name: string): Promise<string[]> => {
  if (!existsSync(join(folder(), name))) return []
  const found = await readdir(join(folder(), name), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name: file }) => join(parentPath, file))
}
interface Removal {
  readonly job: 'photos-remove-files' | 'photos-remove-verification' | 'chat-remove-file'
  readonly payload: never
}
const removals = async (): Promise<Removal[]> => {
  const { rows } = await testServer.database.pool.query<Removal>(
    `select t.identifier as job, payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where j.key like '%-remove-%'`,
  )
  return rows
}
const runRemovals = async (): Promise<void> => {
  for (const { job, payload } of await removals())
    await testServer.context.jobs.handlers[job]?.(payload, { attempt: 1, last: false })
}

async function approved(): Promise<TestMember> {
  const member = await testServer.member({ gender: 'woman' })
  expect((await upload(testServer, member, await jpeg(1))).status).toBe(200)
  await testServer.database.pool.query(`update member_photos set state = 'approved' where member_id = $1`, [
    member.session.angelId,
  ])
  return member
}

type Upload = (seed: number) => Promise<Answer>
const uploads: Record<string, { folders: string[]; table: string; prepare: () => Promise<Upload> }> = {
  'a photo of the album': {
    folders: ['photos', 'variants'],
    table: 'member_photos',
    async prepare() {
      const member = await testServer.member()
      return async (seed) => upload(testServer, member, await jpeg(seed))
    },
  },
  'the picture of a gesture': {
    folders: ['verifications'],
    table: 'photo_verifications',
    async prepare() {
      const member = await approved()
      const path = `/api/photos/${member.session.clickid}/verification`
      expect((await testServer.call(path, { token: member.token, body: {} })).status).toBe(200)
      return async (seed) => upload(testServer, member, await jpeg(seed), { path: '/verification' })
    },
  },
  'a photo for a conversation': {
    folders: ['messages'],
    table: 'message_media',
    async prepare() {
      const [man, inserted] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
      await become(inserted, 1)
      await give(inserted, 100)
      const woman = { ...inserted, token: await newSession(inserted) }
      const [his, hers] = [await man.connect(), await woman.connect(undefined, woman.token)]
      await his.send('chat', chat(man, woman, 'Ciao'))
      await hers.send('chat', chat(woman, man, 'Ciao'))
      his.close()
      hers.close()
      const address = `/api/messages/${woman.session.angelId}/photo`
      return async (seed) => upload(testServer, man, await jpeg(seed), { address })
    },
  },
}

it.each(Object.entries(uploads))('%s leaves no file without its row', async (_, { folders, table, prepare }) => {
  const { pool } = testServer.database
  const files = async () => (await Promise.all(folders.map(filesIn))).flat().sort()
  const send = await prepare()
  const before = await files()
  const lock = await pool.connect()
  await lock.query('begin')
  await lock.query(`lock table ${table} in share mode`)
  const answer = send(21)
  const waiting = async () => {
    const { rows } = await lock.query<{ pid: number }>(
      `select pid from pg_locks where relation = $1::regclass and not granted`,
      [table],
    )
    return rows.map(({ pid }) => pid)
  }
  await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1)
  expect((await files()).length).toBeGreaterThan(before.length)
  await runRemovals()
  expect(await files()).toEqual(before)
  // Ends its transaction, which must not find its files gone.
  for (const pid of await waiting()) await lock.query('select pg_terminate_backend($1)', [pid])
  expect((await answer).status).toBeGreaterThanOrEqual(500)
  await lock.query('rollback')
  lock.release()

  // A connection that is lost at the commit does not say whether the row is there: its files wait for the job.
  await pool.query(`create function lose_connection() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`)
  await pool.query(`create constraint trigger lost after insert or update on ${table} deferrable initially deferred
    for each row execute function lose_connection()`)
  await runRemovals()
  const without = await files()
  expect((await send(23)).status).toBeGreaterThanOrEqual(500)
  await pool.query(`drop function lose_connection cascade`)
  expect((await files()).length).toBeGreaterThan(without.length)
  await runRemovals()
  expect(await files()).toEqual(without)

  // With its row, an upload keeps its files, and no job waits for them.
  await pool.query(`delete from graphile_worker._private_jobs`)
  expect((await send(22)).status).toBe(200)
  expect(await removals()).toEqual([])
  expect((await files()).length).toBeGreaterThan(before.length)
})
