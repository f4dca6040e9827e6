import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { chat, conversingOn } from '#modules/chat/testing/conversing.ts'
import { jpeg, upload } from '#modules/photos/testing/pictures.ts'
import { openPlace } from '#platform/storage/open.ts'
import { memberWaitsMs } from '#platform/storage/store-with-row.ts'
import { listed } from '#platform/storage/testing/listed.ts'
import { startS3Server, type S3Server } from '#platform/storage/testing/s3-server.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

/* An installation whose files are in a bucket. */

let s3: S3Server
let testServer: TestServer
let photo: Buffer
const time = { offsetMs: 0 }
beforeAll(async () => {
  s3 = await startS3Server(['members'])
  const clock = () => new Date(Date.now() + time.offsetMs)
  testServer = await startTestServer({ jobs: false, storageUrl: s3.url('members'), clock })
  photo = await jpeg(7)
}, 60_000)
afterEach(() => s3.fail(undefined))
afterAll(async () => {
  await testServer.close()
  await s3.close()
})
const { give } = conversingOn(() => testServer)

const keys = async (): Promise<string[]> => (await listed(openPlace(s3.url('members')))).map(({ key }) => key)
const albumOf = async (member: TestMember): Promise<{ name: string; path: string }[]> =>
  (await testServer.call(`/api/photos/${member.session.clickid}`, { token: member.token })).body.album
const look = async (path: string, { token }: TestMember) => (await testServer.call(path, { token })).status
const run = async (): Promise<void> => {
  const { rows } = await testServer.database.pool.query(
    `select j.id, t.identifier, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier like 'photos-%'`,
  )
  for (const { id, identifier, payload } of rows) {
    await testServer.context.jobs.handlers[identifier as 'photos-purge']?.(payload, { attempt: 1, last: false })
    await testServer.database.pool.query('select graphile_worker.complete_jobs(array[$1::bigint])', [id])
  }
}

it('serves a photo from memory after the first request, and deletes it from the bucket and from memory', async () => {
  const [owner, viewer] = [await testServer.member({ gender: 'woman' }), await testServer.member()]
  const { name } = (await upload(testServer, owner, photo)).body.data
  const stored = async () => (await keys()).filter((key) => key.includes(name)).map((key) => key.split('/').at(-1))
  expect(await stored()).toEqual(['master.jpg', 'card.avif', 'card.webp'])
  await run()
  expect(await stored()).toEqual(['master.jpg', 'avatar.webp', 'card.avif', 'card.webp', 'full.avif', 'full.webp'])
  const [{ path } = { path: '' }] = await albumOf(owner)
  s3.asked.length = 0
  expect([await look(path, owner), await look(path, viewer), await look(path, viewer)]).toEqual([200, 200, 200])
  expect(s3.asked).toEqual([expect.stringMatching(`^GET /members/variants/${name}/card.webp`)])

  const address = `/api/photos/${owner.session.clickid}/${name}`
  expect((await testServer.call(address, { method: 'DELETE', token: owner.token })).status).toBe(200)
  expect([await look(path, owner), await look(path, viewer)]).toEqual([404, 404])
  await run()
  expect(await stored()).toEqual([])
})

it('carries the photo of a conversation and a member’s archive', async () => {
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  await give(woman, 100)
  const [his, hers] = [await man.connect(), await woman.connect()]
  await his.send('chat', chat(man, woman, 'Ciao'))
  await hers.send('chat', chat(woman, man, 'Ciao'))
  const address = `/api/messages/${man.session.angelId}/photo`
  const { mediaId } = (await upload(testServer, woman, photo, { address })).body
  expect(await hers.send('chat', { ...chat(woman, man, ''), mediaId })).toMatchObject({ ok: true })
  expect(await keys()).toContain(`messages/${mediaId}.webp`)
  expect(await look(`/media/messages/${mediaId}`, woman)).toBe(200)
  for (const socket of [his, hers]) socket.close()

  const path = '/api/users/export'
  const body = { clickid: woman.session.clickid }
  await testServer.call(path, { token: woman.token, body })
  const { db } = testServer.database
  const of = db.selectFrom('data_exports').select('id').where('member_id', '=', woman.session.angelId)
  const { id } = await of.executeTakeFirstOrThrow()
  const make = testServer.context.jobs.handlers['data-export-make']
  await make?.({ memberId: woman.session.angelId, id }, { attempt: 1, last: false })
  expect(await keys()).toContain(`exports/${id}.zip`)
  const { size } = (await testServer.call(path, { token: woman.token })).body
  const download = (await testServer.call(`${path}/download`, { token: woman.token, body })).body.path
  const answer = await fetch(`${testServer.url}${download}`, { headers: { authorization: `Bearer ${woman.token}` } })
  const zip = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, zip.length, zip.includes(`messages/${mediaId}.webp`)]).toEqual([200, size, true])
})

it.each(['away', 'full', 'denied'] as const)('answers 503 while the bucket is %s, and leaves nothing', async (how) => {
  const member = await testServer.member()
  // What earlier tests left to jobs.
  await run()
  const before = await keys()
  // The master is stored, and then a rendition fails; so does the removal, which a job tries again.
  s3.fail(how, /^(PUT \/members\/variants|DELETE)/)
  const { status, body } = await upload(testServer, member, photo)
  expect([status, body.message]).toEqual([503, 'Files cannot be stored or read at the moment: try again in a minute'])
  s3.fail(undefined)
  expect(await albumOf(member)).toEqual([])
  expect((await keys()).length).toBe(before.length + 1)
  await run()
  expect(await keys()).toEqual(before)
  expect((await upload(testServer, member, photo)).status).toBe(200)
})

it('answers 503 in time while the bucket takes files and never answers, to every member at the same time', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => testServer.member()))
  await run()
  const before = await keys()
  s3.fail('silent')
  s3.asked.length = 0
  const [limit, timeout] = [new AbortController(), AbortSignal.timeout]
  const spy = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === memberWaitsMs ? limit.signal : timeout.call(AbortSignal, ms)))
  try {
    const uploads = members.map((member) => upload(testServer, member, photo))
    // None waits for the files of another: only two pictures are decoded at a time.
    const stored = () => s3.asked.filter((line) => line.startsWith('PUT')).length
    await expect.poll(stored, { timeout: 10_000 }).toBe(members.length)
    limit.abort(new DOMException('over', 'TimeoutError'))
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(members.map(() => 503))
  } finally {
    spy.mockRestore()
  }
  // The storage that does not answer was asked for nothing more.
  expect(s3.asked.filter((line) => !line.startsWith('PUT'))).toEqual([])
  const { rows } = await testServer.database.pool.query(
    `select extract(epoch from j.run_at - now())::int as seconds from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'photos-remove-files'`,
  )
  // What was given up may still arrive.
  expect(rows.map(({ seconds }) => seconds > 3500)).toEqual(members.map(() => true))
  s3.fail(undefined)
  await run()
  expect(await keys()).toEqual(before)
  const [first] = members
  expect(first && (await upload(testServer, first, photo)).status).toBe(200)
})

it('serves what is in memory while the bucket is away; other pictures answer 503, and pages work', async () => {
  const [one, two] = [await testServer.member(), await testServer.member()]
  await upload(testServer, one, photo)
  await upload(testServer, two, photo)
  const [[first], [second]] = [await albumOf(one), await albumOf(two)]
  expect(await look(first?.path ?? '', one)).toBe(200)
  s3.fail('away')
  expect([await look(first?.path ?? '', one), await look(second?.path ?? '', two)]).toEqual([200, 503])
  expect((await testServer.call('/readyz')).status).toBe(200)
  s3.fail(undefined)
  expect(await look(second?.path ?? '', two)).toBe(200)
})
