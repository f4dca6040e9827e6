import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { mailingDesk, mailsTo, promotionJobs, reason, say, texts } from './testing/desk.ts'

let server: TestServer
let author: TestStaff
let second: TestStaff
let owner: TestStaff
let desk: ReturnType<typeof mailingDesk>
let jobs: ReturnType<typeof promotionJobs>
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  author = await staffMember(server, { roles: ['marketing@battito', 'marketing@brisa'], name: 'Ada' })
  second = await staffMember(server, { roles: ['marketing@battito'], name: 'Grace' })
  owner = await staffMember(server, { roles: ['owner@battito', 'owner@brisa'] })
  desk = mailingDesk(author, second)
  jobs = promotionJobs(server)
})
afterAll(() => server?.close())

const audited = async (): Promise<string[]> =>
  (await owner.call('/admin/api/battito/audit')).body.entries.map(
    ({ action, by }: { action: string; by: string }) => `${action} ${by}`,
  )

describe('a mailing', () => {
  it('is made once, written, submitted and approved by another person, and all of it is in the audit', async () => {
    const id = randomUUID()
    const body = { id, name: 'Spring', segment: 'away' }
    for (let n = 0; n < 2; n += 1) expect((await author.call(desk.desk, { body })).status).toBe(200)
    expect((await author.call(desk.desk, { body: { ...body, name: 'Other' } })).body.code).toBe('id_taken')
    expect((await desk.submit(id)).body.code).toBe('languages_missing')
    await desk.save(id, { texts })
    expect((await desk.submit(id)).status).toBe(200)
    expect((await desk.decide(id)).status).toBe(200)
    expect(await desk.read(id, second)).toMatchObject({
      state: 'approved',
      name: 'Spring',
      segment: 'away',
      madeBy: 'Ada',
      approvedBy: 'Grace',
      texts,
    })
    expect((await audited()).slice(0, 4)).toEqual([
      'mailing_approved Grace',
      'mailing_submitted Ada',
      'mailing_changed Ada',
      'mailing_made Ada',
    ])
    const { mailings } = (await author.call(desk.desk)).body
    expect(mailings[0]).toMatchObject({ id, state: 'approved', changedBy: 'Ada' })
  })

  it('is not approved by who made it, nor by who changed it', async () => {
    const id = await desk.make()
    await desk.save(id, { name: 'By the other' }, second)
    await desk.submit(id)
    for (const by of [author, second]) {
      const { status, body } = await desk.decide(id, { by })
      expect([status, body.code]).toEqual([403, 'own_mailing'])
    }
    expect((await desk.decide(id, { by: owner })).status).toBe(200)
    // Nor past the routes.
    await expect(
      server.database.db
        .updateTable('mailings')
        .set({ changed_by: `staff:${owner.id}` })
        .where('id', '=', id)
        .execute(),
    ).rejects.toThrow('mailings_second_person')
  })

  it('is a draft again after an edit, and what was read before cannot be approved', async () => {
    const id = await desk.make()
    await desk.submit(id)
    const digest = await desk.digestOf(id)
    await desk.decide(id)
    expect((await desk.save(id, { name: 'Summer' })).status).toBe(200)
    expect(await desk.read(id)).toMatchObject({ state: 'draft', approvedBy: null, approvedAt: null })
    expect((await desk.decide(id, { digest })).body.code).toBe('mailing_over')
    await desk.submit(id)
    expect((await desk.decide(id, { digest })).body.code).toBe('mailing_changed')
    expect((await desk.decide(id)).status).toBe(200)
    // The same again: the first answer may have been lost.
    expect((await desk.decide(id)).status).toBe(200)
  })

  it('is not sent where its row differs from what was approved', async () => {
    const id = await desk.approved()
    await server.database.db.updateTable('mailings').set({ segment: 'men' }).where('id', '=', id).execute()
    await jobs.run()
    expect(await desk.read(id)).toMatchObject({ state: 'draft', approvedBy: null })
  })

  it('of two edits at once only the first is taken', async () => {
    const id = await desk.make()
    const digest = await desk.digestOf(id)
    expect((await desk.save(id, { name: 'One' })).status).toBe(200)
    expect((await desk.save(id, { name: 'Two', digest }, second)).body.code).toBe('mailing_changed')
  })

  it('is given back with a reason, and deleted as a draft only', async () => {
    const id = await desk.make()
    await desk.submit(id)
    expect((await author.call(desk.at(id), { method: 'DELETE' })).body.code).toBe('mailing_over')
    expect((await desk.decide(id, { approve: false })).status).toBe(200)
    expect((await desk.read(id)).state).toBe('draft')
    expect((await author.call(desk.at(id), { method: 'DELETE' })).status).toBe(200)
    expect((await author.call(desk.at(id))).status).toBe(404)
  })

  it('of another brand does not exist', async () => {
    const id = await desk.make()
    const there = `/admin/api/brisa/mailings/${id}`
    const digest = await desk.digestOf(id)
    const calls = [
      author.call(there),
      author.call(`${there}/count`),
      author.call(`${there}/preview/it`),
      author.call(there, { method: 'PUT', body: { name: 'X', segment: 'all', texts, startsAt: null, digest } }),
      author.call(there, { method: 'DELETE' }),
      author.call(`${there}/test`, { body: { locale: 'it' } }),
      author.call(`${there}/submit`, { body: { digest } }),
      author.call(`${there}/stop`, { body: { reason } }),
      owner.call(`${there}/decide`, { body: { approve: true, digest, reason } }),
    ]
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(404)
    expect((await desk.read(id)).state).toBe('draft')
  })

  it.each([
    ['a second header in the subject', { subject: 'News\r\nBcc: all@example.com', body: 'x' }],
    ['a subject that turns its direction', { subject: 'News \u202egnp.exe', body: 'x' }],
    ['a placeholder that there is not', { subject: 'News', body: 'Hi {password}' }],
    ['a placeholder in the subject that there is not', { subject: '{email}', body: 'x' }],
    ['a single brace', { subject: 'News', body: 'Hi {name' }],
    ['nothing to read', { subject: 'News', body: ' \u200b ' }],
    ['too much', { subject: 'News', body: 'x'.repeat(6001) }],
  ])('refuses %s', async (_what, text) => {
    const id = await desk.make()
    expect((await desk.save(id, { texts: { it: text } })).status).toBe(400)
    expect((await desk.read(id)).texts).toEqual(texts)
  })

  it('shows markup in its text as text, in a page that runs nothing', async () => {
    const body = 'Hi {name}, <script>alert(1)</script> <img src=x onerror=alert(1)>'
    const id = await desk.make({ texts: { it: { subject: '<b>News</b> of {brand}', body } } })
    const { status, body: html, headers } = await author.call(desk.at(id, '/preview/it'))
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'self'; sandbox$/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).toContain('&#60;b&#62;News&#60;/b&#62; of Battito')
    expect(html).not.toMatch(/<script|<img src=x|<b>News/)
    expect(html).toContain('Hi Alex')
    expect((await author.call(desk.at(id, '/preview/fr'))).status).toBe(404)
  })

  it('goes to its author as a test, and to no one else', async () => {
    const id = await desk.make()
    expect((await author.call(desk.at(id, '/test'), { body: { locale: 'fr' } })).body).toEqual({ to: author.email })
    const [mail] = await jobs.queued()
    expect(mail).toMatchObject({ to_address: author.email, kind: 'newsletter-test' })
    await jobs.send(mail?.id ?? '')
    const [sent] = await mailsTo(server, author.email)
    expect(sent).toMatchObject({ subject: 'News fr' })
    expect(sent?.text).toContain('Ciao Alex')
    expect((await desk.read(id)).state).toBe('draft')
  })

  it('counts its segment: who may be written to, and why not the others', async () => {
    const host = 'battito.localhost'
    const now = new Date()
    const [agreed, , unconfirmed, bounced] = await Promise.all([
      server.member({ host }),
      server.member({ host }),
      server.member({ host, confirmed: false }),
      server.member({ host }),
    ])
    for (const one of [agreed, unconfirmed, bounced]) await say(server, one, true, new Date())
    await server.database.db
      .insertInto('notification_settings')
      .values({
        member_id: bounced.session.angelId,
        paused_until: new Date(now.getTime() + 86_400_000),
        changed_at: now,
      })
      .execute()
    const id = await desk.make({ segment: 'new' })
    expect((await author.call(desk.at(id, '/count'))).body).toEqual({
      members: 4,
      reached: 1,
      not: { no_consent: 1, unconfirmed: 1, paused: 1 },
      whole: true,
    })
  })
})
