import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jpeg, upload } from '#modules/photos/testing/pictures.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
let owner: TestStaff
let moderator: TestStaff
beforeAll(async () => {
  server = await startTestServer()
  owner = await staffMember(server, { roles: ['owner@battito'] })
  moderator = await staffMember(server, { roles: ['moderator@battito'], name: 'Mata' })
})
afterAll(() => server?.close())

const reason = 'Ticket 12'
const facts = 'Insulti il 2 novembre.'
const join = () => server.member({ host: 'battito.localhost' })
const at = (who: TestMember, rest: string) => `/admin/api/battito/members/${who.session.angelId}/${rest}`
const restrict = (who: TestMember, body: object, by = moderator) =>
  by.call(at(who, 'restrict'), { body: { clause: 'harassment', facts, reason, ...body } })
const lift = (who: TestMember, restriction: string, by = owner) =>
  by.call(at(who, `restrictions/${restriction}/lift`), { body: { reason } })
const fileOf = async (who: TestMember) => (await owner.call(at(who, 'open'), { body: { reason } })).body
const audited = async (who: TestMember) =>
  (await owner.call(`/admin/api/battito/audit?member=${who.session.angelId}`)).body.entries as {
    action: string
    by: string
    reason: string
    address: string
    detail: Record<string, unknown>
  }[]

describe('restricting from the file', () => {
  it('suspends until a day, with the statement of reasons, and lets another person end it', async () => {
    const member = await join()
    const from = Date.now()
    expect(await restrict(member, { kind: 'suspension', days: 7 })).toMatchObject({ status: 200 })
    expect((await server.call('/api/block', { token: member.token, host: 'battito.localhost' })).status).toBe(401)
    expect((await server.mailTo(member.email)).text).toContain(facts)
    const { state, restrictions } = await fileOf(member)
    expect(state).toBe('suspended')
    expect(restrictions).toMatchObject([
      { kind: 'suspension', clause: 'harassment', facts, inForce: true, by: { kind: 'staff', name: 'Mata' } },
    ])
    const [{ id, until }] = restrictions
    expect(Math.abs(Date.parse(until) - from - 7 * 86_400_000)).toBeLessThan(60_000)
    expect((await audited(member)).slice(1)).toMatchObject([
      {
        action: 'member_restricted',
        by: 'Mata',
        reason,
        address: '127.0.0.1',
        detail: { kind: 'suspension', days: 7, clause: 'harassment', before: { state: 'active' } },
      },
      { action: 'member_suspended', by: 'Mata', address: '127.0.0.1' },
    ])
    expect((await lift(member, id, moderator)).body.code).toBe('decided_by_same')
    expect((await lift(member, id)).status).toBe(200)
    expect((await lift(member, id)).body.code).toBe('restriction_over')
    expect(await fileOf(member)).toMatchObject({ state: 'active', restrictions: [{ inForce: false }] })
  })

  it('is over with everything that it did when the account is reactivated', async () => {
    const member = await join()
    const { pool } = server.database
    await upload(server, member, await jpeg(11), { host: 'battito.localhost' })
    const id = member.session.angelId
    const end = new Date(Date.now() + 20 * 86_400_000)
    await pool.query(
      `insert into subscriptions (id, brand_id, member_id, plan_id, plan, flow_id, flow_version, state, renews, started_at, period_start, period_end, anchored_at)
       values (gen_random_uuid(), 'battito', $1, 'p', '{}', '0000', 'v', 'active', false, now(), now(), $2, now())`,
      [id, end],
    )
    const moved = async () => {
      const { rows } = await pool.query('select period_end from subscriptions where member_id = $1', [id])
      return Math.round((rows[0].period_end.getTime() - end.getTime()) / 60_000)
    }
    const bans = async () =>
      (
        await pool.query(
          'select from photo_bans b join member_photos p on p.id = b.photo_id where p.member_id = $1 and b.reason = $2',
          [id, 'fraud'],
        )
      ).rowCount
    expect((await restrict(member, { kind: 'suspension', days: 365 })).status).toBe(200)
    expect((await restrict(member, { kind: 'removal', clause: 'scam' })).status).toBe(200)
    expect([await moved(), await bans()]).toEqual([365 * 24 * 60, 1])
    expect((await owner.call(at(member, 'reactivate'), { body: { reason } })).status).toBe(200)
    expect([await moved(), await bans()]).toEqual([0, 0])
    const { rows } = await pool.query(
      `select m.state, array_agg(r.lifted_by) as lifted from members m join restrictions r on r.member_id = m.id
       where m.id = $1 group by m.state`,
      [id],
    )
    expect(rows).toEqual([{ state: 'active', lifted: [`staff:${owner.id}`, `staff:${owner.id}`] }])
  })

  it('gives the reasons in the product to who has not confirmed an address', async () => {
    const member = await join()
    const { pool } = server.database
    await pool.query('update members set email_confirmed_at = null where id = $1', [member.session.angelId])
    expect((await restrict(member, { kind: 'messaging_off', days: 3 })).status).toBe(200)
    const [{ id }] = (await fileOf(member)).restrictions
    expect((await lift(member, id)).status).toBe(200)
    const { rows } = await pool.query(
      `select kind, facts ->> 'facts' as facts, (select count(*)::int from emails where member_id = $1) as mails
       from system_messages where member_id = $1 and conversation = 'admin' order by seq`,
      [member.session.angelId],
    )
    expect(rows).toEqual([
      { kind: 'restriction', facts, mails: 0 },
      { kind: 'restriction-lifted', facts: null, mails: 0 },
    ])
  })

  it('silences, and says by mail that it is over', async () => {
    const member = await join()
    expect((await restrict(member, { kind: 'messaging_off', days: 3 })).status).toBe(200)
    const [{ id }] = (await fileOf(member)).restrictions
    expect((await lift(member, id)).status).toBe(200)
    const { rows } = await server.database.pool.query(
      `select no_messages_until, (select array_agg(kind || ' ' || (props ->> 'restriction') order by kind)
         from emails where member_id = m.id) as mails from members m where id = $1`,
      [member.session.angelId],
    )
    expect(rows).toEqual([
      { no_messages_until: null, mails: ['restriction messaging_off', 'restriction-lifted messaging_off'] },
    ])
    expect((await audited(member)).map(({ action }) => action)).toContain('restriction_lifted')
  })

  it('leaves what an appeal waits for to the appeal', async () => {
    const member = await join()
    await restrict(member, { kind: 'warning' })
    const [{ id }] = (await fileOf(member)).restrictions
    const appeal = await server.call(`/api/cases/${id}/appeal`, {
      token: member.token,
      host: 'battito.localhost',
      body: { text: 'Non è vero' },
    })
    expect(appeal.status).toBe(200)
    expect((await lift(member, id)).body.code).toBe('appealed')
  })

  it('removes a member under a legal hold, whose data stays', async () => {
    const member = await join()
    await owner.call(at(member, 'hold'), { method: 'PUT', body: { held: true, reason } })
    expect((await restrict(member, { kind: 'removal', clause: 'scam' })).status).toBe(200)
    expect(await fileOf(member)).toMatchObject({
      state: 'suspended',
      hold: { reason },
      deletionDueAt: null,
      restrictions: [{ kind: 'removal', until: null, inForce: true }],
    })
  })

  it('of two colleagues at once one decides', async () => {
    const member = await join()
    const answers = await Promise.all(
      [owner, moderator].map((by) => restrict(member, { kind: 'suspension', days: 7 }, by)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.flatMap(({ body }) => body.code ?? [])).toEqual([
      expect.stringMatching(/^(under_way|restricted_already)$/),
    ])
    expect((await fileOf(member)).restrictions).toHaveLength(1)
    // To remove is more than to suspend, and nothing is more than that.
    expect((await restrict(member, { kind: 'removal' })).status).toBe(200)
    expect((await restrict(member, { kind: 'removal' })).body.code).toBe('restricted_already')
  })

  it.each<[string, object, object]>([
    ['a suspension without an end', { kind: 'suspension' }, { field: 'days' }],
    ['a removal with an end', { kind: 'removal', days: 3 }, { field: 'days' }],
    ['more than a year', { kind: 'suspension', days: 366 }, {}],
    ['no day', { kind: 'suspension', days: 0 }, {}],
    ['facts that say nothing', { kind: 'warning', facts: ' \n' }, { field: 'facts' }],
    ['a rule that does not exist', { kind: 'warning', clause: 'rude' }, {}],
    ['content, which is removed in the queue', { kind: 'content_removed' }, {}],
    ['no reason', { kind: 'warning', reason: ' ' }, {}],
  ])('refuses %s and changes nothing', async (_, body, problem) => {
    const member = await join()
    expect(await restrict(member, body)).toMatchObject({ status: 400, body: problem })
    expect((await fileOf(member)).restrictions).toEqual([])
  })

  it('knows no member, and no restriction, of others', async () => {
    const [member, other] = [await join(), await join()]
    const elsewhere = await server.member({ host: 'brisa.localhost' })
    expect((await restrict(elsewhere, { kind: 'warning' })).status).toBe(404)
    await restrict(member, { kind: 'warning' })
    const [{ id }] = (await fileOf(member)).restrictions
    expect((await lift(other, id)).status).toBe(404)
    expect((await fileOf(member)).restrictions).toMatchObject([{ inForce: true }])
  })
})

it('no one restricts whom they reported themselves as a member, nor lifts what is in force', async () => {
  const host = 'battito.localhost'
  const [theirs, reported, other] = [await join(), await server.member({ host, gender: 'woman' }), await join()]
  const both = await staffMember(server, { roles: ['moderator@battito'] })
  const { db } = server.database
  await db.updateTable('staff').set({ email: theirs.email.toUpperCase() }).where('id', '=', both.id).execute()
  const report = await server.call('/api/report', {
    token: theirs.token,
    host,
    body: { angelId: reported.session.angelId, reason: 'harassment' },
  })
  expect(report.status).toBe(200)
  const refused = { status: 403, body: { code: 'own_report' } }
  expect(await restrict(reported, { kind: 'warning' }, both)).toMatchObject(refused)
  expect((await restrict(reported, { kind: 'suspension', days: 3 }, moderator)).status).toBe(200)
  const [{ id }] = (await fileOf(reported)).restrictions
  expect(await lift(reported, id, both)).toMatchObject(refused)
  // Also after a colleague has decided it.
  await db
    .updateTable('reports')
    .set({ state: 'dismissed', decided_at: new Date(), decided_by: 'staff:another', decision: 'dismiss' })
    .where('reporter_id', '=', theirs.session.angelId)
    .execute()
  expect(await restrict(reported, { kind: 'removal' }, both)).toMatchObject(refused)
  expect((await fileOf(reported)).restrictions).toMatchObject([{ kind: 'suspension', inForce: true }])
  expect((await restrict(other, { kind: 'warning' }, both)).status).toBe(200)
})

it('no one opens or changes their own account as a member, in whatever case its address is written', async () => {
  const both = await staffMember(server, { roles: ['owner@battito', 'moderator@battito', 'support@battito'] })
  const member = await join()
  const { db } = server.database
  await db.updateTable('staff').set({ email: member.email.toUpperCase() }).where('id', '=', both.id).execute()
  const asked: [string, string, object][] = [
    ['POST', 'open', {}],
    ['POST', 'restrict', { kind: 'warning', clause: 'harassment', facts }],
    ['POST', `restrictions/${both.id}/lift`, {}],
    ['POST', 'undo', { what: 'restrictMember' }],
    ['POST', 'reactivate', {}],
    ['POST', 'reset', {}],
    ['POST', 'confirm-email', {}],
    ['PUT', 'name', { name: 'Marta' }],
    ['PUT', 'home', { region: 'Umbria' }],
    ['PUT', 'hold', { held: true }],
    ['POST', 'credits', { id: both.id, account: 'messages', count: 1, reference: 'T-1' }],
  ]
  for (const [method, path, body] of asked)
    expect([
      path,
      await both.call(at(member, path), { method, body: path === 'undo' ? body : { ...body, reason } }),
    ]).toMatchObject([path, { status: 403, body: { code: 'own_account' } }])
  expect(await audited(member)).toEqual([])
})
