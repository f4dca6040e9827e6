import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { consoleCall, staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type Answer, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const reason = 'Ticket 12'
const password = 'a long sentence of mine'
const invite = (owner: TestStaff, brand: string, email: string, roles = ['support'], name = 'Grace') =>
  owner.call(`/admin/api/${brand}/staff`, { body: { email, name, roles, reason } })
const act = (owner: TestStaff, brand: string, id: string, what: 'leave' | 'reset') =>
  owner.call(`/admin/api/${brand}/staff/${id}/${what}`, { body: { reason } })
const listed = async (owner: TestStaff, brand: string, id: string) =>
  (await owner.call(`/admin/api/${brand}/staff`)).body.find((one: { id: string }) => one.id === id)
const answer = (person: TestStaff, brand: string, accepts: boolean): Promise<Answer> =>
  person.call('/admin/api/account/invitations', { body: { brand, accepts } })
const invitations = async (person: TestStaff) => (await person.call('/admin/api/account')).body.invitations
const rolesOf = async (person: TestStaff) => (await person.call('/admin/api/me')).body.roles
/** The next mail to an address, that is one which was not read before. */
const read = new Set<unknown>()
const nextMail = (address: string) =>
  vi.waitFor(
    async () => {
      const mail = await server.mailTo(address)
      expect(read.has(mail)).toBe(false)
      read.add(mail)
      return mail
    },
    { timeout: 15_000 },
  )
const tokenIn = (text: string): string => /\/link#(\S+)/.exec(text)?.[1] ?? ''
const visit = (path: string, body: object) => consoleCall(server, () => undefined)(`/admin/api/${path}`, { body })
const actions = async (owner: TestStaff, brand: string, id: string): Promise<string[]> =>
  (await owner.call(`/admin/api/${brand}/audit?of=staff`)).body.entries
    .filter((one: { subjectId: string }) => one.subjectId === id)
    .map((one: { action: string }) => one.action)

it('a role at a further brand waits for the person, and until then counts for nothing', async () => {
  const [first, further] = [
    await staffMember(server, { roles: ['owner@amarelle'] }),
    await staffMember(server, { roles: ['owner@brisa'] }),
  ]
  const person = await staffMember(server, { roles: ['support@amarelle'], name: 'Grace Hopper' })
  const own = [{ brand: 'amarelle', role: 'support' }]

  expect((await invite(further, 'brisa', person.email, ['owner'], 'G. H.')).body).toEqual({ id: person.id })
  expect((await nextMail(person.email)).text).toContain('/account')
  expect(await rolesOf(person)).toEqual(own)
  expect((await person.call('/admin/api/brisa/staff')).status).toBe(403)
  // The other brand reads what it wrote itself, not what it might learn of the person.
  expect(await listed(further, 'brisa', person.id)).toEqual({
    id: person.id,
    email: person.email,
    name: 'G. H.',
    state: 'invited',
    roles: ['owner'],
    accepted: false,
    hasFactor: false,
    lastSeenAt: null,
  })
  // It is no owner yet: the only one cannot go.
  expect((await act(further, 'brisa', further.id, 'leave')).body.code).toBe('last_owner')
  expect((await invite(further, 'brisa', person.email)).body.code).toBe('staff_known')

  expect(await invitations(person)).toMatchObject([{ brand: 'brisa', title: 'Brisa', roles: ['owner'] }])
  const both = await Promise.all([answer(person, 'brisa', true), answer(person, 'brisa', true)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
  expect(await rolesOf(person)).toEqual([...own, { brand: 'brisa', role: 'owner' }])
  expect(await listed(further, 'brisa', person.id)).toMatchObject({ name: 'Grace Hopper', accepted: true })
  expect(await actions(further, 'brisa', person.id)).toEqual(['staff_joined', 'staff_invited'])
  expect((await act(first, 'amarelle', person.id, 'reset')).body.code).toBe('elsewhere')
})

it('the first brand’s owner resets who is only invited to another one, and the invitation stays', async () => {
  const first = await staffMember(server, { roles: ['owner@amarelle'] })
  const further = await staffMember(server, { roles: ['owner@brisa'] })
  const person = await staffMember(server, { roles: ['support@amarelle'] })
  await invite(further, 'brisa', person.email)
  await nextMail(person.email)
  expect((await act(first, 'amarelle', person.id, 'reset')).status).toBe(200)
  const token = tokenIn((await nextMail(person.email)).text)
  // Neither a new invitation nor the same one again takes that link away, or sends one that sets a password.
  expect((await act(further, 'brisa', person.id, 'reset')).status).toBe(200)
  expect(tokenIn((await nextMail(person.email)).text)).toBe('')
  expect((await visit('link/use', { token, name: 'Grace', password })).status).toBe(200)
  expect(await listed(first, 'amarelle', person.id)).toMatchObject({ state: 'active', accepted: true })
  expect(await listed(further, 'brisa', person.id)).toMatchObject({ accepted: false })
})

it('an invitation is changed, withdrawn or declined without touching what the person does elsewhere', async () => {
  const further = await staffMember(server, { roles: ['owner@brisa'] })
  const person = await staffMember(server, { roles: ['support@amarelle'] })
  await invite(further, 'brisa', person.email)
  const change = (before: string[], roles: string[]) =>
    further.call(`/admin/api/brisa/staff/${person.id}/roles`, { method: 'PUT', body: { roles, before, reason } })
  expect((await change(['owner'], ['finance'])).body.code).toBe('roles_changed')
  expect((await change(['support'], ['finance'])).status).toBe(200)
  expect(await invitations(person)).toMatchObject([{ roles: ['finance'] }])
  expect((await act(further, 'brisa', person.id, 'leave')).status).toBe(200)
  expect(await invitations(person)).toEqual([])
  expect((await answer(person, 'brisa', true)).status).toBe(404)

  await invite(further, 'brisa', person.email)
  expect((await answer(person, 'brisa', false)).status).toBe(200)
  expect((await answer(person, 'brisa', true)).status).toBe(404)
  expect(await rolesOf(person)).toEqual([{ brand: 'amarelle', role: 'support' }])
  expect(await listed(further, 'brisa', person.id)).toBeUndefined()
  expect(await actions(further, 'brisa', person.id)).toEqual([
    'invitation_declined',
    'staff_invited',
    'invitation_withdrawn',
    'staff_roles_set',
    'staff_invited',
  ])
})

it('a new person invited by two brands joins the one whose link they used, and is asked about the other', async () => {
  const [first, further] = [
    await staffMember(server, { roles: ['owner@amarelle'] }),
    await staffMember(server, { roles: ['owner@brisa'] }),
  ]
  const email = 'new@person.example.com'
  const { id } = (await invite(first, 'amarelle', email, ['owner'], 'Ada')).body
  const earlier = tokenIn((await nextMail(email)).text)
  expect((await invite(further, 'brisa', email, ['finance'], 'Ada L.')).body).toEqual({ id })
  const token = tokenIn((await nextMail(email)).text)
  expect((await visit('link', { token })).body).toEqual({
    purpose: 'invitation',
    email,
    name: 'Ada L.',
    invitation: { title: 'Brisa', roles: ['finance'] },
  })
  // What is withdrawn at one brand leaves the other one's link.
  expect((await visit('link', { token: earlier })).status).toBe(200)
  const used = await Promise.all([1, 2].map(() => visit('link/use', { token, name: 'Ada', password })))
  expect(used.map(({ status }) => status).toSorted()).toEqual([200, 404])
  // The other link would set another password.
  expect((await visit('link/use', { token: earlier, name: 'Eve', password })).status).toBe(404)
  expect(await listed(further, 'brisa', id)).toMatchObject({ roles: ['finance'], accepted: true })
  expect(await listed(first, 'amarelle', id)).toMatchObject({ roles: ['owner'], accepted: false })
  // The brand that they joined resets them alone.
  expect((await act(further, 'brisa', id, 'reset')).status).toBe(200)
})

it('a withdrawn invitation of a new person closes the account and its link, unless another brand waits', async () => {
  const [first, further] = [
    await staffMember(server, { roles: ['owner@amarelle'] }),
    await staffMember(server, { roles: ['owner@brisa'] }),
  ]
  const email = 'newer@person.example.com'
  const { id } = (await invite(first, 'amarelle', email)).body
  const earlier = tokenIn((await nextMail(email)).text)
  await invite(further, 'brisa', email)
  const token = tokenIn((await nextMail(email)).text)
  expect((await act(first, 'amarelle', id, 'leave')).status).toBe(200)
  expect((await visit('link', { token: earlier })).status).toBe(404)
  expect((await visit('link', { token })).status).toBe(200)
  // Sent again, the link before does not count any more.
  expect((await act(further, 'brisa', id, 'reset')).status).toBe(200)
  const again = tokenIn((await nextMail(email)).text)
  expect((await visit('link', { token })).status).toBe(404)
  expect((await act(further, 'brisa', id, 'leave')).status).toBe(200)
  expect((await visit('link/use', { token: again, name: 'Ada', password })).status).toBe(404)
  // And can be invited again.
  expect((await invite(further, 'brisa', email)).body).toEqual({ id })
})

it('an account without any role is closed once the last invitation to it is declined or withdrawn', async () => {
  const [first, further, third] = [
    await staffMember(server, { roles: ['owner@amarelle'] }),
    await staffMember(server, { roles: ['owner@brisa'] }),
    await staffMember(server, { roles: ['owner@vicino'] }),
  ]
  const stateOf = async (id: string) =>
    (await server.database.db.selectFrom('staff').select('state').where('id', '=', id).executeTakeFirst())?.state
  /** Whose access was reset, who then left, and comes in by the link of the reset: only invited to two brands. */
  const withoutRoles = async (): Promise<TestStaff> => {
    const person = await staffMember(server, { roles: ['support@amarelle'] })
    await act(first, 'amarelle', person.id, 'reset')
    const token = tokenIn((await nextMail(person.email)).text)
    await invite(further, 'brisa', person.email)
    await invite(third, 'vicino', person.email)
    expect((await act(first, 'amarelle', person.id, 'leave')).status).toBe(200)
    expect((await visit('link/use', { token, name: 'Grace', password })).status).toBe(200)
    expect(await stateOf(person.id)).toBe('active')
    const session = await staffMember(server, { roles: [] })
    for (const table of ['staff_sessions', 'staff_totp'])
      await server.database.pool.query(`update ${table} set staff_id = $1 where staff_id = $2`, [person.id, session.id])
    return { ...person, call: session.call }
  }
  const declining = await withoutRoles()
  expect((await answer(declining, 'brisa', false)).status).toBe(200)
  expect(await stateOf(declining.id)).toBe('active')
  expect((await answer(declining, 'vicino', false)).status).toBe(200)
  expect(await stateOf(declining.id)).toBe('left')
  expect((await declining.call('/admin/api/account')).status).toBe(401)
  // Whether they work elsewhere stays theirs to say.
  expect((await actions(third, 'vicino', declining.id))[0]).toBe('invitation_declined')

  const withdrawn = await withoutRoles()
  expect((await act(further, 'brisa', withdrawn.id, 'leave')).status).toBe(200)
  expect(await invitations(withdrawn)).toMatchObject([{ brand: 'vicino' }])
  expect((await act(third, 'vicino', withdrawn.id, 'leave')).status).toBe(200)
  expect(await stateOf(withdrawn.id)).toBe('left')
})

it('who leaves the only brand where they work is invited nowhere any more', async () => {
  const first = await staffMember(server, { roles: ['owner@amarelle'] })
  const further = await staffMember(server, { roles: ['owner@brisa'] })
  const person = await staffMember(server, { roles: ['support@amarelle'] })
  await invite(further, 'brisa', person.email)
  const [left, accepted] = await Promise.all([
    act(first, 'amarelle', person.id, 'leave'),
    answer(person, 'brisa', true),
  ])
  expect(left.status).toBe(200)
  // Either it was accepted before, or there was nothing to accept: who has left has no role.
  const { rows } = await server.database.pool.query(
    `select p.state, (select count(*)::int from staff_roles r where r.staff_id = p.id) as roles,
       (select count(*)::int from staff_invitations i where i.staff_id = p.id) as invited
     from staff p where p.id = $1`,
    [person.id],
  )
  expect(rows).toEqual([
    accepted.status === 200 ? { state: 'active', roles: 1, invited: 0 } : { state: 'left', roles: 0, invited: 0 },
  ])
})

it('roles count instead of an invitation beside them, as an earlier version may have left one', async () => {
  const person = await staffMember(server, { roles: ['owner@dolceluna'] })
  const leftBehind = (brand: string) =>
    server.database.db
      .insertInto('staff_invitations')
      .values({ brand_id: brand, staff_id: person.id, name: 'Grace', roles: ['support'], invited_at: new Date() })
      .execute()
  const rows = async (owner: TestStaff, brand = 'dolceluna') =>
    (await owner.call(`/admin/api/${brand}/staff`)).body.filter((one: { id: string }) => one.id === person.id)
  await leftBehind('dolceluna')
  expect(await rows(person)).toMatchObject([{ roles: ['owner'], accepted: true }])
  expect(await invitations(person)).toEqual([])
  for (const accepts of [true, false]) expect((await answer(person, 'dolceluna', accepts)).status).toBe(404)
  expect((await act(person, 'dolceluna', person.id, 'leave')).body.code).toBe('last_owner')

  const other = await staffMember(server, { roles: ['owner@dolceluna'] })
  const body = { roles: ['finance'], before: ['owner'], reason }
  const changed = await other.call(`/admin/api/dolceluna/staff/${person.id}/roles`, { method: 'PUT', body })
  expect([changed.status, await rolesOf(person)]).toEqual([200, [{ brand: 'dolceluna', role: 'finance' }]])
  await leftBehind('dolceluna')
  expect((await act(other, 'dolceluna', person.id, 'reset')).status).toBe(200)
  expect((await act(other, 'dolceluna', person.id, 'leave')).status).toBe(200)
  expect(await actions(other, 'dolceluna', person.id)).toEqual(['staff_left', 'staff_reset', 'staff_roles_set'])

  // Nor does one count that outlived the account, also once that is opened again.
  const further = await staffMember(server, { roles: ['owner@brisa'] })
  for (const brand of ['dolceluna', 'brisa']) await leftBehind(brand)
  expect(await rows(other)).toEqual([])
  expect((await invite(other, 'dolceluna', person.email, ['finance'])).status).toBe(200)
  expect(await rows(other)).toMatchObject([{ roles: ['finance'], accepted: false }])
  expect(await rows(further, 'brisa')).toEqual([])
})

it('who has left keeps the name in the records of a brand until they accept another brand’s invitation', async () => {
  const first = await staffMember(server, { roles: ['owner@amarelle'] })
  const further = await staffMember(server, { roles: ['owner@brisa'] })
  const person = await staffMember(server, { roles: ['support@amarelle'], name: 'Rita Levi' })
  await act(first, 'amarelle', person.id, 'leave')
  const recorded = async () =>
    (await first.call('/admin/api/amarelle/audit?of=staff')).body.entries.find(
      (one: { action: string; subjectId: string }) => one.action === 'staff_left' && one.subjectId === person.id,
    ).subjectName
  await invite(further, 'brisa', person.email, ['support'], 'A nickname')
  const token = tokenIn((await nextMail(person.email)).text)
  expect(await recorded()).toBe('Rita Levi')
  expect((await listed(further, 'brisa', person.id)).name).toBe('A nickname')
  expect((await visit('link', { token })).body.name).toBe('A nickname')
  expect((await visit('link/use', { token, name: 'Rita Levi-Montalcini', password })).status).toBe(200)
  expect(await recorded()).toBe('Rita Levi-Montalcini')
})
