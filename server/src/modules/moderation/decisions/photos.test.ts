import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { moderatePhotos } from '#commands/photos.ts'
import { createLocalStorage } from '#platform/storage/local.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { jpeg, upload } from '#modules/photos/testing/pictures.ts'

const enqueueEmail = emailQueue(() => new Date())

const host = 'battito.localhost'
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
})
afterAll(() => testServer.close())

const run = async (...args: string[]) => {
  const { ok, lines } = await moderatePhotos(args, {
    db: testServer.database.db,
    storage: createLocalStorage(join(testServer.config.dataDir, 'storage')),
    enqueueEmail,
    clock: () => new Date(),
    brandKeys: ['local', 'battito'],
    user: 'root',
  })
  return { ok, said: lines.join('\n') }
}
const decide = (verb: string, id: string, ...more: string[]) => run(verb, '--brand', 'battito', '--id', id, ...more)
const albumOf = async (member: TestMember) =>
  (await testServer.call(`/api/photos/${member.session.clickid}`, { token: member.token, host })).body.album
async function waiting(count = 1) {
  const owner = await testServer.member({ host, gender: 'woman' })
  for (let n = 0; n < count; n += 1) await upload(testServer, owner, await jpeg(n), { host })
  const names: string[] = (await albumOf(owner)).map(({ name }: { name: string }) => name)
  return { owner, names }
}

it('lists waiting photos and shows the picture, for this brand only', async () => {
  const { owner, names } = await waiting()
  const [id = ''] = names
  expect((await run('list', '--brand', 'battito')).said).toContain(`${id}  `)
  expect((await run('list', '--brand', 'battito')).said).toContain(owner.session.angelId)
  expect((await run('list', '--brand', 'local')).said).toBe('0 pending of local')
  const file = join(tmpdir(), `${id}.jpg`)
  expect((await decide('show', id, '--to', file)).ok).toBe(true)
  expect((await sharp(await readFile(file)).metadata()).format).toBe('jpeg')
  await rm(file)
  for (const args of [
    ['show', '--brand', 'local', '--id', id, '--to', file],
    ['approve', '--brand', 'local', '--id', id],
    ['refuse', '--brand', 'battito', '--id', id],
    ['approve', '--brand', 'battito', '--id', 'x'],
  ])
    expect((await run(...args)).ok).toBe(false)
})

it('approval makes it visible to others, the first one becomes the main photo, and the owner’s browser is notified', async () => {
  const { owner, names } = await waiting(2)
  const viewer = await testServer.member({ host })
  const socket = await owner.connect()
  expect((await decide('approve', names[1] ?? '')).ok).toBe(true)
  expect((await decide('approve', names[1] ?? '')).ok).toBe(false)
  expect(await socket.next('photo')).toEqual({ name: names[1], state: 'approved' })
  socket.close()
  const mails = testServer.database.db.selectFrom('emails').select('kind')
  expect(await mails.where('member_id', '=', owner.session.angelId).execute()).toEqual([])
  const album = await albumOf(owner)
  expect(album).toMatchObject([
    { state: 'pending', predefinita: false },
    { state: 'approved', predefinita: true },
  ])
  const { body } = await testServer.call(`/dispenser/${owner.session.angelId}/IT/donna`, { token: viewer.token, host })
  expect(body[0].default_photo).toContain(names[1])
  expect((await testServer.call(body[0].default_photo, { token: viewer.token, host })).status).toBe(200)
})

it('refusal gives the owner a reason, and can be reversed on appeal', async () => {
  const { owner, names } = await waiting()
  const [id = ''] = names
  expect((await decide('refuse', id, '--reason', 'no_face', '--by', 'anna')).ok).toBe(true)
  expect(await albumOf(owner)).toMatchObject([{ state: 'refused', refusal: 'no_face', path: null, predefinita: false }])
  const mail = await testServer.mailTo(owner.email, 'foto')
  expect(mail.text).toContain('non ti si riconosce')
  expect(mail.text).toContain('delle condizioni d’uso')
  expect(mail.links.some((link) => link.includes('/cases?token='))).toBe(true)
  // By another person than the one who refused it.
  const again = await decide('approve', id, '--by', 'anna')
  expect([again.ok, again.said]).toEqual([false, expect.stringContaining('let a colleague run this')])
  expect(await albumOf(owner)).toMatchObject([{ state: 'refused' }])
  expect((await decide('approve', id)).ok).toBe(true)
  expect(await albumOf(owner)).toMatchObject([{ state: 'approved', refusal: null, predefinita: true }])
  const decisions = await testServer.database.db
    .selectFrom('moderation_decisions')
    .select(['verdict', 'reason', 'made_by'])
    .where('subject_id', '=', id)
    .orderBy('created_at')
    .execute()
  expect(decisions).toEqual([
    { verdict: 'refused', reason: 'no_face', made_by: 'command:anna' },
    { verdict: 'approved', reason: null, made_by: 'command:root' },
  ])
})

it('lists the longest waiting first, and sends no email with a dead link', async () => {
  const { owner, names } = await waiting(2)
  const { db } = testServer.database
  const change = (id: string | undefined, values: { created_at?: Date; site_origin?: null }) =>
    db
      .updateTable('member_photos')
      .set(values)
      .where('id', '=', id ?? '')
      .execute()
  await change(names[1], { created_at: new Date('2026-01-01'), site_origin: null })
  const { said } = await run('list', '--brand', 'battito')
  expect(said.indexOf(names[1] ?? '')).toBeLessThan(said.indexOf(names[0] ?? ''))
  expect((await decide('refuse', names[1] ?? '', '--reason', 'no_face')).ok).toBe(true)
  expect(await db.selectFrom('emails').select('kind').where('member_id', '=', owner.session.angelId).execute()).toEqual(
    [],
  )
})

it('lists two hundred at a time, says that there are more, and finds those of a member', async () => {
  const { owner } = await waiting()
  const { db } = testServer.database
  const at = (n: number) => new Date(Date.UTC(2020, 0, 1) + n * 60_000)
  const many = Array.from({ length: 205 }, (_, n) => ({
    member_id: owner.session.angelId,
    id: crypto.randomUUID(),
    storage_key: 'x',
    state: n % 2 === 0 ? 'pending' : 'refused',
    refusal: n % 2 === 0 ? null : 'quality',
    created_at: at(n),
  }))
  await db.insertInto('member_photos').values(many).execute()
  const idsIn = (said: string) => said.split('\n').flatMap((line) => /^([0-9a-f-]{36})  /.exec(line)?.[1] ?? [])
  const list = async (...more: string[]) => (await run('list', '--brand', 'battito', ...more)).said
  const refusedOnes = many.filter(({ state }) => state === 'refused').map(({ id }) => id)
  // Refused ones newest first.
  expect(idsIn(await list('--state', 'refused', '--member', owner.session.angelId))).toEqual(refusedOnes.toReversed())
  await db
    .updateTable('member_photos')
    .set({ state: 'pending', refusal: null })
    .where('storage_key', '=', 'x')
    .execute()
  const first = await list()
  expect([idsIn(first).length, first.split('\n').at(-1)]).toEqual([
    200,
    `200 pending of battito, and there are more: --after ${many[199]?.id}`,
  ])
  const second = await list('--after', many[199]!.id)
  expect(idsIn(second).slice(0, 5)).toEqual(many.slice(200).map(({ id }) => id))
  expect(second).not.toContain('there are more')
  for (const wrong of [
    ['--after', 'x'],
    ['--member', 'x'],
    ['--state', 'approved'],
  ])
    expect((await run('list', '--brand', 'battito', ...wrong)).ok).toBe(false)
  await db.deleteFrom('member_photos').where('storage_key', '=', 'x').execute()
})

it('skips photos deleted by their owner, and those of inactive or sample members', async () => {
  const { owner, names } = await waiting()
  const [id = ''] = names
  const listed = async () => (await run('list', '--brand', 'battito')).said.includes(id)
  const change = (values: { state?: string; sample?: true }) =>
    testServer.database.db.updateTable('members').set(values).where('id', '=', owner.session.angelId).execute()
  expect(await listed()).toBe(true)
  await change({ state: 'deactivated' })
  expect(await listed()).toBe(false)
  await change({ state: 'active' })
  expect(await listed()).toBe(true)
  const path = `/api/photos/${owner.session.clickid}/${id}`
  const fresh = (await testServer.call(path, { method: 'DELETE', token: owner.token, host })).status
  expect(fresh).toBe(200)
  expect((await decide('approve', id)).ok).toBe(false)
  expect(await listed()).toBe(false)
  await testServer.call(`${path}/restore`, { method: 'POST', body: {}, token: owner.token, host })
  expect(await listed()).toBe(true)
  await testServer.database.db
    .insertInto('demo_installations')
    .values({ mark: true, loaded_at: new Date(), seed: 'test' })
    .execute()
  await change({ sample: true })
  expect(await listed()).toBe(false)
})
