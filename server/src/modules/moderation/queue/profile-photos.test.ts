import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCase } from '#modules/cases/index.ts'
import { newId } from '#platform/ids.ts'
import { createLocalStorage } from '#platform/storage/local.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

const host = 'brisa.localhost'
let testServer: TestServer
let moderator: TestStaff
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
  moderator = await staffMember(testServer, { roles: ['moderator@brisa'] })
})
afterAll(() => testServer?.close())

const idOf = (member: TestMember): string => member.session.angelId
const claim = async (subjectId: string) => {
  const { id } = await testServer.database.db
    .selectFrom('cases')
    .select('id')
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow()
  const { status, body } = await moderator.call(`/admin/api/brisa/cases/${id}/claim`, { body: {} })
  expect(status).toBe(200)
  return { id, files: body.case.files as { file: string; label: string | null }[] }
}

/** Her album: the main photo and another one that others see, one that waits, one refused and one removed. */
async function album(her: TestMember): Promise<Record<'main' | 'other' | 'pending' | 'refused' | 'removed', string>> {
  const ids = { main: newId(), other: newId(), pending: newId(), refused: newId(), removed: newId() }
  const storage = createLocalStorage(join(testServer.config.dataDir, 'storage'))
  for (const [place, [what, id]] of Object.entries(ids).entries()) {
    await storage.put(`photos/${id}.jpg`, Buffer.from(what))
    await testServer.database.db
      .insertInto('member_photos')
      .values({
        member_id: idOf(her),
        id,
        storage_key: `photos/${id}.jpg`,
        state: what === 'pending' || what === 'refused' ? what : 'approved',
        is_default: what === 'main',
        position: 9 - place,
        created_at: new Date(),
        removed_at: what === 'removed' ? new Date() : null,
      })
      .execute()
  }
  return ids
}

it('a report about a person and a case about a profile show the photos that others see, each opening recorded', async () => {
  const [him, her] = [await testServer.member({ host }), await testServer.member({ host, gender: 'woman' })]
  const ids = await album(her)
  const { status } = await testServer.call('/api/report', {
    host,
    token: him.token,
    body: { angelId: idOf(her), reason: 'fake' },
  })
  expect(status).toBe(200)
  const report = await testServer.database.db
    .selectFrom('reports')
    .select('id')
    .where('reporter_id', '=', idOf(him))
    .executeTakeFirstOrThrow()
  await openCase(testServer.database.db, {
    brandId: 'brisa',
    kind: 'profile',
    subjectId: idOf(her),
    memberId: idOf(her),
    source: 'rule',
    at: new Date(),
  })
  const shown = [
    { file: `photo-${ids.main}`, kind: 'photo', label: 'main_photo' },
    { file: `photo-${ids.other}`, kind: 'photo', label: 'profile_photo' },
  ]
  for (const subject of [report.id, idOf(her)]) {
    const { id, files } = await claim(subject)
    expect(files).toEqual(shown)
    const open = (photo: string) => moderator.call(`/admin/api/brisa/cases/${id}/files/photo-${photo}`)
    expect((await open(ids.other)).body).toEqual({
      type: 'image/jpeg',
      data: Buffer.from('other').toString('base64'),
    })
    for (const hidden of [ids.pending, ids.refused, ids.removed]) expect((await open(hidden)).status).toBe(404)
  }
  const entries = await testServer.database.db
    .selectFrom('audit_entries')
    .select('staff_id')
    .where('action', '=', 'case_file_opened')
    .execute()
  expect(entries).toEqual([{ staff_id: moderator.id }, { staff_id: moderator.id }])
})

it('shows a reported photo once, before the others', async () => {
  const [him, her] = [await testServer.member({ host }), await testServer.member({ host, gender: 'woman' })]
  const ids = await album(her)
  const { status } = await testServer.call('/api/report', {
    host,
    token: him.token,
    body: { angelId: idOf(her), reason: 'photo', content: { kind: 'photo', id: ids.other } },
  })
  expect(status).toBe(200)
  const report = await testServer.database.db
    .selectFrom('reports')
    .select('id')
    .where('reporter_id', '=', idOf(him))
    .executeTakeFirstOrThrow()
  expect((await claim(report.id)).files.map(({ file, label }) => [file, label])).toEqual([
    [`photo-${ids.other}`, null],
    [`photo-${ids.main}`, 'main_photo'],
  ])
})
