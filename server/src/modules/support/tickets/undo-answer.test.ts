import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

/* An answer is taken back after something else happened to its ticket. */

const host = 'battito.localhost'
const api = '/admin/api/battito/tickets'

let server: TestServer
let grace: TestStaff
let ada: TestStaff
let member: TestMember
// Ahead of the workers' time, so that none is sent meanwhile.
let now = new Date(Date.now() + 3_600_000)
beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  grace = await staffMember(server, { roles: ['support@battito'], name: 'Grace', at: now })
  ada = await staffMember(server, { roles: ['support@battito'], name: 'Ada', at: now })
})
afterAll(() => server?.close())

const seconds = (n: number) => (now = new Date(now.getTime() + n * 1000))

/** A question of a member from the contact form. */
async function asked() {
  member = await server.member({ host })
  const { token, email } = member
  const body = { name: 'Anna', email, topic: 'payments', message: 'Come disdico?' }
  expect((await server.call('/api/contact', { host, token, body })).status).toBe(200)
  const { rows } = await server.database.pool.query('select id from tickets where member_id = $1', [
    member.session.angelId,
  ])
  const at = now.toISOString()
  seconds(60)
  return { id: rows[0].id as string, at }
}
const open = async (id: string, by = ada) => (await by.call(`${api}/${id}/open`, { body: { reason: 'Called' } })).body
const answer = async (id: string, by = grace, more: object = {}): Promise<string> => {
  const { version } = await open(id, by)
  const { status, body } = await by.call(`${api}/${id}/answer`, { body: { text: 'Ciao.', version, ...more } })
  expect(status).toBe(200)
  seconds(2)
  return body.message
}
const undo = async (id: string, message: string, by = grace) =>
  expect((await by.call(`${api}/${id}/undo`, { body: { message } })).status).toBe(200)
const setState = async (id: string, state: string) => {
  const { version } = await open(id)
  const { status } = await ada.call(`${api}/${id}/state`, { method: 'PUT', body: { state, version } })
  expect(status).toBe(200)
  seconds(2)
}
const note = async (id: string) =>
  expect((await ada.call(`${api}/${id}/note`, { body: { text: 'Ha chiamato.' } })).status).toBe(200)
const hand = async (id: string, to: TestStaff) =>
  expect((await ada.call(`${api}/${id}/assignee`, { method: 'PUT', body: { staffId: to.id } })).status).toBe(200)
const reply = async (id: string) => {
  const path = `/api/support/requests/${id}/reply`
  expect((await server.call(path, { body: { text: 'E poi?' }, token: member.token, host })).status).toBe(200)
  seconds(2)
}

it('with a colleague’s note: it stands as before', async () => {
  const { id, at } = await asked()
  const first = await answer(id)
  await note(id)
  await undo(id, first)
  expect(await open(id)).toMatchObject({ state: 'open', waitingSince: at })

  // Closed without an answer, and answered all the same.
  await setState(id, 'closed')
  const second = await answer(id)
  await note(id)
  await undo(id, second)
  expect(await open(id)).toMatchObject({ state: 'closed', waitingSince: null })
})

it('with a note, where it followed another answer and closed the ticket: the member’s turn again', async () => {
  const { id } = await asked()
  await answer(id, ada)
  const second = await answer(id, grace, { close: true })
  await note(id)
  await undo(id, second)
  expect(await open(id)).toMatchObject({ state: 'waiting' })
})

it('with a colleague who closed the ticket, taking it for answered: the question waits again', async () => {
  const { id, at } = await asked()
  const message = await answer(id)
  await setState(id, 'closed')
  await undo(id, message)
  expect(await open(id)).toMatchObject({ state: 'open', waitingSince: at })
})

it('with a colleague who opened it again: it waits since the question, or since then where that was closed', async () => {
  const { id, at } = await asked()
  const message = await answer(id)
  await setState(id, 'open')
  await undo(id, message)
  expect(await open(id)).toMatchObject({ state: 'open', waitingSince: at })

  await setState(id, 'closed')
  const second = await answer(id)
  const openedAt = now.toISOString()
  await setState(id, 'open')
  await undo(id, second)
  expect(await open(id)).toMatchObject({ state: 'open', waitingSince: openedAt })
})

it('with another message of the member: both questions wait, since the first one', async () => {
  const { id, at } = await asked()
  const message = await answer(id)
  await reply(id)
  await undo(id, message)
  expect(await open(id)).toMatchObject({ state: 'open', waitingSince: at })
})

it('with a colleague’s answer that stands: only what came after that waits', async () => {
  const { id } = await asked()
  const message = await answer(id)
  await answer(id, ada)
  const repliedAt = now.toISOString()
  await reply(id)
  await undo(id, message)
  expect(await open(id)).toMatchObject({ state: 'open', waitingSince: repliedAt })
})

it('with a colleague’s answer that is taken back as well, in either order', async () => {
  for (const order of ['first', 'second'] as const) {
    const { id, at } = await asked()
    const mine = await answer(id)
    const theirs = await answer(id, ada, { close: true })
    if (order === 'first') await undo(id, mine)
    await undo(id, theirs, ada)
    if (order === 'second') await undo(id, mine)
    expect([order, await open(id)]).toMatchObject([order, { state: 'open', waitingSince: at }])
  }
})

it('with nothing else: neither its author nor its time is left, and who was given it since keeps it', async () => {
  const { id } = await asked()
  const before = await open(id)
  await undo(id, await answer(id))
  const after = await open(id)
  expect([after.assignedTo, after.lastAt]).toEqual([null, before.lastAt])

  const message = await answer(id)
  await hand(id, ada)
  await undo(id, message)
  expect((await open(id)).assignedTo).toMatchObject({ name: 'Ada' })
})
