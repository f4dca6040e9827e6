import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { linkEnds, linkIsValid, makeLinkToken, useLinkToken } from '#modules/identity/links/tokens.ts'
import { sweepHeld } from './addresses.ts'
import { pendingEmail } from './change-email.ts'
import type { AccountDeps } from './deps.ts'
import { renewMailedLink } from './renew-mailed-link.ts'
import { mailsTo, tokenTo } from './testing/mail.ts'

const day = 86_400_000
const time = { offsetMs: 0 }
const signupsPerIp = 1000
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(Date.now() + time.offsetMs), signupsPerIp })
}, 60_000)
afterAll(() => testServer.close())

let n = 0
const address = (name = 'new'): string => `${name}${(n += 1)}@person.example.com`
const ask = (member: TestMember, newEmail: string, change: object = {}) =>
  testServer.call('/api/users/changeEmail', {
    token: member.token,
    body: { oldEmail: member.email, newEmail, password: member.password, ...change },
  })
const confirm = (token: string, host?: string) =>
  testServer.call('/api/users/confirmNewEmail', { body: { token }, ...(host ? { host } : {}) })
const undo = (token: string, host?: string) =>
  testServer.call('/api/users/undoEmailChange', { body: { token }, ...(host ? { host } : {}) })
const signIn = (email: string, password: string) =>
  testServer.call('/api/users/authenticate', { body: { email, password }, headers: { 'x-session': 'bearer' } })
const account = async (member: TestMember) =>
  (await testServer.call('/api/users/account', { token: member.token })).body
const emailOf = async (member: TestMember) =>
  (
    await testServer.database.db
      .selectFrom('members')
      .select('email')
      .where('id', '=', member.session.angelId)
      .executeTakeFirstOrThrow()
  ).email
const register = async (email: string, host = 'localhost') =>
  testServer.call('/api/users/register', {
    host,
    body: {
      utente: await testServer.encrypt({
        email,
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
      }),
    },
  })

/** Requests and confirms a change; returns the token that undoes it. */
async function change(member: TestMember, from: string, to: string): Promise<string> {
  expect(
    (
      await testServer.call('/api/users/changeEmail', {
        token: member.token,
        body: { oldEmail: from, newEmail: to, password: member.password },
      })
    ).body,
  ).toMatchObject({ user: { email: to, pending: true } })
  expect((await confirm(await tokenTo(testServer, to, '/confirmNewEmail'))).body).toEqual({
    result: 'OK',
    user: { email: to },
  })
  return tokenTo(testServer, from, '/undoEmailChange')
}

describe('a confirmed address', () => {
  it('changes once the new one is confirmed, and not before', async () => {
    const member = await testServer.member()
    const to = address()
    expect((await ask(member, to)).body).toEqual({
      result: 'OK',
      user: { email: to, valid_email: true, pending: true },
    })
    expect(await account(member)).toEqual({
      email: member.email,
      pendingEmail: to,
      reauthentication: 'password',
      fresh: true,
    })
    const token = await tokenTo(testServer, to, '/confirmNewEmail')
    expect((await signIn(to, member.password)).status).toBe(401)
    expect((await confirm(token, 'battito.localhost')).status).toBe(401)
    expect((await undo(token)).status).toBe(401)
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    expect(await account(member)).toMatchObject({ email: to, pendingEmail: null })
    expect((await signIn(member.email, member.password)).status).toBe(401)
    expect((await signIn(to, member.password)).status).toBe(200)
    await tokenTo(testServer, member.email, '/undoEmailChange')
    const mails = await mailsTo(testServer, member.email)
    expect(mails.find(({ links }) => links.some((link) => link.includes('/undoEmailChange')))?.text).toContain(
      'n•••@person.example.com',
    )
  })

  it('needs the password, or without one a session of the last ten minutes', async () => {
    const member = await testServer.member()
    expect((await ask(member, address(), { password: undefined })).body).toMatchObject({
      status: 403,
      code: 'password_needed',
      field: 'password',
    })
    expect((await ask(member, address(), { password: 'not this one' })).body).toMatchObject({
      status: 403,
      code: 'password_errata',
      field: 'password',
    })
    await testServer.database.db
      .updateTable('members')
      .set({ password_hash: null })
      .where('id', '=', member.session.angelId)
      .execute()
    expect(await account(member)).toMatchObject({ reauthentication: 'session', fresh: true })
    expect((await ask(member, address())).status).toBe(200)
    time.offsetMs = 11 * 60_000
    expect(await account(member)).toMatchObject({ fresh: false })
    expect((await ask(member, address())).body.code).toBe('sign_in_again')
    time.offsetMs = 0
  })

  it('refuses the same, an invalid and a taken address; beyond the limit the reply reveals nothing', async () => {
    const [member, other] = [await testServer.member(), await testServer.member()]
    expect((await ask(member, member.email.toUpperCase())).body).toMatchObject({
      code: 'errore_stessa_mail',
      field: 'newEmail',
    })
    expect((await ask(member, 'two..dots@person.example.com')).body.code).toBe('errore_email')
    expect((await ask(member, 'somebody@mailinator.com')).body.code).toBe('errore_email')
    expect((await ask(member, other.email, { password: 'wrong' })).body.code).toBe('password_errata')
    expect((await ask(member, other.email)).body).toMatchObject({
      status: 409,
      code: 'mail_esistente',
      field: 'newEmail',
    })
    expect((await ask(member, address(), { oldEmail: other.email })).status).toBe(401)
    for (let tries = 0; tries < 3; tries += 1) await ask(member, other.email)
    expect((await ask(member, other.email)).status).toBe(429)
    expect((await ask(member, address())).status).toBe(429)
    expect(await emailOf(member)).toBe(member.email)
    expect(await mailsTo(testServer, other.email)).not.toContainEqual(
      expect.objectContaining({ links: expect.arrayContaining([expect.stringContaining('/confirmNewEmail')]) }),
    )
  })

  it('can be requested five times an hour by one member', async () => {
    const member = await testServer.member()
    for (let asked = 1; asked <= 5; asked += 1) expect((await ask(member, address())).status).toBe(200)
    expect((await ask(member, address())).status).toBe(429)
  })

  it('can be requested five times an hour for one address, by all members of a brand together', async () => {
    const to = address()
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) statuses.push((await ask(await testServer.member(), to)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const elsewhere = await testServer.member({ host: 'battito.localhost' })
    const { token, email: oldEmail, password } = elsewhere
    const body = { oldEmail, newEmail: to, password }
    expect((await testServer.call('/api/users/changeEmail', { token, body, host: 'battito.localhost' })).status).toBe(
      200,
    )
  })

  it('is shown as pending until its link expires or is used', async () => {
    const member = await testServer.member()
    const { db } = testServer.database
    const at = new Date('2030-01-01T00:00:00Z')
    const waitsAt = (ms: number) =>
      pendingEmail(
        { db, clock: () => new Date(linkEnds('change_email', at).getTime() + ms) } as unknown as AccountDeps,
        member.session.angelId,
      )
    const memberId = member.session.angelId
    const link = { brandId: 'local', memberId, at }
    const token = await makeLinkToken(db, { ...link, purpose: 'change_email', email: 'waits@person.example.com' })
    await makeLinkToken(db, { ...link, purpose: 'autologin', email: 'another@person.example.com' })
    expect([await waitsAt(-1), await waitsAt(0)]).toEqual(['waits@person.example.com', null])
    await useLinkToken(db, { token, purpose: 'change_email', brandId: 'local', at })
    expect(await waitsAt(-1)).toBeNull()
  })

  it('takes a proof of work after twenty in an hour from one network, by all members together', async () => {
    const [one, other] = [await testServer.member(), await testServer.member()]
    const { pool } = testServer.database
    const { rows } = await pool.query(
      `update limit_counters set hits = $1 where bucket like 'change email ip %' returning bucket`,
      [signupsPerIp - 1],
    )
    // Two counters if the eleven minutes of an earlier test crossed the hour.
    expect(rows).not.toEqual([])
    const answers = [await ask(one, address()), await ask(other, address())]
    const altcha = await testServer.solve()
    const newEmail = address()
    answers.push(
      await testServer.call('/api/users/changeEmail', {
        body: { oldEmail: other.email, newEmail, password: other.password, altcha },
        token: other.token,
      }),
    )
    await pool.query(`delete from limit_counters where bucket like 'change email ip %'`)
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 200])
  })

  it('has one pending change: the last one requested', async () => {
    const member = await testServer.member()
    const [first, second] = [address(), address()]
    const { db } = testServer.database
    const another = { purpose: 'reset_password', brandId: 'local', memberId: member.session.angelId } as const
    const reset = await makeLinkToken(db, { ...another, email: member.email, at: new Date() })
    await ask(member, first)
    // Links for other purposes stay valid.
    expect(await linkIsValid(db, { ...another, token: reset, at: new Date() })).toBe(true)
    const old = await tokenTo(testServer, first, '/confirmNewEmail')
    await ask(member, second)
    expect((await confirm(old)).status).toBe(401)
    const token = await tokenTo(testServer, second, '/confirmNewEmail')
    time.offsetMs = day + 60_000
    expect((await confirm(token)).status).toBe(401)
    time.offsetMs = 0
    const both = [address(), address()]
    await Promise.all(both.map((to) => ask(member, to)))
    const tokens = await Promise.all(both.map((to) => tokenTo(testServer, to, '/confirmNewEmail')))
    const answers = await Promise.all(tokens.map((one) => confirm(one)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('stays when the new address has been taken meanwhile', async () => {
    const member = await testServer.member()
    const to = address()
    await ask(member, to)
    const token = await tokenTo(testServer, to, '/confirmNewEmail')
    await testServer.member({ form: { email: to }, confirmed: false })
    expect((await confirm(token)).body).toMatchObject({ status: 409, code: 'mail_esistente' })
    expect(await emailOf(member)).toBe(member.email)
    expect((await signIn(member.email, member.password)).status).toBe(200)
  })
})

describe('the link to the old address', () => {
  it('restores the account: address, sessions, password, and a link for a new one', async () => {
    const member = await testServer.member()
    const to = address()
    const token = await change(member, member.email, to)
    const thief = (await signIn(to, member.password)).body.token
    const socket = await member.connect()
    const closed = new Promise((resolve) => socket.raw.once('disconnect', resolve))
    expect((await undo(token, 'battito.localhost')).status).toBe(401)
    const answers = await Promise.all(Array.from({ length: 4 }, () => undo(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    await closed
    expect(await emailOf(member)).toBe(member.email)
    for (const stolen of [thief, member.token])
      expect((await testServer.call('/api/users/account', { token: stolen })).status).toBe(401)
    for (const email of [to, member.email]) expect((await signIn(email, member.password)).status).toBe(401)
    const reset = await tokenTo(testServer, member.email, '/resetPassword')
    expect(
      (
        await testServer.call('/api/users/changePassword', {
          body: { token: reset, password: 'una parola tutta nuova' },
        })
      ).status,
    ).toBe(200)
    expect((await signIn(member.email, 'una parola tutta nuova')).status).toBe(200)
    expect((await register(to)).status).toBe(200)
  })

  it('works for seven days, during which the old address stays reserved', async () => {
    const [member, other] = [await testServer.member(), await testServer.member()]
    const token = await change(member, member.email, address())
    expect((await register(member.email)).body.code).toBe('1000')
    expect((await ask(other, member.email)).body.code).toBe('mail_esistente')
    expect((await register(member.email, 'battito.localhost')).status).toBe(200)
    time.offsetMs = 7 * day + 60_000
    expect((await undo(token)).status).toBe(401)
    expect((await register(member.email)).status).toBe(200)
    time.offsetMs = 0
  })

  it('works for seven days from when its mail leaves, and the old address stays reserved as long', async () => {
    const member = await testServer.member()
    const { db } = testServer.database
    const token = await change(member, member.email, address())
    // The relay was out for two days.
    time.offsetMs = 2 * day
    expect(await renewMailedLink(db, token, new Date(Date.now() + time.offsetMs))).toBe(true)
    time.offsetMs = 8 * day
    expect((await register(member.email)).body.code).toBe('1000')
    await sweepHeld(db, new Date(Date.now() + time.offsetMs))
    expect((await register(member.email)).body.code).toBe('1000')
    expect((await undo(token)).status).toBe(200)
    expect(await emailOf(member)).toBe(member.email)
    time.offsetMs = 0
  })

  it('also undoes a further change, and invalidates the later link', async () => {
    const member = await testServer.member()
    const [second, third] = [address('second'), address('third')]
    const toFirst = await change(member, member.email, second)
    const toSecond = await change(member, second, third)
    expect((await undo(toFirst)).status).toBe(200)
    expect(await emailOf(member)).toBe(member.email)
    // The second address belongs to the attacker, who set it from the hijacked account.
    expect((await undo(toSecond)).status).toBe(401)
    expect((await register(second)).status).toBe(200)
  })

  it('undoes several changes step by step', async () => {
    const member = await testServer.member()
    const [second, third] = [address('second'), address('third')]
    const toFirst = await change(member, member.email, second)
    const toSecond = await change(member, second, third)
    expect((await undo(toSecond)).body.user.email).toBe(second)
    // The first address stays theirs, and the third is free again.
    expect((await register(member.email)).body.code).toBe('1000')
    expect((await register(third)).status).toBe(200)
    expect((await undo(toFirst)).body.user.email).toBe(member.email)
    expect(await emailOf(member)).toBe(member.email)
  })

  it('may lead to the address that the member currently has, which stays theirs', async () => {
    const member = await testServer.member()
    const second = address('second')
    const toFirst = await change(member, member.email, second)
    await change(member, second, member.email)
    expect((await undo(toFirst)).body.user.email).toBe(member.email)
    expect((await register(member.email)).body.code).toBe('1000')
  })

  it('opens no account that is suspended, nor does the link to a new one change its address', async () => {
    const member = await testServer.member()
    const [second, third] = [address('second'), address('third')]
    const token = await change(member, member.email, second)
    await ask({ ...member, email: second }, third)
    const waiting = await tokenTo(testServer, third, '/confirmNewEmail')
    const { db } = testServer.database
    const row = db.selectFrom('members').select(['email', 'state']).where('id', '=', member.session.angelId)
    await db.updateTable('members').set({ state: 'suspended' }).where('id', '=', member.session.angelId).execute()
    expect(await confirm(waiting)).toMatchObject({ status: 401, body: { code: 'token_expired' } })
    expect(await row.execute()).toEqual([{ email: second, state: 'suspended' }])
    expect(await undo(token)).toMatchObject({
      status: 200,
      body: { user: { email: member.email }, closed: 'suspended' },
    })
    expect(await row.execute()).toEqual([{ email: member.email, state: 'suspended' }])
    // The links of earlier mails are no more: this one leads to the reasons.
    const links = db.selectFrom('one_time_tokens').select('purpose').where('member_id', '=', member.session.angelId)
    expect(await links.execute()).toEqual([{ purpose: 'read_cases' }])
    const cases = await tokenTo(testServer, member.email, '/cases')
    expect((await testServer.call(`/api/cases?token=${cases}`)).status).toBe(200)
  })

  it('cancels the deletion of a member who was suspended since, who reads why', async () => {
    const member = await testServer.member()
    const token = await change(member, member.email, address())
    const { db } = testServer.database
    await db
      .updateTable('members')
      .set({ state: 'deleting', deletion_due_at: new Date(Date.now() + 30 * day) })
      .where('id', '=', member.session.angelId)
      .execute()
    await testServer.database.pool.query(
      `insert into restrictions (brand_id, id, member_id, kind, from_at, ground, clause, facts, content_type,
         automated_detection, automated_decision, territory, source, made_by)
       values ('local', gen_random_uuid(), $1, 'suspension', now(), 'terms', 'harassment', 'a', 'account', false, false, 'IT',
         'member', 'staff:1')`,
      [member.session.angelId],
    )
    expect((await undo(token)).body.closed).toBe('suspended')
    const cases = await tokenTo(testServer, member.email, '/cases')
    expect((await testServer.call(`/api/cases?token=${cases}`)).body.restrictions).toMatchObject([
      { kind: 'suspension' },
    ])
  })

  it('opens no account that was deactivated, and says how it is opened', async () => {
    const member = await testServer.member()
    const token = await change(member, member.email, address())
    const body = { clickid: member.session.clickid }
    expect((await testServer.call('/api/users/disableProfile', { token: member.token, body })).status).toBe(200)
    expect((await undo(token)).body.closed).toBe('deactivated')
    const { rows } = await testServer.database.pool.query(
      'select kind, to_address from emails where member_id = $1 order by created_at desc, id desc limit 1',
      [member.session.angelId],
    )
    expect(rows).toEqual([{ kind: 'email-change-undone', to_address: member.email }])
  })

  it('cancels a deletion that the attacker requested, and removes their passkeys', async () => {
    const member = await testServer.member()
    const token = await change(member, member.email, address())
    await testServer.database.db
      .insertInto('passkeys')
      .values({
        brand_id: 'local',
        id: crypto.randomUUID(),
        member_id: member.session.angelId,
        credential_id: Buffer.from('theirs'),
        public_key: Buffer.from('key'),
        counter: 0,
        transports: [],
        aaguid: '00000000-0000-0000-0000-000000000000',
        name: 'x',
        backed_up: false,
        created_at: new Date(),
        last_used_at: null,
      })
      .execute()
    expect(
      (
        await testServer.call('/api/users/deletion', {
          token: member.token,
          body: { clickid: member.session.clickid, password: member.password },
        })
      ).status,
    ).toBe(200)
    expect((await undo(token)).status).toBe(200)
    expect(
      await testServer.database.db
        .selectFrom('members')
        .select(['state', 'deletion_due_at', 'password_hash'])
        .where('id', '=', member.session.angelId)
        .executeTakeFirst(),
    ).toEqual({ state: 'active', deletion_due_at: null, password_hash: null })
    // Listed again, and able to sign in.
    const { rows } = await testServer.database.pool.query(
      `select (select count(*)::int from discovery_entries where member_id = $1) as listed,
        array(select purpose from one_time_tokens where member_id = $1) as links`,
      [member.session.angelId],
    )
    expect(rows).toEqual([{ listed: 1, links: ['reset_password'] }])
    const changes = await testServer.database.db
      .selectFrom('account_changes')
      .select(['change', 'made_by', 'reason'])
      .where('member_id', '=', member.session.angelId)
      .orderBy('id')
      .execute()
    const made_by = 'member'
    expect(changes).toEqual([
      { change: 'email_changed', made_by, reason: 'asked by the member, confirmed by the link' },
      { change: 'deletion_asked', made_by, reason: expect.any(String) },
      { change: 'email_change_undone', made_by, reason: 'by the link sent to the old address' },
      { change: 'deletion_called_off', made_by, reason: 'asked after a change of email that was undone' },
    ])
    expect(
      await testServer.database.db
        .selectFrom('passkeys')
        .select('id')
        .where('member_id', '=', member.session.angelId)
        .execute(),
    ).toEqual([])
    await tokenTo(testServer, member.email, '/resetPassword')
  })
})

describe('an address that is not confirmed', () => {
  it('is replaced immediately, but not by a reserved address', async () => {
    const taken = await testServer.member()
    await change(taken, taken.email, address())
    const member = await testServer.member({ confirmed: false })
    expect((await ask(member, taken.email, { password: undefined })).body.code).toBe('mail_esistente')
    const to = address()
    expect((await ask(member, to, { password: undefined })).body).toMatchObject({ user: { email: to, pending: false } })
    expect(await emailOf(member)).toBe(to)
    await tokenTo(testServer, to, '/confirmEmail')
    expect((await register(member.email)).status).toBe(200)
  })
})
