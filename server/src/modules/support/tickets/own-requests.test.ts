import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { newId } from '#platform/ids.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
let support: TestStaff
const host = 'battito.localhost'
beforeAll(async () => {
  server = await startTestServer()
  support = await staffMember(server, { roles: ['support@battito'], name: 'Grace' })
})
afterAll(() => server?.close())

const write = async (member: TestMember, message = 'Quando si rinnova il piano?') => {
  const body = { name: 'Anna', email: member.email, topic: 'payments', message }
  expect((await server.call('/api/contact', { body, token: member.token, host })).status).toBe(200)
  return (await list(member)).body[0].id as string
}
const list = (member: TestMember, at = host) => server.call('/api/support/requests', { token: member.token, host: at })
const read = (member: TestMember, id: string, at = host) =>
  server.call(`/api/support/requests/${id}`, { token: member.token, host: at })
const reply = (member: TestMember, id: string, text: string, at = host) =>
  server.call(`/api/support/requests/${id}/reply`, { body: { text }, token: member.token, host: at })
const inConsole = (id: string, rest: string, body: object) =>
  support.call(`/admin/api/battito/tickets/${id}/${rest}`, { body })

it('a member reads their request with the answer that was sent, and no note, and adds to it', async () => {
  const member = await server.member({ host })
  const id = await write(member)
  expect((await list(member)).body).toMatchObject([{ id, topic: 'payments', state: 'open' }])
  await inConsole(id, 'note', { text: 'Only for colleagues' })
  const { version } = (await inConsole(id, 'open', {})).body
  expect((await inConsole(id, 'answer', { text: 'Il 4 del mese.', version, close: true })).status).toBe(200)
  // It can still be taken back.
  expect((await read(member, id)).body.messages).toHaveLength(1)
  await server.database.pool.query(
    "update ticket_messages set sent_at = now(), undo = null where ticket_id = $1 and kind = 'answer'",
    [id],
  )
  const { body } = await read(member, id)
  expect(body).toMatchObject({ state: 'closed', messages: [{ fromSupport: false }, { fromSupport: true }] })
  expect(body.messages[1]).toMatchObject({ text: 'Il 4 del mese.', byMail: false })
  expect(JSON.stringify(body)).not.toMatch(/colleagues|Grace/)
  expect((await reply(member, id, ' E il prossimo? ')).status).toBe(200)
  expect((await read(member, id)).body).toMatchObject({ state: 'open', messages: [{}, {}, { text: 'E il prossimo?' }] })
  // An answer to what was on the screen before is refused.
  expect((await inConsole(id, 'answer', { text: 'x', version: version + 1 })).body.code).toBe('ticket_changed')
})

it('names what came by mail from an address that is not the member’s, without that address', async () => {
  const member = await server.member({ host })
  const id = await write(member)
  const at = new Date()
  const senders = [null, member.email, 'stranger@elsewhere.example.com']
  for (const from_address of senders)
    await server.database.db
      .insertInto('ticket_messages')
      .values({
        brand_id: 'battito',
        ticket_id: id,
        id: newId(),
        member_id: member.session.angelId,
        kind: 'member',
        via: 'mail',
        body: 'Grazie.',
        from_address,
        created_at: at,
      })
      .execute()
  const { body } = await read(member, id)
  expect(
    body.messages.map((one: { byMail: boolean; fromAnotherAddress: boolean }) => [one.byMail, one.fromAnotherAddress]),
  ).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [true, true],
  ])
  expect(JSON.stringify(body)).not.toContain('elsewhere')
})

it('is no one else’s, and not of another brand', async () => {
  const member = await server.member({ host })
  const id = await write(member)
  const other = await server.member({ host })
  const elsewhere = await server.member({ host: 'brisa.localhost' })
  for (const [who, at] of [
    [other, host],
    [elsewhere, 'brisa.localhost'],
  ] as const) {
    expect((await list(who, at)).body).toEqual([])
    expect((await read(who, id, at)).status).toBe(404)
    expect((await reply(who, id, 'mine now', at)).status).toBe(404)
  }
  expect((await server.call('/api/support/requests', { host })).status).toBe(401)
  expect((await read(member, 'x')).status).toBe(400)
  for (const text of ['', ' ', '…', 'a'.repeat(4001)])
    expect([text, (await reply(member, id, text)).status]).toEqual([text, 400])
  expect((await read(member, id)).body.messages).toHaveLength(1)
})

it('takes forty messages a day for one request', async () => {
  const member = await server.member({ host })
  const id = await write(member)
  await server.database.pool.query(
    `insert into ticket_messages (brand_id, ticket_id, id, member_id, kind, via, body, created_at)
     select 'battito', $1, gen_random_uuid(), $2, 'member', 'form', 'x', now() from generate_series(1, 39)`,
    [id, member.session.angelId],
  )
  expect((await reply(member, id, 'one more')).status).toBe(429)
})
