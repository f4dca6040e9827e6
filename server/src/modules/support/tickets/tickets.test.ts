import { afterAll, beforeAll, expect, it } from 'vitest'
import { emailQueue } from '#modules/outreach/index.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { newId } from '#platform/ids.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { sendAnswer } from './answer.ts'
import { firstWords } from './first-words.ts'
import { answersFile, savedAnswers } from './saved-answers.ts'

let server: TestServer
let owner: TestStaff
let grace: TestStaff
let ada: TestStaff
let member: TestMember
let now = new Date()
beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  owner = await staffMember(server, { roles: ['owner@battito'], name: 'Olga' })
  grace = await staffMember(server, { roles: ['support@battito'], name: 'Grace' })
  ada = await staffMember(server, { roles: ['support@battito'], name: 'Ada' })
  member = await server.member({ host: 'battito.localhost' })
})
afterAll(() => server?.close())

const api = '/admin/api/battito/tickets'
const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))
let count = 0
/** A question from the contact form. @returns its id */
async function asked(given: { who?: TestMember; message?: string; host?: string; email?: string } = {}) {
  count += 1
  const { who, message = 'Come disdico?', host = 'battito.localhost' } = given
  const email = given.email ?? who?.email ?? `asks${count}@person.example.com`
  const { status } = await server.call('/api/contact', {
    host,
    body: { name: 'Anna', email, topic: 'payments', message },
    ...(who && { token: who.token }),
  })
  expect(status).toBe(200)
  const { rows } = await server.database.pool.query('select id from tickets where email = $1 order by id desc', [email])
  return rows[0].id as string
}
const open = async (by: TestStaff, id: string) =>
  (await by.call(`${api}/${id}/open`, { body: { reason: 'Asked again by phone' } })).body
const answer = async (by: TestStaff, id: string, given: object = {}) =>
  by.call(`${api}/${id}/answer`, { body: { text: 'Ciao Anna.', version: (await open(by, id)).version, ...given } })
const send = async (id: string, messageId: string) =>
  sendAnswer(
    { db: server.database.db, enqueueEmail: emailQueue(() => now), readsMail: false, clock: () => now },
    { brandId: 'battito', ticketId: id, messageId },
  )
const inView = async (by: TestStaff, view: string): Promise<string[]> =>
  (await by.call(`${api}?view=${view}`)).body.tickets.map((one: { id: string }) => one.id)
const audited = async (
  id: string,
): Promise<{ action: string; by: string; memberId: string | null; detail: object }[]> =>
  (await owner.call('/admin/api/battito/audit')).body.entries.filter(
    (one: { subjectId: string }) => one.subjectId === id,
  )

it('lists what waits, who has waited longest first, and pages by fifty', async () => {
  const first = await asked()
  later(1)
  const second = await asked()
  later(1)
  expect(await inView(grace, 'open')).toEqual([first, second])
  await answer(grace, first)
  expect(await inView(grace, 'open')).toEqual([second])
  expect(await inView(grace, 'waiting')).toEqual([first])
  expect(await inView(grace, 'mine')).toEqual([first])
  expect(await inView(ada, 'mine')).toEqual([])
  const { body } = await grace.call(`${api}?view=open&afterAt=${now.toISOString()}&afterId=${second}`)
  expect(body).toEqual({ tickets: [], more: false })
  await server.database.pool.query(
    `insert into tickets (brand_id, id, signed_in, name, email, topic, subject, locale, state, opened_at, last_at)
     select 'battito', gen_random_uuid(), false, 'x', 'many' || n || '@person.example.com', 'other', 'x', 'it', 'closed', $1, $1
     from generate_series(1, 60) n`,
    [now],
  )
  const page = (await grace.call(`${api}?view=closed`)).body
  expect([page.tickets.length, page.more]).toEqual([50, true])
  const last = page.tickets.at(-1)
  const next = (await grace.call(`${api}?view=closed&afterAt=${last.lastAt}&afterId=${last.id}`)).body
  expect([next.tickets.length, next.more]).toEqual([10, false])
  await server.database.pool.query("delete from tickets where email like 'many%'")
})

it('is claimed by opening, held for a colleague who looks too, and recorded once', async () => {
  const id = await asked({ who: member, message: 'Non trovo le mie foto.' })
  const shown = await open(grace, id)
  expect(shown).toMatchObject({
    subject: 'Non trovo le mie foto.',
    signedIn: true,
    heldBy: null,
    member: { id: member.session.angelId, state: 'active', hasThisAddress: true },
    messages: [{ kind: 'member', via: 'form', body: 'Non trovo le mie foto.', outcome: null, undoUntil: null }],
  })
  await open(grace, id)
  expect(await open(ada, id)).toMatchObject({ heldBy: 'Grace' })
  expect((await audited(id)).map(({ action, by }) => [action, by])).toEqual([
    ['ticket_opened', 'Ada'],
    ['ticket_opened', 'Grace'],
  ])
  expect((await audited(id))[0]).toMatchObject({ memberId: member.session.angelId })
  await grace.call(`${api}/${id}/release`, { body: {} })
  expect(await open(ada, id)).toMatchObject({ heldBy: null })
  expect(await open(grace, id)).toMatchObject({ heldBy: 'Ada' })
  later(4)
  expect(await open(grace, id)).toMatchObject({ heldBy: null })
})

it('is opened for a reason where it waits for no answer, which one who has it open is not asked for again', async () => {
  const id = await asked()
  const without = (by: TestStaff) => by.call(`${api}/${id}/open`, { body: {} })
  expect((await without(grace)).status).toBe(200)
  await answer(grace, id, { close: true })
  expect((await without(grace)).status).toBe(200)
  expect(await without(ada)).toMatchObject({ status: 400, body: { code: 'reason_needed', field: 'reason' } })
  later(4)
  expect((await without(grace)).body.code).toBe('reason_needed')
  expect(await open(ada, id)).toMatchObject({ state: 'closed' })
  expect((await audited(id)).filter(({ action }) => action === 'ticket_opened')).toMatchObject([
    { by: 'Ada', reason: 'Asked again by phone', detail: { state: 'closed' } },
    // That of her answer, which reads it first.
    { by: 'Grace', detail: { state: 'open' } },
  ])
})

it('refuses the second of two answers, and says that something was added', async () => {
  const id = await asked()
  const { version } = await open(grace, id)
  const both = await Promise.all([answer(grace, id, { version }), answer(ada, id, { version })])
  expect(both.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
    [200, undefined],
    [409, 'ticket_changed'],
  ])
  expect((await open(grace, id)).messages).toHaveLength(2)
  const at = (await open(grace, id)).version
  expect((await ada.call(`${api}/${id}/note`, { body: { text: 'È già successo.' } })).status).toBe(200)
  expect((await answer(grace, id, { version: at })).body.code).toBe('ticket_changed')
  const close = { method: 'PUT', body: { state: 'closed', version: at } }
  expect((await grace.call(`${api}/${id}/state`, close)).body.code).toBe('ticket_changed')
})

it('an answer can be taken back until it is sent, and its ticket stands as before', async () => {
  const id = await asked()
  const before = await open(grace, id)
  const { body } = await answer(grace, id, { text: ' Ciao Ana. ', close: true })
  expect(await open(grace, id)).toMatchObject({
    state: 'closed',
    assignedTo: { name: 'Grace' },
    messages: [{}, { kind: 'answer', by: 'Grace', outcome: 'pending', undoUntil: body.undoUntil }],
  })
  const undo = (by: TestStaff, message = body.message) => by.call(`${api}/${id}/undo`, { body: { message } })
  expect((await undo(ada)).body.code).toBe('sent_already')
  expect((await undo(grace)).body).toEqual({ text: 'Ciao Ana.' })
  const after = await open(grace, id)
  expect(after).toMatchObject({ state: 'open', waitingSince: before.waitingSince, messages: before.messages })
  expect((await undo(grace)).body.code).toBe('sent_already')
  await send(id, body.message)
  expect(await mailsTo(before.email)).toBe(0)
  const again = (await answer(grace, id)).body
  await send(id, again.message)
  await send(id, again.message)
  expect(await mailsTo(before.email)).toBe(1)
  expect((await undo(grace, again.message)).body.code).toBe('sent_already')
  expect((await audited(id)).map(({ action }) => action).slice(0, 3)).toEqual([
    'ticket_answered',
    'ticket_answer_undone',
    'ticket_answered',
  ])
})
it('taking an answer back leaves what a colleague answered and closed since', async () => {
  // Ahead of the workers' time, so that none is sent meanwhile.
  later(60)
  const [id, askedAt] = [await asked(), now]
  later(1)
  const answerId = async (by: TestStaff, given = {}) => (await answer(by, id, given)).body.message as string
  const undo = async (by: TestStaff, message: string) =>
    expect((await by.call(`${api}/${id}/undo`, { body: { message } })).status).toBe(200)
  const firstAnswer = async () =>
    (await server.database.db.selectFrom('tickets').select('first_answered_at').where('id', '=', id).executeTakeFirst())
      ?.first_answered_at
  const first = await answerId(grace)
  later(0.05)
  const [second, secondAt] = [await answerId(ada, { close: true }), now]
  await undo(grace, first)
  expect(await open(ada, id)).toMatchObject({ state: 'closed', waitingSince: null })
  expect(await firstAnswer()).toEqual(secondAt)
  // What that answer goes back to is the question, whose first answer is no more.
  await undo(ada, second)
  expect(await open(ada, id)).toMatchObject({ state: 'open', waitingSince: askedAt.toISOString() })
  expect(await firstAnswer()).toBeNull()

  // The other way round, and with a question that comes meanwhile, the first one waits again, too.
  const [earlier, earlierAt] = [await answerId(grace), now]
  later(0.05)
  await undo(ada, await answerId(ada, { close: true }))
  expect(await open(ada, id)).toMatchObject({ state: 'waiting', waitingSince: null })
  expect(await firstAnswer()).toEqual(earlierAt)
  await server.database.pool.query(
    `insert into ticket_messages (brand_id, ticket_id, id, kind, via, body, created_at)
     values ('battito', $1, $2, 'member', 'form', 'E poi?', $3)`,
    [id, newId(), now],
  )
  await server.database.pool.query(
    "update tickets set state = 'open', waiting_since = $2, version = version + 1 where id = $1",
    [id, now],
  )
  await undo(grace, earlier)
  expect(await open(ada, id)).toMatchObject({ state: 'open', waitingSince: askedAt.toISOString() })
  expect(await firstAnswer()).toBeNull()
})
const mailsTo = async (email: string): Promise<number> =>
  Number(
    (
      await server.database.pool.query(
        "select count(*) as n from emails where kind = 'support-answer' and to_address = $1",
        [email],
      )
    ).rows[0].n,
  )

it('is answered in the brand’s look with the question, never with a note, and shows what became of the mail', async () => {
  const id = await asked({ message: 'Buongiorno,\n<b>quando</b> si rinnova? 🎈' })
  const { email } = await open(grace, id)
  await ada.call(`${api}/${id}/note`, { body: { text: 'Sembra arrabbiata.' } })
  const { message } = (await answer(grace, id, { text: 'Ciao Anna,\n\nil <3> marzo.' })).body
  await send(id, message)
  const mail = await server.mailTo(email, 'risposta')
  expect(mail.subject).toBe('Pagamenti e disdetta: la nostra risposta (Battito)')
  expect(mail.text).toContain('il <3> marzo.')
  expect(mail.text).toContain('quando</b> si rinnova? 🎈')
  expect(mail.text).not.toContain('arrabbiata')
  expect(mail.html).not.toMatch(/<b>quando/)
  await expect.poll(async () => (await open(grace, id)).messages.at(-1).outcome).toBe('sent')
  // Nothing of it stays in the queue of mails.
  const { rows } = await server.database.pool.query(
    "select id, props from emails where kind = 'support-answer' and to_address = $1",
    [email],
  )
  expect(rows).toMatchObject([{ props: {} }])
  await server.database.pool.query("update emails set state = 'bounced' where id = $1", [rows[0].id])
  expect((await open(grace, id)).messages.at(-1)).toMatchObject({ outcome: 'bounced', undoUntil: null })
})

it('answers what a member added in the account at the account’s address, and quotes it nowhere else', async () => {
  const own = await server.member({ host: 'battito.localhost' })
  const id = await asked({ who: own, email: `office${count}@company.example.com` })
  const { email, answersTo, member: shown } = await open(grace, id)
  expect([answersTo, shown.hasThisAddress]).toEqual([email, false])
  const reply = (text: string) =>
    server.call(`/api/support/requests/${id}/reply`, { body: { text }, token: own.token, host: 'battito.localhost' })
  expect((await reply('Scrivo a Marta da giorni.')).status).toBe(200)
  expect(await open(grace, id)).toMatchObject({ email, answersTo: own.email, member: { hasThisAddress: true } })
  await send(id, (await answer(grace, id, { text: 'Capisco, di Marta.' })).body.message)
  const mails = async (to: string) =>
    (
      await server.database.pool.query(
        "select member_id, props from emails where kind = 'support-answer' and to_address = $1 order by id",
        [to],
      )
    ).rows
  expect(await mails(email)).toEqual([])
  expect((await server.mailTo(own.email, 'risposta')).text).toMatch(/Capisco, di Marta[^]*Scrivo a Marta da giorni/)
  expect(await mails(own.email)).toMatchObject([{ member_id: own.session.angelId }])

  // The next question comes by mail from the other address: there it is answered.
  const byMail = async (from: string | null, body: string) =>
    server.database.pool.query(
      `insert into ticket_messages (brand_id, ticket_id, id, member_id, kind, via, body, from_address, created_at)
       values ('battito', $1, $2, $3, 'member', 'mail', $4, $5, $6)`,
      [id, newId(), own.session.angelId, body, from, now],
    )
  await byMail(null, 'E dall’ufficio?')
  await send(id, (await answer(grace, id, { text: 'Anche.' })).body.message)
  expect((await server.mailTo(email, 'risposta')).text).toMatch(/Anche\.[^]*E dall’ufficio/)
  await byMail(own.email, 'Rispondo da casa.')
  expect(await open(grace, id)).toMatchObject({ answersTo: own.email })

  // An address that was not confirmed may be a stranger's.
  await server.database.db
    .updateTable('members')
    .set({ email_confirmed_at: null })
    .where('id', '=', own.session.angelId)
    .execute()
  expect((await reply('Di nuovo Marta.')).status).toBe(200)
  const last = (await answer(grace, id, { text: 'Va bene.' })).body.message
  await send(id, last)
  await expect.poll(async () => (await mails(email)).length).toBe(2)
  const sent = await server.mailTo(email, 'risposta')
  expect(sent.text).not.toContain('Marta')
})

it('is closed, opened and handed to who answers at the brand', async () => {
  const id = await asked()
  const put = (path: string, body: object) => grace.call(`${api}/${id}/${path}`, { method: 'PUT', body })
  const state = async (to: string) => put('state', { state: to, version: (await open(grace, id)).version })
  expect((await state('closed')).status).toBe(200)
  expect(await open(grace, id)).toMatchObject({ state: 'closed', waitingSince: null })
  expect((await state('open')).status).toBe(200)
  expect(await open(grace, id)).toMatchObject({ state: 'open', waitingSince: now.toISOString() })
  const moderator = await staffMember(server, { roles: ['moderator@battito'] })
  const elsewhere = await staffMember(server, { roles: ['support@brisa'] })
  for (const stranger of [moderator.id, elsewhere.id, id])
    expect((await put('assignee', { staffId: stranger })).body.code).toBe('staff_unknown')
  expect((await put('assignee', { staffId: ada.id })).status).toBe(200)
  expect(await inView(ada, 'mine')).toContain(id)
  const { body } = await grace.call(`${api}/desk`)
  expect(body.colleagues.map(({ name }: { name: string }) => name)).toEqual(['Ada', 'Grace', 'Olga'])
  expect((await audited(id)).map(({ action }) => action)).toContain('ticket_assigned')
})

it('is no one’s of another brand, and not their own', async () => {
  const away = await asked({ host: 'brisa.localhost' })
  for (const [path, body] of [
    ['open', {}],
    ['answer', { text: 'x', version: 1 }],
    ['undo', { message: away }],
    ['note', { text: 'x' }],
  ] as const)
    expect([path, (await grace.call(`${api}/${away}/${path}`, { body })).status]).toEqual([path, 404])
  expect(await inView(owner, 'open')).not.toContain(away)
  const own = await server.member({ host: 'battito.localhost' })
  await server.database.db.updateTable('staff').set({ email: own.email }).where('id', '=', grace.id).execute()
  const id = await asked({ who: own })
  expect((await grace.call(`${api}/${id}/open`, { body: {} })).body.code).toBe('own_account')
  expect((await grace.call(`${api}/${id}/note`, { body: { text: 'Urgente!' } })).body.code).toBe('own_account')
  expect(await inView(grace, 'open')).not.toContain(id)
  expect(await inView(ada, 'open')).toContain(id)
})

it('counts what waits, and the median time to a first answer', async () => {
  await server.database.pool.query("delete from tickets where brand_id = 'battito'")
  expect((await grace.call(`${api}/figures`)).body).toEqual({ open: 0, oldestAt: null, medianMinutes: null })
  const ids = [await asked(), await asked(), await asked()]
  const openedAt = now.toISOString()
  later(10)
  await answer(grace, ids[0]!)
  later(20)
  await answer(grace, ids[1]!)
  expect((await grace.call(`${api}/figures`)).body).toEqual({ open: 1, oldestAt: openedAt, medianMinutes: 20 })
})

it('has saved answers in every language, with no placeholder but the two', () => {
  expect(Object.keys(savedAnswers).length).toBeGreaterThan(5)
  expect(answersFile.safeParse(savedAnswers).error?.issues).toBeUndefined()
})

it.each([
  ['one word', 'Ciao', 'Ciao'],
  ['lines', ' due\n\nrighe\t qui ', 'due righe qui'],
  ['many words', 'parola '.repeat(40), expect.stringMatching(/^(parola )+parola…$/)],
  ['one long word', 'x'.repeat(5000), expect.stringMatching(/^x{89}…$/)],
  // A family is one character of eleven code units.
  ['emoji', '👨‍👩‍👧‍👦'.repeat(60), expect.not.stringMatching(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)],
])('the first words of %s', (_, message, words) => {
  expect(firstWords(message)).toEqual(words)
  expect(firstWords(message).length).toBeLessThanOrEqual(120)
})
