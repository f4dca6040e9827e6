import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { conversationId } from '#platform/ids.ts'
import { exportedFiles } from '#src/tables.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
let owner: TestStaff
let moderator: TestStaff
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  owner = await staffMember(server, { roles: ['owner@battito'] })
  moderator = await staffMember(server, { roles: ['moderator@battito'], name: 'Mata' })
})
afterAll(() => server?.close())

const reason = 'Ticket 12'
const idOf = (who: TestMember) => who.session.angelId
const join = (host = 'battito.localhost') => server.member({ host })
const read = (who: TestMember, report: string, by = moderator) =>
  by.call(`/admin/api/battito/members/${idOf(who)}/reports/${report}/messages`, { body: { reason } })
const textsOf = ({ body }: { body: unknown }) => (body as { text: string }[]).map(({ text }) => text)
const audited = async (who: TestMember) =>
  (await owner.call(`/admin/api/battito/audit?member=${idOf(who)}`)).body.entries
const readingsOf = (who: TestMember) =>
  server.database.db
    .selectFrom('conversation_readings')
    .select(['messages', 'report_id'])
    .where('member_id', '=', idOf(who))
    .execute()

/** A conversation of forty messages by turns, from 1, of which some are reported by the second member. */
async function reported(him: TestMember, her: TestMember, places: readonly number[], brand = 'battito') {
  const { db } = server.database
  const id = conversationId(idOf(him), idOf(her))
  const [low, high] = [idOf(him), idOf(her)].toSorted()
  const at = new Date()
  const report = randomUUID()
  const messages = Array.from({ length: 40 }, (_, n) => ({
    conversation_id: id,
    seq: n + 1,
    id: randomUUID(),
    sender_id: idOf(n % 2 === 0 ? him : her),
    client_message_id: randomUUID(),
    body: `message ${n + 1}`,
    icebreaker: false,
    sender_level: 0,
    cost: 0,
    created_at: at,
  }))
  await db
    .insertInto('conversations')
    .values({ id, pool_id: 'battito', low_id: low!, high_id: high!, created_at: at })
    .execute()
  await db.insertInto('messages').values(messages).execute()
  await db
    .insertInto('reports')
    .values({
      id: report,
      brand_id: brand,
      reporter_id: idOf(her),
      reported_id: idOf(him),
      reason: 'harassment',
      message_ids: places.map((place) => messages[place - 1]!.id),
      conversation_id: id,
      created_at: at,
    })
    .execute()
  return { report, id }
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `message ${from + n}`)

it('shows what was reported and five messages on each side, and records that for both', async () => {
  const [him, her] = [await join(), await join()]
  const { report, id } = await reported(him, her, [3, 21])
  const { db } = server.database
  await db
    .updateTable('messages')
    .set({ withdrawn_at: new Date() })
    .where('conversation_id', '=', id)
    .where('seq', '=', 22)
    .execute()
  await db
    .updateTable('messages')
    .set({ media: 'voice' })
    .where('conversation_id', '=', id)
    .where('seq', '=', 23)
    .execute()
  const answer = await read(him, report)
  expect(answer.status).toBe(200)
  expect(textsOf(answer)).toEqual([...range(1, 8), ...range(16, 21), '', '', ...range(24, 26)])
  expect(answer.body.filter((one: { isReported: boolean }) => one.isReported)).toMatchObject([
    { text: 'message 3', isTheirs: true },
    { text: 'message 21', isTheirs: true },
  ])
  expect(answer.body.slice(14, 16)).toMatchObject([
    { isWithdrawn: true, isTheirs: false },
    { media: 'voice', isTheirs: true },
  ])
  // The reporter's file leads to the same conversation.
  expect((await read(her, report)).body[0]).toMatchObject({ text: 'message 1', isTheirs: false })
  for (const who of [him, her]) {
    expect((await audited(who))[0]).toMatchObject({
      action: 'conversation_read',
      by: 'Mata',
      reason,
      detail: { report, messages: 19 },
    })
    expect(await readingsOf(who)).toEqual([
      { messages: 19, report_id: report },
      { messages: 19, report_id: report },
    ])
  }
  const { columns } = exportedFiles.find(({ table }) => table === 'conversation_readings') ?? {}
  expect(columns).toBe('messages read_at')
})

it('shows no one’s conversation beyond the report, the brand and the role', async () => {
  const [him, her, other] = [await join(), await join(), await join()]
  const { report } = await reported(him, her, [10])
  expect((await read(other, report)).status).toBe(404)
  expect((await read(him, randomUUID())).status).toBe(404)
  const support = await staffMember(server, { roles: ['support@battito'] })
  expect((await read(him, report, support)).status).toBe(403)
  const stale = await staffMember(server, { roles: ['moderator@battito'], state: 'stale' })
  expect((await read(him, report, stale)).body.code).toBe('proof_needed')
  const self = await staffMember(server, { roles: ['moderator@battito'] })
  const { db } = server.database
  await db.updateTable('staff').set({ email: her.email }).where('id', '=', self.id).execute()
  for (const who of [him, her]) expect((await read(who, report, self)).body.code).toBe('own_account')
  await db.updateTable('reports').set({ message_ids: [] }).where('id', '=', report).execute()
  expect((await read(him, report)).body.code).toBe('no_messages')
  await db.updateTable('reports').set({ brand_id: 'brisa' }).where('id', '=', report).execute()
  expect((await read(him, report)).status).toBe(404)
  for (const who of [him, her]) {
    expect(await readingsOf(who)).toEqual([])
    expect(await audited(who)).toEqual([])
  }
})

it('of a member of another brand shows what was reported alone', async () => {
  const [him, her] = [await join('brisa.localhost'), await join()]
  const { report } = await reported(him, her, [11])
  const answer = await read(her, report)
  expect(textsOf(answer)).toEqual([6, 8, 10, 11, 12, 14, 16].map((place) => `message ${place}`))
})
