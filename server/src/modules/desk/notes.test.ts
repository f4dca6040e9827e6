import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportedFiles } from '#src/tables.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
let owner: TestStaff
let support: TestStaff
const time = { offsetMs: 0 }
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + time.offsetMs) })
  owner = await staffMember(server, { roles: ['owner@battito'] })
  support = await staffMember(server, { roles: ['support@battito'], name: 'Grace' })
})
afterAll(() => server?.close())

const reason = 'Ticket 12'
const join = (host = 'battito.localhost') => server.member({ host })
const at = (who: TestMember, rest: string) => `/admin/api/battito/members/${who.session.angelId}/${rest}`
const add = (who: TestMember, text: string, by = support) => by.call(at(who, 'notes'), { body: { text } })
const change = (who: TestMember, note: string, text: string, by = support) =>
  by.call(at(who, `notes/${note}`), { method: 'PUT', body: { text } })
const remove = (who: TestMember, note: string, by = support) => by.call(at(who, `notes/${note}`), { method: 'DELETE' })
const notesOf = async (who: TestMember, by = support) =>
  (await by.call(at(who, 'open'), { body: { reason } })).body.notes as {
    id: string
    text: string
    by: string
    editedAt: string | null
    changeableUntil: string | null
  }[]
const audited = async (who: TestMember) =>
  (await owner.call(`/admin/api/battito/audit?member=${who.session.angelId}`)).body.entries
    .map(({ action, by, detail }: { action: string; by: string; detail: object }) => ({ action, by, detail }))
    .filter(({ action }: { action: string }) => action.startsWith('note_'))

it('keeps what colleagues note, and lets the author change and delete it for a quarter of an hour', async () => {
  const member = await join()
  expect((await add(member, ' Calls herself Lia ')).status).toBe(200)
  const [written] = await notesOf(member)
  expect(written).toMatchObject({ text: 'Calls herself Lia', by: 'Grace', editedAt: null })
  const id = written!.id
  expect((await notesOf(member, owner))[0]?.changeableUntil).toBe(null)
  expect((await change(member, id, 'Mine now', owner)).body.code).toBe('not_yours')
  expect((await remove(member, id, owner)).body.code).toBe('not_yours')
  expect((await change(member, id, 'Calls herself Lea')).status).toBe(200)
  expect((await notesOf(member))[0]).toMatchObject({ text: 'Calls herself Lea', editedAt: expect.any(String) })
  await add(member, 'A mistake')
  const [mistake] = await notesOf(member)
  expect((await remove(member, mistake!.id)).status).toBe(200)
  expect((await remove(member, mistake!.id)).status).toBe(404)
  time.offsetMs = 15 * 60_000
  expect((await change(member, id, 'Later')).body.code).toBe('too_late')
  expect((await remove(member, id)).body.code).toBe('too_late')
  time.offsetMs = 0
  expect((await notesOf(member)).map(({ text }) => text)).toEqual(['Calls herself Lea'])
  expect(await audited(member)).toEqual([
    { action: 'note_deleted', by: 'Grace', detail: { note: mistake!.id, before: 'A mistake' } },
    { action: 'note_added', by: 'Grace', detail: { note: mistake!.id, text: 'A mistake' } },
    {
      action: 'note_changed',
      by: 'Grace',
      detail: { note: id, before: 'Calls herself Lia', after: 'Calls herself Lea' },
    },
    { action: 'note_added', by: 'Grace', detail: { note: id, text: 'Calls herself Lia' } },
  ])
})

it('keeps formulas and markup as text, and refuses what shows nothing', async () => {
  const member = await join()
  const texts = ['=HYPERLINK("http://x.example";"click")', '<img src=x onerror=alert(1)>', '@SUM(1+1)\nsecond line']
  for (const text of texts) expect((await add(member, text)).status).toBe(200)
  expect((await notesOf(member)).map(({ text }) => text)).toEqual(texts.toReversed())
  for (const text of ['', ' \n', '\u200b', 'a\u0000b', 'x'.repeat(2001)]) {
    expect([text.slice(0, 5), (await add(member, text)).status]).toEqual([text.slice(0, 5), 400])
  }
  expect(await notesOf(member)).toHaveLength(3)
})

it('knows no note of another member, of another brand, or of one’s own account', async () => {
  const [member, other, elsewhere] = [await join(), await join(), await join('brisa.localhost')]
  await add(member, 'Hers')
  const [note] = await notesOf(member)
  expect((await change(other, note!.id, 'x')).status).toBe(404)
  expect((await remove(other, note!.id)).status).toBe(404)
  expect((await add(elsewhere, 'x')).status).toBe(404)
  const { db } = server.database
  await db.updateTable('staff').set({ email: member.email }).where('id', '=', support.id).execute()
  expect((await add(member, 'x')).body.code).toBe('own_account')
  expect((await change(member, note!.id, 'x')).body.code).toBe('own_account')
  expect((await remove(member, note!.id)).body.code).toBe('own_account')
  await db.updateTable('staff').set({ email: support.email }).where('id', '=', support.id).execute()
  expect((await notesOf(member)).map(({ text }) => text)).toEqual(['Hers'])
})

it('a note is in the member’s export without its author, and goes with the member', async () => {
  const member = await join()
  await add(member, 'Called on Monday')
  const file = exportedFiles.find(({ table }) => table === 'member_notes')
  expect(file).toMatchObject({ file: 'notes_of_staff', columns: 'body created_at edited_at' })
  const { db } = server.database
  await db.deleteFrom('members').where('id', '=', member.session.angelId).execute()
  expect(
    await db.selectFrom('member_notes').select('id').where('member_id', '=', member.session.angelId).execute(),
  ).toEqual([])
})
