import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { newId } from '#platform/ids.ts'
import { createLocalStorage } from '#platform/storage/local.ts'
import { recordPhotoVerdict } from './album/decide.ts'
import { permissionMs } from './photo-access.ts'

let testServer: TestServer
let now = new Date()
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => now })
  await createLocalStorage(join(testServer.config.dataDir, 'storage')).put(
    'originals/a.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="120"><rect width="90" height="60" fill="#f00"/></svg>',
  )
})
afterAll(() => testServer.close())

const idOf = (member: TestMember): string => member.session.angelId
async function withPhoto(
  member: TestMember,
  state = 'approved',
  { isMain = true, removedAt = null }: { isMain?: boolean; removedAt?: Date | null } = {},
): Promise<string> {
  const id = newId()
  await testServer.database.db
    .insertInto('member_photos')
    .values({
      member_id: idOf(member),
      id,
      storage_key: 'originals/a.svg',
      state,
      is_default: isMain,
      removed_at: removedAt,
      created_at: new Date(),
    })
    .execute()
  return id
}
const pair = async () => [await testServer.member(), await testServer.member({ gender: 'woman' })] as const
/** The picture's URL from her own profile. */
async function addressOf(owner: TestMember): Promise<string> {
  const { body } = await testServer.call('/api/users/verify', { body: {}, token: owner.token })
  return body.imageName[0].path
}
const look = async (path: string, viewer?: TestMember, host?: string) =>
  (await testServer.call(path, { ...(viewer && { token: viewer.token }), ...(host && { host }) })).status

/** As a moderator decides, with what the outbox delivers after it. */
async function decide(id: string, verdict: 'approve' | 'refuse'): Promise<void> {
  const { database, context } = testServer
  const refusal = verdict === 'refuse' ? 'no_face' : null
  await database.db
    .transaction()
    .execute((tx) => recordPhotoVerdict(tx, { brandId: 'local', id, verdict, refusal, at: now }))
  const rows = await database.db.deleteFrom('outbox').where('topic', '=', 'photo decided').returningAll().execute()
  for (const event of rows) await context.receive(event)
}

describe('a picture', () => {
  it('is served to members who may see its owner, checked at every request', async () => {
    const [man, woman] = await pair()
    await withPhoto(woman)
    const path = await addressOf(woman)
    expect(await look(path, man)).toBe(200)
    expect(await look(path, woman)).toBe(200)
    expect(await look(path)).toBe(404)
    expect(await look(path, { ...man, token: 'A'.repeat(43) })).toBe(404)
    const stranger = await testServer.member({ host: 'battito.localhost' })
    expect(await look(path, stranger, 'battito.localhost')).toBe(404)
    expect(await look(path, man, 'battito.localhost')).toBe(404)
  })

  it.each(['the viewer', 'the owner'])(
    'disappears when %s blocks, and returns when the block is lifted',
    async (who) => {
      const [man, woman] = await pair()
      await withPhoto(woman)
      const path = await addressOf(woman)
      expect(await look(path, man)).toBe(200)
      const [blocker, blocked] = who === 'the viewer' ? [man, woman] : [woman, man]
      await testServer.call('/api/block', { body: { angelId: idOf(blocked) }, token: blocker.token })
      expect(await look(path, man)).toBe(404)
      expect(await look(path, woman)).toBe(200)
      await testServer.call(`/api/block/${idOf(blocked)}`, { method: 'DELETE', token: blocker.token })
      expect(await look(path, man)).toBe(200)
    },
  )

  it.each(['deactivated', 'suspended', 'deleted'])('disappears when its owner is %s', async (state) => {
    const [man, woman] = await pair()
    await withPhoto(woman)
    const path = await addressOf(woman)
    await testServer.database.db.updateTable('members').set({ state }).where('id', '=', idOf(woman)).execute()
    expect(await look(path, man)).toBe(404)
  })

  describe('that was looked at before', () => {
    const call = async (member: TestMember, method: string, path: string, body?: object): Promise<void> => {
      const { status } = await testServer.call(path, { method, token: member.token, ...(body && { body }) })
      expect(status, path).toBe(200)
    }
    const ways: Record<string, (owner: TestMember, photoId: string) => Promise<void>> = {
      'deletes it': (owner, id) => call(owner, 'DELETE', `/api/photos/${owner.session.clickid}/${id}`),
      hides: (owner) => call(owner, 'PUT', '/api/users/privacy', { hidden: true }),
      leaves: (owner) => call(owner, 'POST', '/api/users/disableProfile', { clickid: owner.session.clickid }),
      'is refused it': (_owner, id) => decide(id, 'refuse'),
    }
    it.each(Object.entries(ways))('disappears at once when its owner %s, and no other with it', async (_name, way) => {
      const [man, woman] = await pair()
      const other = await testServer.member({ gender: 'woman' })
      const id = await withPhoto(woman)
      await withPhoto(other)
      const [path, otherPath] = [await addressOf(woman), await addressOf(other)]
      expect([await look(path, man), await look(otherPath, man)]).toEqual([200, 200])
      await way(woman, id)
      expect([await look(path, man), await look(otherPath, man)]).toEqual([404, 200])
    })

    it('is shown to no other member by that, and to this viewer only while they are signed in', async () => {
      const [man, woman] = await pair()
      const blocked = await testServer.member()
      await withPhoto(woman)
      const path = await addressOf(woman)
      await call(woman, 'POST', '/api/block', { angelId: idOf(blocked) })
      expect(await look(path, man)).toBe(200)
      const stranger = await testServer.member({ host: 'battito.localhost' })
      expect([await look(path), await look(path, blocked), await look(path, stranger, 'battito.localhost')]).toEqual([
        404, 404, 404,
      ])
      await call(man, 'POST', '/api/users/logout', {})
      expect(await look(path, man)).toBe(404)
    })

    it('disappears after ten seconds when the database was changed by hand', async () => {
      const [man, woman] = await pair()
      await withPhoto(woman)
      const path = await addressOf(woman)
      expect(await look(path, man)).toBe(200)
      const { db } = testServer.database
      await db.updateTable('members').set({ state: 'suspended' }).where('id', '=', idOf(woman)).execute()
      now = new Date(now.getTime() + permissionMs - 1)
      expect(await look(path, man)).toBe(200)
      now = new Date(now.getTime() + 1)
      expect(await look(path, man)).toBe(404)
    })
  })

  it('that waits for a moderator is served to its owner only, a refused one to no one', async () => {
    const [man, woman] = await pair()
    const id = await withPhoto(woman, 'pending')
    const path = await addressOf(woman)
    expect([await look(path, woman), await look(path, man)]).toEqual([200, 404])
    await decide(id, 'refuse')
    expect([await look(path, woman), await look(path, man)]).toEqual([404, 404])
    await decide(id, 'approve')
    expect([await look(path, woman), await look(path, man)]).toEqual([200, 200])
  })

  it('is on its owner’s card and in their gallery while it exists and is approved', async () => {
    const [man, woman] = await pair()
    await withPhoto(woman, 'pending')
    await withPhoto(woman, 'refused', { isMain: false })
    const card = async () => (await testServer.call(`/dispenser/${idOf(woman)}/IT/donna`, { token: man.token })).body[0]
    expect(await card()).toMatchObject({ default_photo: null, thumbhash: null, gallery: [] })
    const shown = await withPhoto(woman, 'approved', { isMain: false })
    await withPhoto(woman, 'approved', { isMain: false, removedAt: new Date() })
    expect((await card()).gallery).toMatchObject([{ url: expect.stringContaining(shown) }])
  })

  it('is cached by the viewer’s browser only, for a minute, and revalidated by its tag', async () => {
    const [man, woman] = await pair()
    await withPhoto(woman)
    const path = await addressOf(woman)
    const first = await testServer.call(path, { token: man.token })
    expect(['cache-control', 'vary', 'x-content-type-options'].map((name) => first.headers.get(name))).toEqual([
      'private, max-age=50, immutable',
      expect.stringMatching(/\baccept\b/i),
      'nosniff',
    ])
    // A drawn portrait has one format, whatever the browser reads.
    const { album } = (await testServer.call(`/api/photos/${woman.session.clickid}`, { token: woman.token })).body
    const drawn = await testServer.call(album[0].path, { token: man.token, headers: { accept: 'image/avif,*/*' } })
    expect(drawn.headers.get('content-type')).toBe('image/webp')
    const etag = first.headers.get('etag') ?? ''
    const again = () => testServer.call(path, { token: man.token, headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    const other = { token: man.token, headers: { 'if-none-match': '"another"' } }
    expect((await testServer.call(path, other)).status).toBe(200)
    await testServer.call('/api/block', { body: { angelId: idOf(woman) }, token: man.token })
    expect((await again()).status).toBe(404)
  })
})
