import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import type { Flow } from '#modules/flows/index.ts'
import { messageCost } from '#modules/members/index.ts'
import { createSessions } from './sessions/sessions.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const form = (change: object = {}) => ({
  email: `form${Math.random().toString(36).slice(2)}@person.example.com`,
  password: 'tre parole a caso',
  age: 30,
  geo: 'Lazio',
  sono: 'uomo',
  cerco: 'donna',
  terms1: true,
  terms2: true,
  terms3: true,
  terms4: true,
  country: 'IT',
  ...change,
})
const register = async (payload: object, altcha?: string) =>
  testServer.call('/api/users/register', {
    body: { utente: await testServer.encrypt(payload), ...(altcha === undefined ? {} : { altcha }) },
  })

describe('registration', () => {
  it('signs in, sends a confirmation link, and makes the member findable once confirmed', async () => {
    const member = await testServer.registeredMember({ confirmed: false })
    expect(member.session).toMatchObject({
      confirmed_email: false,
      premiumLevel: 0,
      creditiIcebreaker: 5,
      creditiMessaggi: 3,
      flusso: { optin: 'doi' },
    })
    expect(
      await testServer.database.db
        .selectFrom('discovery_entries')
        .select('member_id')
        .where('member_id', '=', member.session.angelId)
        .execute(),
    ).toEqual([])
    const mail = await testServer.mailTo(member.email)
    const token = new URL(mail.links.find((link) => link.includes('/confirmEmail')) ?? '').searchParams.get('token')
    expect((await testServer.call('/api/users/confirmEmail', { body: { token } })).body).toMatchObject({
      result: true,
      confirmed_email: true,
    })
    expect((await testServer.call('/api/users/confirmEmail', { body: { token } })).status).toBe(401)
    expect(
      await testServer.database.db
        .selectFrom('discovery_entries')
        .select(['asks_age_from', 'asks_age_to'])
        .where('member_id', '=', member.session.angelId)
        .execute(),
    ).toEqual([{ asks_age_from: 18, asks_age_to: 98 }])
  })

  it('suggests people of about the same age, until the member changes the filter', async () => {
    const { token, session } = await testServer.registeredMember({ form: { age: 24 } })
    const list = async (by = session, own = token) =>
      (await testServer.call('/dispenser/match', { body: { trackerId: by.clickid }, token: own })).body
    expect(await list()).toMatchObject({ filters: { age: { from: 18, to: 32 } }, isSuggested: true })
    await testServer.call('/dispenser/filters', {
      method: 'PUT',
      body: { trackerId: session.clickid, filters: {} },
      token,
    })
    expect(await list()).toMatchObject({ filters: {}, isSuggested: false })
    const older = await testServer.registeredMember({ form: { age: 95 } })
    expect(await list(older.session, older.token)).toMatchObject({ filters: { age: { from: 87, to: 98 } } })
  })

  it('reports what is missing in the order of the form', async () => {
    const order = [
      [{}, 'errore_email'],
      [{ email: 'a@b' }, 'errore_email'],
      [{ email: 'a@b.it' }, 'errore_password'],
      [{ email: 'a@b.it', password: 'password' }, 'errore_password'],
      [{ email: 'a@b.it', password: 'tre parole a caso' }, 'eta'],
      [{ email: 'a@b.it', password: 'tre parole a caso', age: 17 }, 'eta'],
      [{ email: 'a@b.it', password: 'tre parole a caso', age: 18 }, 'errore_citta'],
      [{ email: 'a@b.it', password: 'tre parole a caso', age: 18, region: 'Lazio' }, 'errore_sono'],
      [{ email: 'a@b.it', password: 'tre parole a caso', age: 18, region: 'Lazio', sono: 2 }, 'errore_cerco'],
      [
        {
          email: 'a@b.it',
          password: 'tre parole a caso',
          age: 18,
          region: 'Lazio',
          sono: 2,
          cerco: 1,
          terms1: true,
          terms2: true,
          terms3: true,
        },
        'errore_terms',
      ],
    ] as const
    for (const [payload, code] of order) {
      const { status, body } = await register(payload)
      expect([status, body.code]).toEqual([400, code])
      expect(body.message.endsWith(`-${code}`)).toBe(true)
    }
  })

  it('answers with the codes of the catalogue', async () => {
    expect((await register(form({ email: 'two..dots@person.example.com' }))).body.code).toBe('1004')
    expect((await register(form({ email: 'somebody@mailinator.com' }))).body.code).toBe('1005')
    const known = await testServer.registeredMember({ form: { fingerprint: 'this device' } })
    expect((await register(form({ email: known.email, password: 'another one here' }))).body).toMatchObject({
      status: 409,
      code: '1000',
    })
    expect(
      (await register(form({ email: known.email, password: 'another one here', fingerprint: 'this device' }))).body
        .code,
    ).toBe('challenge_required')
    const solved = await testServer.solve()
    expect(
      (await register(form({ email: known.email, password: 'another one here', fingerprint: 'this device' }), solved))
        .body.code,
    ).toBe('1003')
    expect((await register(form({ email: known.email, password: 'another one here' }), solved)).body.code).toBe(
      'challenge_required',
    )
    const open = await testServer.registeredMember({ confirmed: false })
    expect((await register(form({ email: open.email, password: 'another one here' }))).body.code).toBe('1009')
    const again = await testServer.registeredMember({})
    expect((await register(form({ email: again.email.toUpperCase(), password: again.password }))).body).toMatchObject({
      result: true,
      clickid: again.session.clickid,
    })
  })

  it('requires a proof of work and then stops when one address is tried repeatedly', async () => {
    const { email } = await testServer.registeredMember({})
    const codes: string[] = []
    for (let n = 0; n < 5; n += 1)
      codes.push((await register(form({ email, password: `wrong password ${n}` }))).body.code)
    expect(codes).toEqual(['1000', 'challenge_required', 'challenge_required', 'challenge_required', '1007'])
  })

  it('refuses what is not a JWE to one of our keys, and changes nothing', async () => {
    const before = await testServer.database.db
      .selectFrom('members')
      .select((s) => s.fn.countAll().as('n'))
      .executeTakeFirst()
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}..${Buffer.from('{}').toString('base64url')}.`
    for (const utente of [
      'x'.repeat(40),
      none,
      (await testServer.encrypt(form())).replace(/.$/, 'A').replace(/\.[^.]{4}/, '.AAAA'),
    ]) {
      expect((await testServer.call('/api/users/register', { body: { utente } })).status).toBe(400)
    }
    expect((await register({ ...form(), admin: true })).body.code).toBe('invalid')
    expect((await register([])).status).toBe(400)
    expect(
      await testServer.database.db
        .selectFrom('members')
        .select((s) => s.fn.countAll().as('n'))
        .executeTakeFirst(),
    ).toEqual(before)
  })
})

describe('the own profile', () => {
  it('changes, and so does the home: twice in 30 days, at any level', async () => {
    const member = await testServer.member()
    const change = (body: object) =>
      testServer.call(`/api/users/${member.session.clickid}`, { method: 'PUT', body, token: member.token })
    expect((await change({ username: 'Un altro nome', city: 'Roma', region: 'Lazio' })).body.user).toMatchObject({
      screenName: 'Un altro nome',
      city: 'Roma',
    })
    const moved = { region: 'Lombardia', city: 'Milano' }
    expect((await change(moved)).body.user).toMatchObject({ ...moved, searchRegion: 'Lombardia', searchCity: 'Milano' })
    // The same place again does not count as a change.
    expect((await change(moved)).status).toBe(200)
    expect((await change({ username: 'Nome', region: 'Toscana' })).body).toMatchObject({
      status: 403,
      code: 'home_changed_often',
    })
    expect((await change({})).body.user).toMatchObject({ ...moved, screenName: 'Un altro nome' })
    const old = new Date(Date.now() - 30 * 86_400_000)
    await testServer.database.db
      .updateTable('members')
      .set({ home_changes: [old, new Date()] })
      .where('id', '=', member.session.angelId)
      .execute()
    const answers = await Promise.all([change({ region: 'Toscana' }), change({ region: 'Umbria' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect((await change({ region: 'Atlantide' })).body.code).toBe('errore_citta')
  })
})

describe('a browser’s view of its own member', () => {
  it('has the stored card until it is removed, the gift until it was shown, and the photos not yet refused', async () => {
    const member = await testServer.member()
    const { pool } = testServer.database
    const id = member.session.angelId
    const view = async () => (await testServer.call('/api/users/verify', { body: {}, token: member.token })).body
    const photo = async (position: number, state: string, removed = false) =>
      (
        await pool.query<{ id: string }>(
          `insert into member_photos (member_id, id, storage_key, state, position, created_at, removed_at)
           values ($1, gen_random_uuid(), 'x', $2, $3, now(), $4) returning id`,
          [id, state, position, removed ? new Date() : null],
        )
      ).rows[0]?.id
    const [last, first] = [await photo(3, 'pending'), await photo(1, 'approved')]
    await photo(2, 'refused')
    await photo(2, 'approved', true)
    await pool.query(
      `insert into card_tokens (member_id, id, connection, token, created_at) values ($1, gen_random_uuid(), 'adyen', 'x', now())`,
      [id],
    )
    const { imageName, ...shown } = await view()
    expect(imageName.map(({ name }: { name: string }) => name)).toEqual([first, last])
    expect(shown).toMatchObject({ actonfile: true, regalo_messaggi: 5 })
    await pool.query('update card_tokens set removed_at = now() where member_id = $1', [id])
    await pool.query('update members set welcome_gift_shown_at = now() where id = $1', [id])
    expect(await view()).toMatchObject({ actonfile: false, regalo_messaggi: 0 })
  })

  it.each([
    ['a free member', 0, 'man', 1],
    ['one who pays with credits', 1, 'man', 10],
    ['one of the top tier', 2, 'man', 0],
    ['one whom writing costs nothing', 0, 'woman', 0],
  ] as const)('is what a message costs %s', (_, level, gender, cost) =>
    expect(
      messageCost({ messageCost: 10, freeWritingFor: ['woman'] as const } as unknown as Flow, {
        level,
        gender,
        listedInBoth: false,
      }),
    ).toBe(cost),
  )
})

describe('sessions', () => {
  it('live in a __Host- cookie that JavaScript cannot read', async () => {
    const { email, password } = await testServer.member()
    const { headers, body } = await testServer.call('/api/users/authenticate', {
      body: { email, password },
      headers: { origin: testServer.url },
    })
    const cookie = headers.getSetCookie().find((one) => one.startsWith('__Host-session=')) ?? ''
    expect(cookie).toMatch(
      /^__Host-session=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(body.token).toBeUndefined()
    const sent = { cookie: cookie.split(';')[0] ?? '' }
    expect(
      (await testServer.call('/api/users/verify', { body: {}, headers: { ...sent, origin: testServer.url } })).body
        .verify,
    ).toBe(1)
    expect((await testServer.call('/api/block', { headers: sent })).status).toBe(200)
    expect((await testServer.call('/api/users/resendConfirmation', { body: {}, headers: sent })).status).toBe(403)
    expect(
      (
        await testServer.call('/api/users/resendConfirmation', {
          body: {},
          headers: { ...sent, origin: 'https://evil.example' },
        })
      ).status,
    ).toBe(403)
    const out = await testServer.call('/api/users/logout', { body: {}, headers: { ...sent, origin: testServer.url } })
    expect([out.status, out.headers.get('set-cookie')]).toEqual([
      200,
      expect.stringMatching(
        /^__Host-session=; (Max-Age=0; )?Path=\/; (Expires=Thu, 01 Jan 1970 00:00:00 GMT; )?HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    expect((await testServer.call('/api/block', { headers: sent })).status).toBe(401)
  })

  it('reveal nothing about which addresses are known', async () => {
    const { email } = await testServer.member()
    const wrong = await testServer.call('/api/users/authenticate', { body: { email, password: 'not this one' } })
    const unknown = await testServer.call('/api/users/authenticate', {
      body: { email: 'nobody@person.example.com', password: 'not this one' },
    })
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
    expect(wrong.body.code).toBe('mail_password_errati')
    for (const address of [email, 'nobody@person.example.com']) {
      expect((await testServer.call('/api/users/getTokenForReset', { body: { email: address } })).body).toEqual({
        result: 'OK',
        message: 'email_inviata',
      })
    }
  })

  it('belong to one brand, and a disabled account has none', async () => {
    const member = await testServer.member()
    expect((await testServer.call('/api/block', { token: member.token })).status).toBe(200)
    expect((await testServer.call('/api/block', { token: member.token, host: 'battito.localhost' })).status).toBe(401)
    await testServer.database.db
      .updateTable('members')
      .set({ state: 'deactivated' })
      .where('id', '=', member.session.angelId)
      .execute()
    expect((await testServer.call('/api/users/verify', { body: {}, token: member.token })).body).toEqual({
      verify: 0,
      error: 'utente_disabilitato',
    })
    // Changed directly in the database: effective within a second.
    await expect
      .poll(async () => (await testServer.call('/api/block', { token: member.token })).status, { timeout: 3000 })
      .toBe(401)
    expect(
      (await testServer.call('/api/users/authenticate', { body: { email: member.email, password: member.password } }))
        .body.code,
    ).toBe('utente_disabilitato')
  })

  it('all end with a password reset, whose link works once', async () => {
    const member = await testServer.member()
    const socket = await member.connect()
    await testServer.call('/api/users/getTokenForReset', { body: { email: member.email } })
    const { links } = await testServer.mailTo(member.email, 'Scegli una nuova password')
    const link = links.find((one) => one.includes('/resetPassword'))
    const token = new URL(link ?? '').searchParams.get('token')
    const closed = new Promise((resolve) => socket.raw.once('disconnect', resolve))
    expect(
      (await testServer.call('/api/users/changePassword', { body: { token, password: '12345678' } })).body.code,
    ).toBe('errore_password')
    expect(
      (await testServer.call('/api/users/changePassword', { body: { token, password: 'a new one at last' } })).body.user
        .clickid,
    ).toBe(member.session.clickid)
    await closed
    expect((await testServer.call('/api/block', { token: member.token })).status).toBe(401)
    expect(
      (await testServer.call('/api/users/changePassword', { body: { token, password: 'a newer one at last' } })).body
        .code,
    ).toBe('token_expired')
    expect(
      (
        await testServer.call('/api/users/authenticate', {
          body: { email: member.email, password: 'a new one at last' },
        })
      ).status,
    ).toBe(200)
  })

  it('are listed by last visit, without expired ones; ending one closes its own sockets', async () => {
    const member = await testServer.member()
    const { db, pool } = testServer.database
    const at = new Date()
    const ids: Record<string, string> = {}
    const tokens: Record<string, string> = {}
    for (const [device, seenAgo, left] of [
      ['early', 3000, 60_000],
      ['late', 1000, 60_000],
      ['over', 2000, -1000],
    ] as const) {
      const memberId = member.session.angelId
      const { token, sessionId } = await createSessions(pool, () => new Date()).open(db, {
        memberId,
        brandId: 'local',
        device,
        at,
      })
      ids[device] = sessionId
      tokens[device] = token
      await db
        .updateTable('sessions')
        .set({ last_seen_at: new Date(at.getTime() - seenAgo), expires_at: new Date(at.getTime() + left) })
        .where('id', '=', sessionId)
        .execute()
    }
    await pool.query(
      `update sessions set last_seen_at = now() - interval '1 hour' where member_id = $1 and device = ''`,
      [member.session.angelId],
    )
    const listed = (await testServer.call('/api/users/sessions', { token: member.token })).body
    const own = listed.at(-1)
    expect(listed).toEqual([
      ...(
        [
          ['late', 1000],
          ['early', 3000],
        ] as const
      ).map(([device, seenAgo]) => ({
        id: ids[device],
        current: false,
        createdAt: at.toISOString(),
        lastSeenAt: new Date(at.getTime() - seenAgo).toISOString(),
        device,
      })),
      { id: own.id, current: true, createdAt: own.createdAt, lastSeenAt: own.lastSeenAt, device: '' },
    ])
    const [here, early, late] = [
      await member.connect(),
      await member.connect(undefined, tokens['early']),
      await member.connect(undefined, tokens['late']),
    ]
    const path = `/api/users/sessions/${ids['early']}`
    expect((await testServer.call(path, { method: 'DELETE', token: member.token })).status).toBe(200)
    expect(await early.next('oldSocketRemoved')).toEqual({ reason: 'session_ended' })
    for (const socket of [here, late]) {
      expect(await socket.send('read', { angelId: member.session.angelId, seq: 1 })).toBeDefined()
      expect(socket.received('oldSocketRemoved')).toEqual([])
    }
  })

  it('are limited by network, and no single address is stored', async () => {
    const email = 'limits@person.example.com'
    await testServer.call('/api/users/getTokenForReset', { body: { email } })
    await testServer.call('/api/users/authenticate', { body: { email, password: 'not this one' } })
    const { rows } = await testServer.database.pool.query<{ bucket: string }>(
      `select bucket from limit_counters where bucket like '% ip %' or bucket like 'login wrong %'`,
    )
    expect(rows.map(({ bucket }) => bucket).filter((bucket) => /127\.0\.0\.1|::/.test(bucket))).toEqual([])
    expect(rows.some(({ bucket }) => bucket.startsWith('reset ip '))).toBe(true)
    // Nor is an email address.
    const named = await testServer.database.pool.query(`select from limit_counters where bucket like '%@%'`)
    expect(named.rowCount).toBe(0)
  })

  it('can be listed and ended by their own member only', async () => {
    const member = await testServer.member()
    const other = await testServer.member()
    const { body } = await testServer.call('/api/users/sessions', { token: member.token })
    const current = body.find((session: { current: boolean }) => session.current)
    expect(
      (await testServer.call(`/api/users/sessions/${current.id}`, { method: 'DELETE', token: other.token })).status,
    ).toBe(404)
    expect(
      (await testServer.call(`/api/users/sessions/${current.id}`, { method: 'DELETE', token: member.token })).status,
    ).toBe(200)
    expect((await testServer.call('/api/users/sessions', { token: member.token })).status).toBe(401)
  })
})
