import type { AuditEntryView } from '@incontro/contract/admin'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkAudit } from '#commands/audit-check.ts'
import { staffMember } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { auditor, type AuditInput } from './record.ts'

let server: TestServer
const now = new Date('2026-05-04T08:00:00.123Z')
beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
})
afterAll(() => server?.close())

const by = { staffId: '0199b2c4-0000-7000-8000-000000000001', address: '198.51.100.7' }
const record = (input: Partial<AuditInput>) =>
  server.database.db.transaction().execute((tx) =>
    auditor(() => now)(tx, {
      brandId: 'local',
      by,
      action: 'members_searched',
      subject: { kind: 'search', id: null },
      ...input,
    }),
  )
const entries = async (brandId: string) =>
  await server.database.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('seq')
    .execute()
const check = (...args: string[]) => checkAudit(args, server.database.db)

it('50 writers at once leave one chain without gaps', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, n) => record({ brandId: 'battito', detail: { count: n } })))
  expect((await entries('battito')).map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  const { ok, lines } = await check()
  expect([ok, lines.join('\n')]).toEqual([true, expect.stringContaining('battito: 50 entries fit')])
})

it('a transaction that fails leaves no entry and no gap', async () => {
  const before = (await entries('local')).length
  await expect(
    server.database.db.transaction().execute(async (tx) => {
      await auditor(() => now)(tx, {
        brandId: 'local',
        by,
        action: 'member_opened',
        subject: { kind: 'search', id: null },
      })
      throw new Error('lost')
    }),
  ).rejects.toThrow('lost')
  await record({})
  expect(await entries('local')).toHaveLength(before + 1)
  expect((await check()).ok).toBe(true)
})

it.each([
  [
    'another reason',
    "update audit_entries set detail = '{}' where brand_id = 'vicino' and seq = 2",
    'entry 2 was changed',
  ],
  [
    'another time',
    "update audit_entries set at = at + interval '1 ms' where brand_id = 'vicino' and seq = 3",
    'entry 3 was changed',
  ],
  [
    'another author',
    "update audit_entries set staff_id = null, command = 'x' where brand_id = 'vicino' and seq = 1",
    'entry 1 was changed',
  ],
  ['a missing entry', "delete from audit_entries where brand_id = 'vicino' and seq = 2", 'entry 2 is missing'],
  ['a cut end', "delete from audit_entries where brand_id = 'vicino' and seq = 4", 'entry 4 is missing'],
  ['a head that was moved', "update audit_heads set seq = 5 where brand_id = 'vicino'", 'entry 5 is missing'],
])('a check names the first entry that does not fit: %s', async (_what, change, said) => {
  const { pool } = server.database
  await pool.query("delete from audit_entries where brand_id = 'vicino'")
  await pool.query("delete from audit_heads where brand_id = 'vicino'")
  for (let n = 0; n < 4; n += 1) await record({ brandId: 'vicino', reason: `because ${n}` })
  expect((await check()).ok).toBe(true)
  await pool.query(change)
  const { ok, lines } = await check()
  expect([ok, lines.join('\n')]).toEqual([false, expect.stringContaining(`vicino: ${said}`)])
  await pool.query("delete from audit_entries where brand_id = 'vicino'")
  await pool.query("delete from audit_heads where brand_id = 'vicino'")
})

it('a line of the nightly mail finds what was cut off and written again', async () => {
  const { pool } = server.database
  for (let n = 0; n < 3; n += 1) await record({ brandId: 'brisa', detail: { count: n } })
  const last = (await entries('brisa')).at(-1)
  const line = `brisa 3 ${last?.hash.toString('hex')}`
  expect((await check(line)).ok).toBe(true)
  await pool.query("delete from audit_entries where brand_id = 'brisa' and seq = 3")
  await pool.query(
    "update audit_heads h set seq = 2, hash = e.hash from audit_entries e where h.brand_id = 'brisa' and e.brand_id = 'brisa' and e.seq = 2",
  )
  await record({ brandId: 'brisa', detail: { name: 'another' } })
  expect((await check()).ok).toBe(true)
  expect((await check(line)).lines.at(-1)).toBe('brisa: entry 3 is not the one of the mail')
  expect((await check('no line')).ok).toBe(false)
})

it('what is about a member is unreadable and names no one once they are erased, and the chain still fits', async () => {
  const owner = await staffMember(server, { roles: ['owner@dolceluna'], at: now })
  const { session } = await server.member({ host: 'dolceluna.localhost' })
  await record({
    brandId: 'dolceluna',
    by: { staffId: owner.id, address: '198.51.100.7' },
    action: 'member_opened',
    subject: { kind: 'member', id: session.angelId },
    reason: 'Maria Rossi asked by phone',
    detail: { query: 'maria' },
  })
  const read = async () => (await owner.call('/admin/api/dolceluna/audit')).body.entries
  expect(await read()).toMatchObject([
    {
      by: 'Anna Bianchi',
      subjectId: session.angelId,
      reason: 'Maria Rossi asked by phone',
      detail: { query: 'maria' },
      erased: false,
      address: '198.51.100.7',
      at: '2026-05-04T08:00:00.123Z',
    },
  ])
  const stored = JSON.stringify(await entries('dolceluna'))
  expect(stored).not.toContain('Maria')
  expect(stored).not.toContain(session.angelId)
  await server.database.db.deleteFrom('members').where('id', '=', session.angelId).execute()
  expect(await read()).toMatchObject([{ subjectId: null, memberId: null, reason: null, detail: {}, erased: true }])
  expect((await check()).ok).toBe(true)
})

it('shows pages of fifty, by person and by member, and the staff of the own brand only', async () => {
  const owner = await staffMember(server, { roles: ['owner@cercame'], at: now })
  for (let n = 0; n < 53; n += 1) await record({ brandId: 'cercame', detail: { count: n } })
  await record({
    brandId: '*',
    aboutBrand: 'cercame',
    action: 'staff_invited',
    subject: { kind: 'staff', id: owner.id },
  })
  await record({ brandId: '*', aboutBrand: 'heartline', action: 'staff_invited', subject: { kind: 'staff', id: null } })
  const read = async (query = '') => (await owner.call(`/admin/api/cercame/audit${query}`)).body
  const first = await read()
  expect([first.entries.length, first.more, first.entries[0].seq]).toEqual([50, true, 53])
  expect((await read('?before=4')).entries.map(({ seq }: { seq: number }) => seq)).toEqual([3, 2, 1])
  expect((await read(`?staff=${owner.id}`)).entries).toEqual([])
  const ofStaff = await read('?of=staff')
  expect(ofStaff.entries).toMatchObject([
    { action: 'staff_invited', subjectName: expect.stringMatching(/^Anna Bianchi/) },
  ])
  expect((await owner.call('/admin/api/heartline/audit?of=staff')).status).toBe(403)
})

it('is narrowed by action, days, colleague and member together', async () => {
  const owner = await staffMember(server, { roles: ['owner@brisa'], at: now })
  const other = await staffMember(server, { roles: ['support@brisa'], at: now })
  const { session } = await server.member({ host: 'brisa.localhost' })
  // Half an hour before and after midnight in Madrid.
  const times = ['2026-05-01T21:30:00Z', '2026-05-01T22:30:00Z', '2026-05-02T21:30:00Z', '2026-05-02T22:30:00Z']
  const { db } = server.database
  for (const at of times)
    for (const [staffId, action] of [
      [owner.id, 'member_opened'],
      [other.id, 'member_opened'],
      [other.id, 'credits_granted'],
    ] as const)
      await db.transaction().execute((tx) =>
        auditor(() => new Date(at))(tx, {
          brandId: 'brisa',
          by: { staffId, address: null },
          action,
          subject: { kind: 'member', id: session.angelId },
        }),
      )
  const read = async (query: string) =>
    (await owner.call(`/admin/api/brisa/audit?${query}`)).body.entries.map(
      (one: { at: string; action: string; staffId: string }) => [one.at.slice(0, 16), one.action, one.staffId],
    )
  const ofDay = 'from=2026-05-02&to=2026-05-02'
  expect((await read(ofDay)).map(([at]: string[]) => at)).toEqual([
    ...Array.from({ length: 3 }, () => '2026-05-02T21:30'),
    ...Array.from({ length: 3 }, () => '2026-05-01T22:30'),
  ])
  expect(await read(`${ofDay}&action=credits_granted&staff=${other.id}&member=${session.angelId}`)).toEqual([
    ['2026-05-02T21:30', 'credits_granted', other.id],
    ['2026-05-01T22:30', 'credits_granted', other.id],
  ])
  expect(await read(`action=credits_granted&staff=${owner.id}`)).toEqual([])
  expect(await read(`member=${other.id}`)).toEqual([])
  expect(await read('from=2027-01-01')).toEqual([])
  expect(await read('to=2020-01-01')).toEqual([])
  expect(await read('from=2026-05-03&to=2026-05-02')).toEqual([])
  for (const query of ['action=everything', 'from=yesterday', 'to=2026-02-31', 'member=1', 'staff=1'])
    expect([query, (await owner.call(`/admin/api/brisa/audit?${query}`)).status]).toEqual([query, 400])

  const file = await owner.call(`/admin/api/brisa/audit.csv?${ofDay}&action=credits_granted`)
  expect(file.headers.get('content-disposition')).toContain('brisa-audit.csv')
  const lines = String(file.body).trim().split('\n')
  expect(lines[0]).toContain('seq,at,by,action')
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^\d+,2026-05-02T21:30:00.000Z,.*,credits_granted,member,/),
    expect.stringMatching(/^\d+,2026-05-01T22:30:00.000Z,.*,credits_granted,member,/),
  ])
  const [last] = (await owner.call('/admin/api/brisa/audit')).body.entries
  expect(last).toMatchObject({
    action: 'audit_exported',
    detail: { what: 'audit', from: '2026-05-02', to: '2026-05-02', action: 'credits_granted' },
  })
})

it('mails the heads to the owners each night', async () => {
  const owner = await staffMember(server, { roles: ['owner@cercame'], at: now })
  await server.context.jobs.handlers['audit-heads']?.({}, undefined as never)
  const mail = await server.mailTo(owner.email)
  expect(mail.text).toMatch(/cercame 53 [0-9a-f]{64}/)
  expect(mail.text).not.toContain('battito 50')
})

it('names staff in the details by their names, also those who have left, and leaves other ids alone', async () => {
  const owner = await staffMember(server, { roles: ['owner@heartline'], at: now })
  const asked = await staffMember(server, { roles: ['support@heartline'], name: 'Grace', at: now })
  const before = await staffMember(server, { roles: [], name: 'Left Lately', at: now })
  await server.database.db
    .updateTable('staff')
    .set({ state: 'left', left_at: now })
    .where('id', '=', before.id)
    .execute()
  const order = '0199b2c4-0000-7000-8000-000000000009'
  const detail = { askedBy: `staff:${asked.id}`, order, before: { by: before.id }, after: null, by: 'command:ada' }
  await record({ brandId: 'heartline', detail })
  const { entries: shown } = (await owner.call('/admin/api/heartline/audit')).body
  expect(shown[0].detail).toEqual({ ...detail, askedBy: 'Grace', before: { by: 'Left Lately' } })
})

it('calls who was only invited as the brand wrote them, and says not from where they declined', async () => {
  const owner = await staffMember(server, { roles: ['owner@amarelle'], at: now })
  const person = await staffMember(server, { roles: ['support@vicino'], name: 'Margherita Hack', at: now })
  const reason = 'Ticket 12'
  const invite = (name: string) =>
    owner.call('/admin/api/amarelle/staff', { body: { email: person.email, name, roles: ['support'], reason } })
  const act = (what: string, body: object = {}, method = 'POST') =>
    owner.call(`/admin/api/amarelle/staff/${person.id}/${what}`, { method, body: { reason, ...body } })
  const answer = (accepts: boolean) =>
    person.call('/admin/api/account/invitations', { body: { brand: 'amarelle', accepts } })
  const read = async () => (await owner.call('/admin/api/amarelle/audit?of=staff')).body.entries
  await invite('M. H.')
  await act('roles', { before: ['support'], roles: ['finance'] }, 'PUT')
  await act('reset')
  await act('leave')
  await invite('M. Hack')
  await answer(false)
  const found = await read()
  expect(found.map((one: AuditEntryView) => [one.action, one.subjectName, one.detail['name']])).toEqual([
    ['invitation_declined', 'M. Hack', 'M. Hack'],
    ['staff_invited', 'M. Hack', 'M. Hack'],
    ['invitation_withdrawn', 'M. H.', 'M. H.'],
    ['staff_invited', 'M. H.', 'M. H.'],
    ['staff_roles_set', 'M. H.', 'M. H.'],
    ['staff_invited', 'M. H.', 'M. H.'],
  ])
  expect(found[0]).toMatchObject({ by: 'M. Hack', staffId: person.id, address: null })
  expect(JSON.stringify(found)).not.toContain('Margherita')
  const file = String((await owner.call('/admin/api/amarelle/audit.csv?of=staff')).body)
  expect(file).toContain('M. Hack')
  expect(file).not.toContain('Margherita')

  // Who accepts is a colleague, and stays one in what was recorded.
  await invite('M. H.')
  await answer(true)
  const names = async () => [...new Set((await read()).map((one: AuditEntryView) => one.subjectName))]
  expect(await names()).toEqual(['Margherita Hack'])
  await act('leave')
  expect(await names()).toEqual(['Margherita Hack'])
})
