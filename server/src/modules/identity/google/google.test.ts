import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { googlePath, form, openVisitor } from './testing/visitor.ts'

let testServer: TestServer
let now = new Date()
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => now })
}, 60_000)
afterAll(() => testServer.close())

const rows = async (sql: string, ...values: unknown[]) => (await testServer.database.pool.query(sql, values)).rows
const identities = (memberId: string) =>
  rows('select subject, email from external_identities where member_id = $1', memberId)
const mailsTo = async (memberId: string) =>
  (await rows('select kind from emails where member_id = $1 order by created_at', memberId)).map(({ kind }) => kind)
const subjectOf = (email: string) =>
  testServer.sandbox.sandbox.state.openIdAccounts.all().find((account) => account.email === email)?.id
let counter = 0
const address = (name = 'person') => `${name}.${(counter += 1)}@person.example.com`

/** Registers a new member with Google. */
async function newMember(email = address(), host = 'localhost') {
  const visitor = openVisitor(testServer, host)
  await visitor.enter({ email, name: 'Anna Rossi' })
  const { status, body } = await visitor.call(`${googlePath}/complete`, { body: form() })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { email, visitor, session: body }
}

describe('a new person', () => {
  it('is asked for the rest of the form, and has an account only then', async () => {
    const email = address()
    const visitor = openVisitor(testServer)
    const entered = await visitor.enter(
      { email, name: 'Anna Rossi' },
      { source: 'spring', campid: 'c1', clickid: 'visit-1', fluxId: '7', next: '/chats?x=1' },
    )
    expect(entered.body).toEqual({ result: true, email, username: 'Anna' })
    expect(entered.headers.getSetCookie().join()).toMatch(
      /__Host-google-newcomer=[^;]+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax/,
    )
    expect(visitor.cookies.has('__Host-google')).toBe(false)
    expect(visitor.cookies.has('__Host-session')).toBe(false)
    expect(await rows('select 1 from members where email = $1', email)).toEqual([])
    expect((await visitor.call(`${googlePath}/complete`)).body).toEqual({ email, username: 'Anna' })
    expect(JSON.stringify([...visitor.cookies])).not.toContain(email)

    const { status, body } = await visitor.call(`${googlePath}/complete`, {
      body: form({ username: 'Annina', fingerprint: 'this device' }),
    })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        result: true,
        login: true,
        next: '/chats?x=1',
        email,
        screenName: 'Annina',
        age: 33,
        region: 'Lazio',
        city: 'Roma',
        sono: 'donna',
        cerco: 'uomo',
        confirmed_email: true,
        source: 'spring',
        clickid: 'visit-1',
        fluxId: '7',
        creditiIcebreaker: 5,
      }),
    ])
    expect(visitor.cookies.has('__Host-google-newcomer')).toBe(false)
    expect((await visitor.call('/api/users/verify', { body: {} })).body.verify).toBe(1)
    const [member] = await rows('select password_hash, campid from members where id = $1', body.angelId)
    expect(member).toEqual({ password_hash: null, campid: 'c1' })
    expect(await identities(body.angelId)).toEqual([{ subject: subjectOf(email), email }])
    expect(await rows('select kind, granted from consents where member_id = $1 order by kind', body.angelId)).toEqual([
      { kind: 'adult', granted: true },
      { kind: 'clauses', granted: true },
      { kind: 'data', granted: true },
      { kind: 'promotion', granted: true },
      { kind: 'terms', granted: true },
      { kind: 'third_party', granted: false },
    ])
    expect(await rows('select 1 from discovery_entries where member_id = $1', body.angelId)).toHaveLength(1)
    expect((await testServer.mailTo(email)).subject).toContain('Ci sei')
  })

  it('signs in directly the next time, also from the home page', async () => {
    const { email, session } = await newMember()
    const again = openVisitor(testServer)
    const { body } = await again.enter({ email: email.toUpperCase(), name: 'Another Name' })
    expect(body).toMatchObject({ login: true, angelId: session.angelId, next: '/find' })
    const home = openVisitor(testServer)
    const answer = await home.call(`${googlePath}/home`, {
      body: {
        ...(await home.comeBack({ email })),
        source: 'direct',
        country: 'it',
        campid: '',
        ip: '',
        ua: 'test',
        servizio: 'localhost',
      },
    })
    expect(answer.body).toMatchObject({ login: true, angelId: session.angelId })
  })

  it('gets missing fields reported in the order of the form, and nothing is created', async () => {
    const visitor = openVisitor(testServer)
    const email = address()
    await visitor.enter({ email })
    const order = [
      [{}, 'eta'],
      [{ age: 17 }, 'eta'],
      [{ age: 18 }, 'errore_citta'],
      [{ age: 18, region: 'Lazio' }, 'errore_sono'],
      [{ age: 18, region: 'Lazio', sono: 'donna' }, 'errore_cerco'],
      [
        { age: 18, region: 'Lazio', sono: 'donna', cerco: 'uomo', terms1: true, terms2: true, terms3: true },
        'errore_terms',
      ],
      [form({ region: 'Atlantide' }), 'errore_citta'],
    ] as const
    for (const [body, code] of order)
      expect((await visitor.call(`${googlePath}/complete`, { body })).body).toMatchObject({ status: 400, code })
    expect(
      (await visitor.call(`${googlePath}/complete`, { body: form({ email: 'other@example.com' }) })).body.code,
    ).toBe('invalid')
    expect(await rows('select 1 from members where email = $1', email)).toEqual([])
    expect((await visitor.call(`${googlePath}/complete`, { body: form() })).status).toBe(200)
  })

  it('with an address that the brand refuses learns it before the form', async () => {
    expect((await openVisitor(testServer).enter({ email: 'somebody@mailinator.com' })).body).toMatchObject({
      status: 400,
      code: '1005',
    })
    expect((await openVisitor(testServer).enter({ email: 'two..dots@person.example.com' })).body).toMatchObject({
      status: 400,
      code: '1004',
    })
  })

  it('keeps what the landing page knew of the visit, over what later pages know', async () => {
    const visitor = openVisitor(testServer)
    const landed = { source: 'spring', campid: 'c1' }
    const back = await visitor.comeBack({ email: address() }, { ...landed, next: `/${'a'.repeat(299)}` })
    const later = { source: 'direct', campid: 'c2', clickid: 'later-visit', fluxId: '0000' }
    await visitor.call(googlePath, { body: { ...back, ...later } })
    const { body } = await visitor.call(`${googlePath}/complete`, {
      body: form({ source: 'form', clickid: 'form-visit' }),
    })
    expect(body).toMatchObject({ source: 'spring', clickid: 'later-visit', fluxId: '0000' })
    // A path of three hundred characters is kept, a longer one replaced by the search.
    expect(body.next).toHaveLength(300)
    expect(await rows('select campid from members where id = $1', body.angelId)).toEqual([{ campid: 'c1' }])
    const long = await openVisitor(testServer).enter({ email: body.email }, { next: `/${'a'.repeat(300)}` })
    expect(long.body.next).toBe('/find')
    // No warning about the browser in which the account was created; the next one is reported.
    // In no order: both may have been written within one millisecond.
    expect((await mailsTo(body.angelId)).toSorted()).toEqual(['new-device', 'welcome'])
  })

  it.each([
    ['X.Ærøskøbing', 'Ærøskøbing'],
    ['D’Art-Agnan de Batz', 'D’Art-Agnan'],
    ['007', ''],
    [`A${'b'.repeat(60)}`, `A${'b'.repeat(39)}`],
  ])('called %s there is proposed the name %j', async (name, username) => {
    const answer = await openVisitor(testServer).enter({ email: address(), name })
    expect(answer.body.username).toBe(username)
  })

  it('may set a password by a reset', async () => {
    const { email } = await newMember()
    expect(
      (await testServer.call('/api/users/authenticate', { body: { email, password: 'a whole new one' } })).body.code,
    ).toBe('mail_password_errati')
    await testServer.call('/api/users/getTokenForReset', { body: { email } })
    const { links } = await testServer.mailTo(email, 'Scegli una nuova password')
    const link = links.find((one) => one.includes('/resetPassword'))
    const token = new URL(link ?? '').searchParams.get('token')
    expect(
      (await testServer.call('/api/users/changePassword', { body: { token, password: 'a whole new one' } })).status,
    ).toBe(200)
    expect(
      (await testServer.call('/api/users/authenticate', { body: { email, password: 'a whole new one' } })).status,
    ).toBe(200)
  })
})

describe('a member who registered with the form', () => {
  it('is the same member when Google verifies the address, and is notified', async () => {
    const member = await testServer.registeredMember({ form: { email: address() } })
    const { body } = await openVisitor(testServer).enter({ email: member.email })
    expect(body).toMatchObject({ login: true, angelId: member.session.angelId })
    expect(await identities(member.session.angelId)).toHaveLength(1)
    expect(await mailsTo(member.session.angelId)).toContain('google-linked')
    // The earlier session stays.
    expect((await testServer.call('/api/block', { token: member.token })).status).toBe(200)
    expect(
      (await testServer.call('/api/users/authenticate', { body: { email: member.email, password: member.password } }))
        .status,
    ).toBe(200)
  })

  it('who never confirmed the address may be another person: every earlier sign-in method is removed', async () => {
    const email = address('victim')
    const squatter = await testServer.registeredMember({ form: { email }, confirmed: false })
    const socket = await squatter.connect()
    const closed = new Promise((resolve) => socket.raw.once('disconnect', resolve))
    const confirm = (await testServer.mailTo(email)).links.find((link) => link.includes('/confirmEmail'))
    const { body } = await openVisitor(testServer).enter({ email })
    expect(body).toMatchObject({ login: true, angelId: squatter.session.angelId, confirmed_email: true })
    await closed
    // Its owner is new here: no warning about their own browser or account.
    expect(await mailsTo(squatter.session.angelId)).toEqual(['confirm-email', 'welcome'])
    expect((await testServer.call('/api/block', { token: squatter.token })).status).toBe(401)
    expect(
      (await testServer.call('/api/users/authenticate', { body: { email, password: squatter.password } })).body.code,
    ).toBe('mail_password_errati')
    expect(
      (
        await testServer.call('/api/users/confirmEmail', {
          body: { token: new URL(confirm ?? '').searchParams.get('token') },
        })
      ).status,
    ).toBe(401)
  })

  it('and whose account was closed by the person who registered it gets it open', async () => {
    const email = address('victim')
    const squatter = await testServer.registeredMember({ form: { email }, confirmed: false })
    const body = { clickid: squatter.session.clickid }
    expect((await testServer.call('/api/users/disableProfile', { token: squatter.token, body })).status).toBe(200)
    expect((await openVisitor(testServer).enter({ email })).body).toMatchObject({
      login: true,
      angelId: squatter.session.angelId,
      confirmed_email: true,
    })
  })

  it('and is disabled stays out, linked or not', async () => {
    const { email, session } = await newMember()
    const other = await testServer.member({ form: { email: address() } })
    await testServer.database.db
      .updateTable('members')
      .set({ state: 'deactivated' })
      .where('id', 'in', [session.angelId, other.session.angelId])
      .execute()
    for (const one of [email, other.email]) {
      const visitor = openVisitor(testServer)
      expect((await visitor.enter({ email: one })).body).toMatchObject({ status: 403, code: 'utente_disabilitato' })
      expect(visitor.cookies.has('__Host-session')).toBe(false)
    }
    expect(await identities(other.session.angelId)).toEqual([])
  })

  it('keeps the account linked first when the address passes to another person', async () => {
    const { email, session } = await newMember()
    const subject = subjectOf(email)
    await rows('update external_identities set subject = $1 where member_id = $2', 'the first owner', session.angelId)
    expect((await openVisitor(testServer).enter({ email })).body).toMatchObject({
      status: 409,
      code: 'google_other_account',
    })
    await rows('update external_identities set subject = $1 where member_id = $2', subject, session.angelId)
  })
})

describe('the account linked to a profile', () => {
  it('is linked by a member who has just signed in, whatever its address, and can be unlinked', async () => {
    const member = await testServer.member({ form: { email: address() } })
    const { token } = member
    expect((await testServer.call(googlePath, { token })).body).toEqual({ linked: null, otherSignInMethod: true })
    const elsewhere = address('elsewhere')
    const visitor = openVisitor(testServer)
    expect((await visitor.enter({ email: elsewhere, verified: false }, { link: true }, token)).body).toEqual({
      result: true,
      linked: true,
      next: '/settings/security',
    })
    expect((await testServer.call(googlePath, { token })).body).toEqual({
      linked: { email: elsewhere, since: expect.any(String) },
      otherSignInMethod: true,
    })
    expect((await openVisitor(testServer).enter({ email: elsewhere, verified: false })).body).toMatchObject({
      login: true,
      angelId: member.session.angelId,
    })
    expect((await visitor.call(`${googlePath}/start`, { body: { link: true }, token })).body).toMatchObject({
      status: 409,
      code: 'google_linked',
    })

    // It cannot be linked to a second member.
    const other = await testServer.member({ form: { email: address() } })
    expect((await openVisitor(testServer).enter({ email: elsewhere }, { link: true }, other.token)).body).toMatchObject(
      {
        status: 409,
        code: 'google_taken',
      },
    )

    expect((await testServer.call(googlePath, { method: 'DELETE', token })).body).toEqual({ result: 'OK' })
    expect((await testServer.call(googlePath, { token })).body.linked).toBeNull()
    // Repeating it changes nothing and notifies no one.
    expect((await testServer.call(googlePath, { method: 'DELETE', token })).body).toEqual({ result: 'OK' })
    expect((await mailsTo(member.session.angelId)).filter((kind) => kind.startsWith('google'))).toEqual([
      'google-linked',
      'google-unlinked',
    ])
    expect((await openVisitor(testServer).enter({ email: elsewhere, verified: false })).body.code).toBe(
      'google_unverified',
    )
  })

  it('stays while there is no other sign-in method', async () => {
    const { visitor } = await newMember()
    expect((await visitor.call(googlePath)).body).toMatchObject({ otherSignInMethod: false })
    expect((await visitor.call(googlePath, { method: 'DELETE' })).body).toMatchObject({
      status: 409,
      code: 'last_sign_in_method',
    })
    expect((await visitor.call(googlePath)).body.linked).not.toBeNull()
  })

  it('may be unlinked where there is a passkey too; shows when it was linked and last used', async () => {
    const { visitor, email, session } = await newMember()
    const link = async () => (await visitor.call(googlePath)).body
    expect(await link()).toEqual({ linked: { email, since: now.toISOString() }, otherSignInMethod: false })
    const used = () =>
      rows('select linked_at, last_used_at from external_identities where member_id = $1', session.angelId)
    const linkedAt = now
    now = new Date(now.getTime() + 1000)
    await openVisitor(testServer).enter({ email })
    expect(await used()).toEqual([{ linked_at: linkedAt, last_used_at: now }])
    await testServer.database.db
      .insertInto('passkeys')
      .values({
        brand_id: 'local',
        id: crypto.randomUUID(),
        member_id: session.angelId,
        credential_id: Buffer.from(session.angelId),
        public_key: Buffer.from('key'),
        counter: 0,
        transports: [],
        aaguid: crypto.randomUUID(),
        name: '',
        backed_up: false,
        created_at: now,
      })
      .execute()
    expect((await link()).otherSignInMethod).toBe(true)
    const [other] = await rows(
      'select count(*)::int as n from external_identities where member_id <> $1',
      session.angelId,
    )
    expect((await visitor.call(googlePath, { method: 'DELETE' })).status).toBe(200)
    expect(await rows('select count(*)::int as n from external_identities')).toEqual([other])
  })

  it('requires the password once the session is not fresh', async () => {
    const member = await testServer.member({ form: { email: address() } })
    const before = now
    now = new Date(now.getTime() + 11 * 60_000)
    const visitor = openVisitor(testServer)
    const start = (body: object) =>
      visitor.call(`${googlePath}/start`, { body: { link: true, ...body }, token: member.token })
    expect((await start({})).body).toMatchObject({ status: 403, code: 'password_needed' })
    expect((await start({ password: 'not this one' })).body).toMatchObject({ status: 403, code: 'password_errata' })
    expect((await start({ password: member.password })).status).toBe(200)
    now = before
  })
})

it('more sign-ins than an office has people may be started in one network, and nothing is stored of them', async () => {
  const counters = () => rows('select bucket, hits from limit_counters order by bucket')
  const before = await counters()
  const begin = async () => (await openVisitor(testServer).call(`${googlePath}/start`, { body: {} })).status
  const statuses = new Set<number>()
  for (let n = 0; n < 320; n += 1) statuses.add(await begin())
  expect([[...statuses], await counters()]).toEqual([[200], before])
})
