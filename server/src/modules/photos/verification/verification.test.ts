import { gestureLifeMs, type VerificationView } from '@incontro/contract'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { moderatePhotos } from '#commands/photos.ts'
import { suspendMember } from '#modules/accounts/index.ts'
import { decideVerification } from '#modules/moderation/index.ts'
import { verificationsSent } from '../index.ts'
import { createLocalStorage } from '#platform/storage/local.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { createLog } from '#platform/process/log.ts'
import { jpeg, upload } from '../testing/pictures.ts'
import { sendGesture, type VerificationDeps } from './verification.ts'

const enqueueEmail = emailQueue(() => new Date())

let testServer: TestServer
let now = Date.now()
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => new Date(now) })
})
afterAll(() => testServer.close())

const folder = () => join(testServer.config.dataDir, 'storage')
const run = async (...args: string[]) => {
  const { ok, lines } = await moderatePhotos(['verify', ...args, '--brand', 'local'], {
    db: testServer.database.db,
    storage: createLocalStorage(folder()),
    enqueueEmail,
    clock: () => new Date(now),
    brandKeys: ['local', 'battito'],
    user: 'root',
  })
  return { ok, said: lines.join('\n') }
}
const call = (member: TestMember, method: string, path = '/verification', body?: object) =>
  testServer.call(`/api/photos/${member.session.clickid}${path}`, {
    method,
    token: member.token,
    ...(body && { body }),
  })
const view = async (member: TestMember): Promise<VerificationView> => (await call(member, 'GET')).body
const ask = (member: TestMember) => call(member, 'POST', '/verification', {})
const send = async (member: TestMember, seed = 50) =>
  upload(testServer, member, await jpeg(seed), { path: '/verification' })
const rowOf = (member: TestMember) =>
  testServer.database.db
    .selectFrom('photo_verifications')
    .selectAll()
    .where('member_id', '=', member.session.angelId)
    .executeTakeFirst()

/** A member with approved photos. */
async function withPhotos(count = 1) {
  const member = await testServer.member({ gender: 'woman' })
  for (let n = 0; n < count; n += 1) expect((await upload(testServer, member, await jpeg(n))).status).toBe(200)
  await testServer.database.db
    .updateTable('member_photos')
    .set({ state: 'approved' })
    .where('member_id', '=', member.session.angelId)
    .execute()
  const { album } = (await call(member, 'GET', '')).body
  return { member, names: album.map(({ name }: { name: string }) => name) as string[] }
}
async function waiting() {
  const { member, names } = await withPhotos(2)
  expect((await ask(member)).status).toBe(200)
  expect((await send(member)).body).toMatchObject({ state: 'sent' })
  const { id = '', storage_key: key = '' } = (await rowOf(member)) ?? {}
  return { member, names, id, file: join(folder(), key ?? '') }
}
/** What others see. */
async function shown(member: TestMember) {
  const viewer = await testServer.member()
  const { body } = await testServer.call(`/dispenser/${member.session.angelId}/IT/donna`, { token: viewer.token })
  return { verified: body[0].verified, verifiedAt: body[0].verifiedAt }
}
const never = { verified: false, verifiedAt: null }
const removeFiles = async () => {
  const { rows } = await testServer.database.pool.query<{ payload: { storageKey: string } }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'photos-remove-verification'`,
  )
  for (const { payload } of rows)
    await testServer.context.jobs.handlers['photos-remove-verification']?.(payload, { attempt: 1, last: false })
}
/** What was sent about the member, all to their own address. */
const kinds = async (member: TestMember) =>
  (
    await testServer.database.db
      .selectFrom('emails')
      .select('kind')
      .where('member_id', '=', member.session.angelId)
      .where('to_address', '=', member.email)
      .execute()
  ).map(({ kind }) => kind)

it('asks for one gesture, which stays the same until it is sent or expires', async () => {
  const { member } = await withPhotos()
  expect(await view(member)).toEqual({
    state: 'none',
    gesture: null,
    refusal: null,
    decidedAt: null,
    isPossible: true,
    isProposed: false,
  })
  expect((await send(member)).body).toMatchObject({ status: 409, code: 'gesture_expired' })
  const { gesture } = (await ask(member)).body
  expect((await ask(member)).body).toMatchObject({ state: 'asked', gesture })
  now += gestureLifeMs
  expect(await view(member)).toMatchObject({ state: 'none' })
  expect((await send(member)).body).toMatchObject({ status: 409, code: 'gesture_expired' })
  expect((await ask(member)).body.gesture).not.toBe(gesture)
  for (const bytes of [Buffer.from('no picture'), Buffer.alloc(0)])
    expect((await upload(testServer, member, bytes, { path: '/verification' })).status).toBe(415)
  expect((await send(member)).body).toMatchObject({ state: 'sent' })
  expect((await send(member)).body).toMatchObject({ status: 409, code: 'gesture_expired' })
  expect((await ask(member)).body).toMatchObject({ state: 'sent' })
})

it('takes no picture for a gesture that was asked for while the picture was stored', async () => {
  const { member } = await withPhotos()
  expect((await ask(member)).status).toBe(200)
  const storage = createLocalStorage(folder())
  const keys: string[] = []
  const deps = {
    db: testServer.database.db,
    log: createLog('silent'),
    limited: (_who: string, work: () => Promise<unknown>) => work(),
    clock: () => new Date(now),
    storage: {
      ...storage,
      async put(key: string, content: Buffer) {
        keys.push(key)
        await storage.put(key, content)
        if (keys.length > 1) return
        const again = `update photo_verifications set asked_at = asked_at + interval '1 second' where member_id = $1`
        await testServer.database.pool.query(again, [member.session.angelId])
      },
    },
  } as unknown as VerificationDeps
  const send = async () => sendGesture(deps, member.session.angelId, 'https://local.example', await jpeg(7))
  await expect(send()).rejects.toMatchObject({ status: 409, code: 'gesture_expired' })
  expect(await rowOf(member)).toMatchObject({ state: 'asked', storage_key: null })
  expect(await storage.stat(keys[0] ?? '')).toBeUndefined()
  await send()
  expect(await rowOf(member)).toMatchObject({ state: 'sent', storage_key: keys[1] })
})

it('is proposed after the first like, until it is begun or declined', async () => {
  const [{ member }, { member: begins }, bare] = [
    await withPhotos(),
    await withPhotos(),
    await testServer.member({ gender: 'woman' }),
  ]
  const man = await testServer.member()
  const socket = await man.connect()
  const decline = (who: TestMember, body: object = {}) => call(who, 'POST', '/verification/decline', body)
  for (const who of [member, begins, bare]) {
    expect(await view(who)).toMatchObject({ isProposed: false })
    await socket.send('like', { trackerId: man.session.clickid, angelId: who.session.angelId })
  }
  // Without an approved main photo there is nothing to propose.
  expect(await view(bare)).toMatchObject({ isProposed: false, isPossible: false })
  expect(await view(member)).toMatchObject({ isProposed: true, state: 'none' })
  expect((await ask(begins)).body).toMatchObject({ isProposed: false, state: 'asked' })
  // A member who lets the gesture expire has been asked.
  now += gestureLifeMs
  expect(await view(begins)).toMatchObject({ isProposed: false, state: 'none' })
  expect((await decline(member, { later: true })).status).toBe(400)
  expect(await view(member)).toMatchObject({ isProposed: true })
  const path = `/api/photos/${member.session.clickid}/verification/decline`
  expect((await testServer.call(path, { method: 'POST', token: man.token, body: {} })).status).toBe(404)
  expect(await view(member)).toMatchObject({ isProposed: true })
  for (let n = 0; n < 2; n += 1)
    expect((await decline(member)).body).toMatchObject({ isProposed: false, isPossible: true, state: 'none' })
  // A no to the proposal is not a no to the verification.
  expect((await ask(member)).body).toMatchObject({ state: 'asked' })
})

it('asks for at most five gestures an hour, so that no member can wait for a suitable one', async () => {
  now = Math.ceil(now / 3_600_000) * 3_600_000
  const { member } = await withPhotos()
  for (let n = 0; n < 5; n += 1) {
    expect((await ask(member)).status).toBe(200)
    expect((await call(member, 'DELETE')).body).toMatchObject({ state: 'none' })
  }
  expect((await ask(member)).status).toBe(429)
})

it('needs an approved main photo, and is private to its member', async () => {
  const { member } = await waiting()
  const other = await testServer.member()
  expect(await view(other)).toMatchObject({ state: 'none', isPossible: false })
  expect((await ask(other)).body).toMatchObject({ status: 409, code: 'no_main_photo' })
  for (const method of ['GET', 'POST', 'DELETE']) {
    const path = `/api/photos/${member.session.clickid}/verification`
    const answer = await testServer.call(path, {
      method,
      token: other.token,
      ...(method === 'POST' && { body: {} }),
    })
    expect(answer.status).toBe(404)
  }
  const { clickid: trackerId } = member.session
  expect((await upload(testServer, other, await jpeg(3), { path: '/verification', trackerId })).status).toBe(404)
})

it('is approved by a moderator who saw both pictures; the mark has the date, and the picture is deleted', async () => {
  const { member, id, file } = await waiting()
  expect(await shown(member)).toEqual(never)
  const { gesture } = await view(member)
  expect((await run('list')).said).toMatch(new RegExp(`${id}  .*${member.session.angelId}.*${gesture}`))
  const both = join(tmpdir(), `${id}.jpg`)
  expect((await run('show', '--id', id, '--to', both)).ok).toBe(true)
  expect(await sharp(await readFile(both)).metadata()).toMatchObject({ format: 'jpeg', height: 1000 })
  await rm(both)
  expect(existsSync(file)).toBe(true)
  expect((await run('approve', '--id', id, '--reason', 'unclear')).ok).toBe(false)
  expect((await run('approve', '--id', id, '--by', 'anna')).ok).toBe(true)
  expect((await run('approve', '--id', id)).ok).toBe(false)
  const verifiedAt = new Date(now).toISOString()
  expect(await shown(member)).toEqual({ verified: true, verifiedAt })
  expect(await view(member)).toMatchObject({ state: 'approved', gesture: null, decidedAt: verifiedAt })
  await removeFiles()
  expect(existsSync(file)).toBe(false)
  expect(await kinds(member)).toContain('photo-verified')
  const decisions = testServer.database.db
    .selectFrom('moderation_decisions')
    .select(['subject', 'verdict', 'reason', 'made_by'])
    .where('subject_id', '=', id)
  expect(await decisions.execute()).toEqual([
    { subject: 'verification', verdict: 'approved', reason: null, made_by: 'command:anna' },
  ])
})

it('is taken once of two pictures at a time, and no file of the other stays', async () => {
  const { member, names } = await withPhotos()
  const path = join(folder(), 'verifications')
  const files = () => (existsSync(path) ? readdirSync(path).length : 0)
  const before = files()
  const { gesture } = (await ask(member)).body
  const answers = await Promise.all([send(member, 51), send(member, 52)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(files()).toBe(before + 1)
  expect(await rowOf(member)).toEqual({
    member_id: member.session.angelId,
    id: expect.any(String),
    photo_id: names[0],
    gesture,
    state: 'sent',
    storage_key: expect.stringMatching(/^verifications\/[\w-]+\.jpg$/),
    site_origin: testServer.url,
    refusal: null,
    asked_at: new Date(now),
    sent_at: new Date(now),
    decided_at: null,
  })
})

it('is asked about in the order in which it was sent, by the moderators of its brand, while its member is here', async () => {
  const { db } = testServer.database
  const [one, two, three] = [await waiting(), await waiting(), await waiting()]
  const sentAt = (ms: number) => ({ sent_at: new Date(now + ms) })
  for (const [{ id }, values] of [
    [one, sentAt(2)],
    [two, sentAt(1)],
    [three, sentAt(1)],
  ] as const)
    await db.updateTable('photo_verifications').set(values).where('id', '=', id).execute()
  const queue = async (brand = 'local', id?: string) =>
    (await verificationsSent(db, brand, id === undefined ? {} : { id })).rows
      .map((found) => found.id)
      .filter((found) => [one, two, three].some((made) => made.id === found))
  const tied = [two.id, three.id].sort()
  expect([await queue(), await queue('battito'), await queue('local', two.id)]).toEqual([
    [...tied, one.id],
    [],
    [two.id],
  ])
  const after = await verificationsSent(db, 'local', { after: tied[0]! })
  expect(after.rows.map(({ id }) => id).filter((id) => id === one.id || tied.includes(id))).toEqual([tied[1], one.id])
  // The picture is compared with the photo for which it was asked, whatever the main one is by now.
  const main = db.updateTable('member_photos').where('id', '=', (await rowOf(one.member))?.photo_id ?? '')
  await main.set({ is_default: false }).execute()
  expect(await queue('local', one.id)).toEqual([one.id])
  await main.set({ is_default: true }).execute()
  const deps = { db, enqueueEmail, clock: () => new Date(now) }
  const decision = { verdict: 'approve', madeBy: 'command:root' } as const
  expect(await decideVerification(deps, 'battito', one.id, decision)).toBe(false)
  expect(await rowOf(one.member)).toMatchObject({ state: 'sent', decided_at: null })
  const change = (values: object) =>
    db.updateTable('members').set(values).where('id', '=', one.member.session.angelId).execute()
  await change({ state: 'deactivated' })
  expect(await queue()).toEqual(tied)
  await change({ state: 'active' })
  await db.insertInto('demo_installations').values({ mark: true, loaded_at: new Date(), seed: 'test' }).execute()
  await change({ sample: true })
  expect(await queue()).toEqual(tied)
  await change({ sample: null })
  await db.deleteFrom('demo_installations').execute()
  // Of a decided one nothing is asked, and a mail needs a page to lead to.
  await db.updateTable('photo_verifications').set({ site_origin: null }).where('id', '=', two.id).execute()
  for (const { id } of [one, two]) expect(await decideVerification(deps, 'local', id, decision)).toBe(true)
  expect(await queue()).toEqual([three.id])
  const mails = db
    .selectFrom('emails')
    .select(['member_id', 'kind', 'to_address', 'locale', 'props'])
    .where('member_id', 'in', [one.member.session.angelId, two.member.session.angelId])
  expect(await mails.execute()).toEqual([
    {
      member_id: one.member.session.angelId,
      kind: 'photo-verified',
      to_address: one.member.email,
      locale: 'it',
      props: { link: `${testServer.url}/profile#photos` },
    },
  ])
})

it('is refused with a reason, and may be tried again with another gesture', async () => {
  const { member, names, id, file } = await waiting()
  const { gesture } = await view(member)
  for (const reason of [[], ['--reason', 'ugly']]) expect((await run('refuse', '--id', id, ...reason)).ok).toBe(false)
  expect((await run('refuse', '--id', id, '--reason', 'another_gesture')).ok).toBe(true)
  expect(await view(member)).toMatchObject({ state: 'refused', refusal: 'another_gesture', gesture: null })
  expect(await shown(member)).toEqual(never)
  await removeFiles()
  expect(existsSync(file)).toBe(false)
  expect(await kinds(member)).toEqual(['verification-refused'])
  // Good to know with another main photo too, of which a gesture can be asked.
  const order = names.toReversed()
  expect((await call(member, 'PUT', '/order', { order })).status).toBe(200)
  expect(await view(member)).toEqual({
    state: 'refused',
    gesture: null,
    refusal: 'another_gesture',
    decidedAt: new Date(now).toISOString(),
    isPossible: true,
    isProposed: false,
  })
  const { body } = await ask(member)
  expect(body).toMatchObject({ state: 'asked', refusal: null })
  expect(body.gesture).not.toBe(gesture)
})

it('holds for the main photo only: another one removes it, the same one restores it', async () => {
  const { member, names, id } = await waiting()
  const [first = '', second = ''] = names
  const order = async (...wanted: string[]) =>
    expect((await call(member, 'PUT', '/order', { order: wanted })).status).toBe(200)
  await run('approve', '--id', id)
  await order(second, first)
  expect(await shown(member)).toEqual(never)
  expect(await view(member)).toMatchObject({ state: 'none' })
  await order(first, second)
  expect(await shown(member)).toMatchObject({ verified: true })
  expect((await call(member, 'DELETE', `/${first}`)).status).toBe(200)
  expect(await shown(member)).toEqual(never)
  expect((await call(member, 'POST', `/${first}/restore`, {})).status).toBe(200)
  expect(await shown(member)).toMatchObject({ verified: true })
  // Withdrawn, it does not return.
  expect((await call(member, 'DELETE')).body).toMatchObject({ state: 'none' })
  await order(second, first)
  await order(first, second)
  expect(await shown(member)).toEqual(never)
})

it('is cancelled with the main photo while it waits, and its picture is deleted', async () => {
  const { member, names, id, file } = await waiting()
  expect((await call(member, 'PUT', '/order', { order: names.toReversed() })).status).toBe(200)
  expect(await view(member)).toMatchObject({ state: 'none' })
  expect((await run('approve', '--id', id)).ok).toBe(false)
  await removeFiles()
  expect(existsSync(file)).toBe(false)
})

const post = async (member: TestMember, path: string, body: object) =>
  expect((await testServer.call(`/api/users/${path}`, { token: member.token, body })).status).toBe(200)
const closings: Record<string, (member: TestMember) => Promise<unknown>> = {
  deactivated: (member) => post(member, 'disableProfile', { clickid: member.session.clickid }),
  deleted: (member) => post(member, 'deletion', { clickid: member.session.clickid, password: member.password }),
  suspended: (member) =>
    testServer.database.db
      .transaction()
      .execute((tx) =>
        suspendMember(
          tx,
          { clock: () => new Date(now), enqueueEmail, flows: checkedInFlows() },
          { memberId: member.session.angelId, madeBy: 'command:root', reason: 'spam' },
        ),
      ),
}

it.each(Object.keys(closings))(
  'is cancelled when the account is %s while it waits, and its picture is deleted',
  async (how) => {
    const { member, id, file } = await waiting()
    await closings[how]?.(member)
    expect(await rowOf(member)).toBeUndefined()
    expect((await run('approve', '--id', id)).ok).toBe(false)
    expect(existsSync(file)).toBe(true)
    await removeFiles()
    expect(existsSync(file)).toBe(false)
  },
)

it('keeps its mark when the account is deactivated, for when it is opened again', async () => {
  const { member, id } = await waiting()
  await run('approve', '--id', id)
  await closings['deactivated']?.(member)
  expect(await rowOf(member)).toMatchObject({ state: 'approved' })
})

it('can be required of others: the filter keeps verified members only', async () => {
  const { member, id } = await waiting()
  await run('approve', '--id', id)
  const viewer = await testServer.member()
  const trackerId = viewer.session.clickid
  const body = { trackerId, filters: { verified: true } }
  await testServer.call('/dispenser/filters', { method: 'PUT', token: viewer.token, body })
  const page = (await testServer.call('/dispenser/match', { token: viewer.token, body: { trackerId } })).body
  const ids: string[] = page.profili.map((card: { id: string }) => card.id)
  expect(ids).toContain(member.session.angelId)
  expect(page.profili.every(({ verified }: { verified: boolean }) => verified)).toBe(true)
})
