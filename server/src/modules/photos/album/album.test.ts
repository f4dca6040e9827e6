import { mostPhotos, photoUndoMs } from '@incontro/contract'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { newId } from '#platform/ids.ts'
import { runJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/process/log.ts'
import { jpeg, upload } from '../testing/pictures.ts'

let testServer: TestServer
let now = new Date()
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => now })
})
afterAll(() => testServer.close())

interface Photo {
  readonly name: string
  readonly path: string
  readonly predefinita: boolean
}
const album = (member: TestMember, path = '', method = 'GET', body?: object) =>
  testServer.call(`/api/photos/${member.session.clickid}${path}`, {
    method,
    token: member.token,
    ...(body === undefined ? {} : { body }),
  })
const photosOf = async (member: TestMember): Promise<Photo[]> => (await album(member)).body.album
const namesOf = (photos: readonly Photo[]) => photos.map(({ name }) => name)
const mainOf = (photos: readonly Photo[]) => photos.filter(({ predefinita }) => predefinita).map(({ name }) => name)
async function withPhotos(count: number): Promise<{ member: TestMember; names: string[] }> {
  const member = await testServer.member()
  for (let n = 0; n < count; n += 1) expect((await upload(testServer, member, await jpeg(n))).status).toBe(200)
  return { member, names: namesOf(await photosOf(member)) }
}

describe('the order of an album', () => {
  it('is set by the member; the first photo is the main one, on cards and in the session', async () => {
    const { member, names } = await withPhotos(3)
    expect(mainOf(await photosOf(member))).toEqual([names[0]])
    const order = [names[2], names[0], names[1]]
    // Ids are the same in capitals.
    const written = order.map((name) => name?.toUpperCase())
    const { status, body } = await album(member, '/order', 'PUT', { order: written })
    expect([status, namesOf(body.album), mainOf(body.album)]).toEqual([200, order, [names[2]]])
    const { body: session } = await testServer.call('/api/users/verify', { body: {}, token: member.token })
    expect(session.imageName.map(({ name, predefinita }: Photo) => [name, predefinita])).toEqual(
      order.map((name, at) => [name, at === 0]),
    )
  })

  it('is that of the ids where places tie, in every list of them, and says all of each photo to its owner', async () => {
    const [member, viewer] = [await testServer.member({ gender: 'woman' }), await testServer.member()]
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = Array.from({ length: 5 }, () => newId())
    const states = {
      [first]: 'pending',
      [second]: 'approved',
      [third]: 'refused',
      [fourth]: 'approved',
      [fifth]: 'approved',
    }
    await testServer.database.db
      .insertInto('member_photos')
      .values(
        [fifth, fourth, third, second, first].map((id) => ({
          member_id: member.session.angelId,
          id,
          storage_key: 'originals/a.svg',
          state: states[id] ?? '',
          refusal: id === third ? 'no_face' : null,
          position: 3,
          thumbhash: id === second ? Buffer.from('small') : null,
          created_at: now,
        })),
      )
      .execute()
    const last = (await upload(testServer, member, await jpeg(1))).body.data.name
    expect((await album(member, `/${last}`, 'DELETE')).status).toBe(200)
    const path = (id: string, variant: string) =>
      expect.stringMatching(new RegExp(`^/media/${id}/${variant}\\?s=.{16}$`))
    const photo = { predefinita: false, refusal: null, thumbhash: null }
    expect((await album(member)).body).toEqual({
      album: [
        { ...photo, name: first, path: path(first, 'card'), state: 'pending' },
        {
          ...photo,
          name: second,
          path: path(second, 'card'),
          state: 'approved',
          predefinita: true,
          thumbhash: Buffer.from('small').toString('base64'),
        },
        { ...photo, name: third, path: null, state: 'refused', refusal: 'no_face' },
        { ...photo, name: fourth, path: path(fourth, 'card'), state: 'approved' },
        { ...photo, name: fifth, path: path(fifth, 'card'), state: 'approved' },
      ],
      most: mostPhotos,
    })
    const { body: session } = await testServer.call('/api/users/verify', { body: {}, token: member.token })
    expect(session.imageName).toEqual(
      [first, second, fourth, fifth].map((name) => ({
        name,
        path: path(name, 'avatar'),
        predefinita: name === second,
      })),
    )
    const page = `/dispenser/${member.session.angelId}/IT/donna`
    const [shown] = (await testServer.call(page, { token: viewer.token })).body
    expect(shown.gallery.map(({ url }: { url: string }) => url)).toEqual([
      path(second, 'full'),
      path(fourth, 'full'),
      path(fifth, 'full'),
    ])
  })

  it('must contain all of one’s own photos, once each', async () => {
    const { member, names } = await withPhotos(2)
    const theirs = (await withPhotos(1)).names
    const before = await photosOf(member)
    for (const order of [[], names.slice(1), [names[0], names[0]], [...names, ...theirs], [names[0], theirs[0]]])
      expect((await album(member, '/order', 'PUT', { order })).status).toBe(404)
    expect(await photosOf(member)).toEqual(before)
  })

  it('contains no deleted photo', async () => {
    const { member, names } = await withPhotos(3)
    const [one = '', deleted = '', three = ''] = names
    await album(member, `/${deleted}`, 'DELETE')
    expect((await album(member, '/order', 'PUT', { order: [three, deleted, one] })).status).toBe(404)
    expect((await album(member, '/order', 'PUT', { order: [three, one] })).status).toBe(200)
    expect(namesOf(await photosOf(member))).toEqual([three, one])
  })
})

describe('a deleted photo', () => {
  it('has its place again when it is put back, before one that came meanwhile', async () => {
    const { member, names } = await withPhotos(2)
    await album(member, `/${names[1]}`, 'DELETE')
    const { name } = (await upload(testServer, member, await jpeg(2))).body.data
    expect(namesOf(await photosOf(member))).toEqual([names[0], name])
    expect(namesOf((await album(member, `/${names[1]}/restore`, 'POST', {})).body.album)).toEqual([...names, name])
  })

  it('disappears immediately, can be restored for some seconds, and then leaves the storage', async () => {
    const { member, names } = await withPhotos(2)
    const [first = '', second = ''] = names
    const [{ path = '' } = {}] = await photosOf(member)
    const look = async () => (await testServer.call(path, { token: member.token })).status
    const removed = await album(member, `/${first}`, 'DELETE')
    expect([namesOf(removed.body.album), mainOf(removed.body.album)]).toEqual([[second], [second]])
    expect(await look()).toBe(404)
    const restored = await album(member, `/${first}/restore`, 'POST', {})
    expect([namesOf(restored.body.album), mainOf(restored.body.album)]).toEqual([names, [first]])
    expect(await look()).toBe(200)

    now = new Date(now.getTime() - 60_000)
    await album(member, `/${first}`, 'DELETE')
    now = new Date()
    expect((await album(member, `/${first}/restore`, 'POST', {})).status).toBe(404)
    const folder = join(testServer.config.dataDir, 'storage')
    expect(existsSync(join(folder, 'photos', first, 'master.jpg'))).toBe(true)
    const runner = await runJobs({
      pool: testServer.database.pool,
      ...testServer.context.jobs,
      crontab: [],
      log: createLog('silent'),
    })
    const rows = async () =>
      (await testServer.database.pool.query('select id from member_photos where id = $1', [first])).rowCount
    await expect.poll(rows, { timeout: 10_000, interval: 20 }).toBe(0)
    await runner.stop()
    for (const file of [`photos/${first}/master.jpg`, `variants/${first}/card.webp`, `variants/${first}/full.avif`])
      expect(existsSync(join(folder, file)), file).toBe(false)
    expect(existsSync(join(folder, 'photos', second, 'master.jpg'))).toBe(true)
  })

  it('is purged together with others deleted after it', async () => {
    const { member } = await withPhotos(0)
    const photo = (position: number) => ({
      member_id: member.session.angelId,
      id: newId(),
      storage_key: 'originals/a.svg',
      state: 'approved',
      position,
      created_at: now,
    })
    const photos = [photo(1), photo(2)]
    const { db, pool } = testServer.database
    await db.insertInto('member_photos').values(photos).execute()
    for (const { id } of photos) await album(member, `/${id}`, 'DELETE')
    const { rows } = await pool.query(`select key, run_at from graphile_worker.jobs where key = any($1) order by key`, [
      photos.map(({ id }) => `photos-purge ${id}`),
    ])
    const runAt = new Date(now.getTime() + photoUndoMs)
    expect(rows).toEqual(photos.map(({ id }) => ({ key: `photos-purge ${id}`, run_at: runAt })))
    // At exactly the end it is too late.
    const later = (ms: number) => (now = new Date(runAt.getTime() + ms))
    later(0)
    expect((await album(member, `/${photos[0]?.id}/restore`, 'POST', {})).status).toBe(404)
    later(-1)
    expect((await album(member, `/${photos[1]?.id}/restore`, 'POST', {})).status).toBe(200)
    now = new Date()
  })

  it('is not restored when its place was taken', async () => {
    const { member, names } = await withPhotos(1)
    await album(member, `/${names[0]}`, 'DELETE')
    const at = new Date()
    const photo = (position: number) => ({
      member_id: member.session.angelId,
      id: newId(),
      storage_key: 'originals/a.svg',
      state: 'approved',
      is_default: position === 1,
      position,
      created_at: at,
    })
    const others = Array.from({ length: mostPhotos }, (_, n) => photo(n + 1))
    await testServer.database.db.insertInto('member_photos').values(others).execute()
    expect((await album(member, `/${names[0]}/restore`, 'POST', {})).body).toMatchObject({
      status: 409,
      code: 'too_many_photos',
    })
    expect(await photosOf(member)).toHaveLength(mostPhotos)
  })

  it('is deleted once by two concurrent requests, and only by its owner', async () => {
    const { member, names } = await withPhotos(1)
    const { member: other } = await withPhotos(0)
    expect((await album(other, `/${names[0]}`, 'DELETE')).status).toBe(404)
    // One's own photo below the other member's address.
    const { token } = member
    const below = `/api/photos/${other.session.clickid}/${names[0]}`
    expect((await testServer.call(below, { method: 'DELETE', token })).status).toBe(404)
    expect((await testServer.call(`${below}/restore`, { body: {}, token })).status).toBe(404)
    expect(await photosOf(member)).toHaveLength(1)
    expect((await album(other, `/${names[0]}/restore`, 'POST', {})).status).toBe(404)
    // A photo restored meanwhile is skipped by the job.
    const id = names[0] ?? ''
    await testServer.context.jobs.handlers['photos-purge']?.(
      { memberId: member.session.angelId, photoId: id },
      { attempt: 1, last: false },
    )
    expect(existsSync(join(testServer.config.dataDir, 'storage', 'photos', id, 'master.jpg'))).toBe(true)
    const answers = await Promise.all([1, 2].map(() => album(member, `/${names[0]}`, 'DELETE')))
    // The second of a double press finds done what it asked for, and the time to restore it is that of the first.
    expect(answers.map(({ status, body }) => [status, body.album])).toEqual([
      [200, []],
      [200, []],
    ])
    expect((await album(member, `/${newId()}`, 'DELETE')).status).toBe(404)
    expect((await album(other, `/${names[0]}`, 'DELETE')).status).toBe(404)
    const removedAt = async () =>
      (await testServer.database.pool.query('select removed_at from member_photos where id = $1', [id])).rows[0]
        .removed_at
    const first = await removedAt()
    now = new Date(now.getTime() + 1000)
    expect((await album(member, `/${names[0]}`, 'DELETE')).status).toBe(200)
    expect(await removedAt()).toEqual(first)
    expect((await album(other, `/${names[0]}/restore`, 'POST', {})).status).toBe(404)
    expect(await photosOf(member)).toEqual([])
    // The same picture can be uploaded again.
    expect((await upload(testServer, member, await jpeg(0))).status).toBe(200)
    await album(member, `/${namesOf(await photosOf(member))[0]}`, 'DELETE')
    const { body: session } = await testServer.call('/api/users/verify', { body: {}, token: member.token })
    expect(session.imageName).toEqual([])
  })
})
