import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { checkAudit } from '#commands/audit-check.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type Answer, type TestMember, type TestServer } from '#test/support/test-server.ts'

/* Many people of staff at one brand in the same moment, by HTTP. */

const brand = 'battito'
const host = 'battito.localhost'
const reason = 'Ticket 12'
const at = (rest: string) => `/admin/api/${brand}/${rest}`

let server: TestServer
let him: TestMember
let her: TestMember
beforeAll(async () => {
  // One connection: who holds it in a transaction may not wait for another one, or many at once would wait for each other.
  server = await startTestServer({ jobs: false, database: { size: 1, connectMs: 15_000 } })
})
afterAll(() => server?.close())
beforeEach(async () => {
  him = await server.member({ host })
  her = await server.member({ host, gender: 'woman' })
})

const rowsOf = async <T>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.pool.query(query, values)).rows as T[]
const moderator = () => staffMember(server, { roles: [`moderator@${brand}`] })
const owner = () => staffMember(server, { roles: [`owner@${brand}`] })
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted()

/** A case about her. */
async function reported(): Promise<string> {
  const { status } = await server.call('/api/report', {
    host,
    token: him.token,
    body: { angelId: her.session.angelId, reason: 'harassment' },
  })
  expect(status).toBe(200)
  const [row] = await rowsOf<{ id: string }>('select id from cases where member_id = $1', her.session.angelId)
  return row?.id ?? ''
}
async function asked(): Promise<string> {
  const { status } = await server.call('/api/contact', {
    host,
    token: him.token,
    body: { name: 'Anna', email: him.email, topic: 'account', message: 'Aiuto' },
  })
  expect(status).toBe(200)
  const [row] = await rowsOf<{ id: string }>('select id from tickets where member_id = $1', him.session.angelId)
  return row?.id ?? ''
}

it('fifty actions at once leave one unbroken chain with an entry for each', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, owner))
  const ticket = await asked()
  const id = her.session.angelId
  const acts: ((by: TestStaff, n: number) => Promise<Answer>)[] = [
    (by) => by.call(at('members/search'), { body: { query: her.email, reason } }),
    (by) => by.call(at(`members/${id}/open`), { body: { reason } }),
    (by, n) => by.call(at(`members/${id}/notes`), { body: { text: `Note ${n}` } }),
    (by, n) => by.call(at(`tickets/${ticket}/note`), { body: { text: `Note ${n}` } }),
    (by, n) => by.call(at(`members/${id}/hold`), { method: 'PUT', body: { held: true, reason: `Order ${n}` } }),
  ]
  const before = (await rowsOf(`select from audit_entries where brand_id = '${brand}'`)).length
  const answers = await Promise.all(people.flatMap((by, n) => acts.map((act) => act(by, n))))
  expect(statuses(answers).filter((status) => status !== 200 && status !== 409)).toEqual([])
  const done = answers.filter(({ status }) => status === 200).length
  expect(done).toBeGreaterThanOrEqual(40)
  const seqs = await rowsOf<{ seq: number }>(`select seq from audit_entries where brand_id = '${brand}' order by seq`)
  expect(seqs.map(({ seq }) => seq)).toEqual(Array.from({ length: before + done }, (_, n) => n + 1))
  const { ok, lines } = await checkAudit([], server.database.db)
  expect([ok, lines.join('\n')]).toEqual([true, expect.stringContaining(`${brand}: ${before + done} entries fit`)])
})

it('of two moderators who open a case at once one decides it, and once, also from two windows', async () => {
  const id = await reported()
  const [anna, bruno] = [await moderator(), await moderator()]
  const claims = await Promise.all([anna, bruno].map((by) => by.call(at(`cases/${id}/claim`), { body: {} })))
  expect(statuses(claims)).toEqual([200, 409])
  const [holder, other] = claims[0]?.status === 200 ? [anna, bruno] : [bruno, anna]
  const decide = (by: TestStaff, verdict: string) =>
    by.call(at(`cases/${id}/decide`), { body: { verdict, ...(verdict === 'warn' && { clause: 'harassment' }) } })
  const decided = await Promise.all([decide(holder, 'warn'), decide(holder, 'dismiss'), decide(other, 'dismiss')])
  expect(statuses(decided)).toEqual([200, 409, 409])
  expect(
    await rowsOf("select count(*)::int as n from audit_entries where action = 'case_decided' and subject_id = $1", id),
  ).toEqual([{ n: 1 }])
  // Sent again later, it is refused: nothing is decided twice.
  expect((await decide(holder, 'warn')).status).toBe(409)
})

it('who lost the role, or has left, decides nothing that they hold', async () => {
  const id = await reported()
  const [anna, bruno, olga] = [await moderator(), await moderator(), await owner()]
  const body = { verdict: 'dismiss' }
  expect((await anna.call(at(`cases/${id}/claim`), { body: {} })).status).toBe(200)
  const change = { method: 'PUT', body: { roles: ['marketing'], before: ['moderator'], reason } }
  expect((await olga.call(at(`staff/${anna.id}/roles`), change)).status).toBe(200)
  expect((await anna.call(at(`cases/${id}/decide`), { body })).status).toBe(403)
  await rowsOf('update cases set claimed_by = null, claimed_until = null where id = $1', id)
  expect((await bruno.call(at(`cases/${id}/claim`), { body: {} })).status).toBe(200)
  expect((await olga.call(at(`staff/${bruno.id}/leave`), { body: { reason } })).status).toBe(200)
  expect((await bruno.call(at(`cases/${id}/decide`), { body })).status).toBe(401)
  expect(await rowsOf('select state from cases where id = $1', id)).toEqual([{ state: 'open' }])
})
