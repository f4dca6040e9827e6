import { decodeRed } from '@incontro/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startTestServer,
  type Answer,
  type CallOptions,
  type TestServer,
  type TestMember,
} from '#test/support/test-server.ts'
import { linkEnds, linkIsValid, linkStands, makeLinkToken, useLinkToken, type LinkPurpose } from './tokens.ts'
import { autologinLink } from './autologin-link.ts'

let testServer: TestServer
let travelled = 0
const clock = () => new Date(Date.now() + travelled)
beforeAll(async () => {
  testServer = await startTestServer({ clock })
}, 60_000)
afterAll(() => testServer.close())

const day = 86_400_000
const later = async <T>(milliseconds: number, work: () => Promise<T>): Promise<T> => {
  travelled = milliseconds
  try {
    return await work()
  } finally {
    travelled = 0
  }
}
const site = { brandId: 'local', origin: 'http://localhost' }
const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? ''
const change = (member: TestMember, set: object) =>
  testServer.database.db.updateTable('members').set(set).where('id', '=', member.session.angelId).execute()
const linkTo = (member: TestMember, target = '/profile') =>
  autologinLink(
    testServer.database.db,
    { clock },
    { site, memberId: member.session.angelId, email: member.email, clickid: member.session.clickid, target },
  )
const tokenFor = (member: TestMember, purpose: LinkPurpose) =>
  makeLinkToken(testServer.database.db, {
    purpose,
    brandId: 'local',
    memberId: member.session.angelId,
    email: member.email,
    at: clock(),
  })
const enter = (token: string, options: CallOptions & { email?: string } = {}): Promise<Answer> =>
  testServer.call('/api/users/autoLogin', {
    body: { token, ...(options.email === undefined ? {} : { email: options.email }) },
    ...options,
  })
const sessionsOf = async (member: TestMember): Promise<number> =>
  Number(
    (
      await testServer.database.db
        .selectFrom('sessions')
        .select((s) => s.fn.countAll().as('n'))
        .where('member_id', '=', member.session.angelId)
        .executeTakeFirstOrThrow()
    ).n,
  )
const mailsOf = (memberId: string, kind: string) =>
  testServer.database.db
    .selectFrom('emails')
    .select(['id', 'to_address', 'locale'])
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .execute()

describe('the welcome email', () => {
  it('is sent once, when the address is first confirmed, and its link opens the profile', async () => {
    const member = await testServer.registeredMember({ confirmed: false })
    expect(await mailsOf(member.session.angelId, 'welcome')).toEqual([])
    const confirm = (await testServer.mailTo(member.email)).links.find((link) => link.includes('/confirmEmail')) ?? ''
    await testServer.call('/api/users/confirmEmail', { body: { token: tokenIn(confirm) } })
    const mail = await testServer.mailTo(member.email, 'Ci sei')
    const link = new URL(mail.links.find((one) => one.includes('/autologin')) ?? '')
    expect(decodeRed(link.searchParams.get('red') ?? '')).toEqual({ target: '/profile' })
    expect(link.searchParams.get('clickid')).toBe(member.session.clickid)
    expect(`${link.search} ${decodeURIComponent(link.search)}`).not.toContain(member.email)
    expect(mail.text).toContain('due righe su di te')
    expect(mail.text).not.toMatch(/unsubscribe/)
    // Later confirmations send no second welcome email.
    await change(member, { email_confirmed_at: null })
    expect((await enter(link.searchParams.get('token') ?? '')).status).toBe(200)
    await testServer.call('/api/users/changePassword', {
      body: { password: 'altre parole a caso', token: await tokenFor(member, 'reset_password') },
    })
    expect(await mailsOf(member.session.angelId, 'welcome')).toHaveLength(1)
  })

  it('is also sent when a reset confirms the address', async () => {
    const member = await testServer.registeredMember({ confirmed: false })
    await testServer.call('/api/users/changePassword', {
      body: { password: 'altre parole a caso', token: await tokenFor(member, 'reset_password') },
    })
    expect(await mailsOf(member.session.angelId, 'welcome')).toMatchObject([{ to_address: member.email, locale: 'it' }])
    const confirmed = await testServer.member()
    await testServer.call('/api/users/changePassword', {
      body: { password: 'altre parole a caso', token: await tokenFor(confirmed, 'reset_password') },
    })
    expect(await mailsOf(confirmed.session.angelId, 'welcome')).toEqual([])
  })
})

describe('a link that signs in', () => {
  it('starts one session, once', async () => {
    const member = await testServer.member()
    const link = await linkTo(member)
    const before = await sessionsOf(member)
    const { status, body, headers } = await enter(tokenIn(link), { headers: { origin: testServer.url } })
    expect([status, body.clickid, body.login]).toEqual([200, member.session.clickid, true])
    expect(headers.get('set-cookie')).toContain('__Host-session=')
    expect(await sessionsOf(member)).toBe(before + 1)
    expect((await enter(tokenIn(link))).body).toMatchObject({ status: 401, code: 'token_expired' })
    expect(await sessionsOf(member)).toBe(before + 1)
  })

  it('is also accepted as bearer, and returns API clients their token', async () => {
    const member = await testServer.member()
    const { body } = await testServer.call('/api/users/autoLogin', {
      body: { email: member.email.toUpperCase() },
      token: tokenIn(await linkTo(member)),
      headers: { 'x-session': 'bearer' },
    })
    expect((await testServer.call('/api/block', { token: body.token })).status).toBe(200)
  })

  it('is used once by two concurrent requests', async () => {
    const member = await testServer.member()
    const token = tokenIn(await linkTo(member))
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 401)])
  })

  it('expires after three days', async () => {
    const member = await testServer.member()
    const token = tokenIn(await linkTo(member))
    expect((await later(3 * day + 1000, () => enter(token))).body.code).toBe('token_expired')
    expect((await later(3 * day - 60_000, () => enter(token))).status).toBe(200)
  })

  it('is refused with another purpose, brand or address, or without a token', async () => {
    const member = await testServer.member()
    for (const purpose of ['confirm_email', 'reset_password', 'undo_email_change', 'keep_account'] as const) {
      expect((await enter(await tokenFor(member, purpose))).status, purpose).toBe(401)
    }
    const token = tokenIn(await linkTo(member))
    expect((await enter(token, { host: 'battito.localhost' })).status).toBe(401)
    expect((await enter(token, { email: 'somebody.else@person.example.com' })).status).toBe(401)
    for (const none of ['', 'x', 'A'.repeat(43), `${token}=`, ` ${token}`]) expect((await enter(none)).status).toBe(401)
    expect((await testServer.call('/api/users/autoLogin', { body: {} })).status).toBe(401)
    expect((await testServer.call('/api/users/autoLogin', { body: { token: 'x'.repeat(600) } })).status).toBe(400)
    expect((await enter(token, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
    // It is limited to its own purpose: it sets no password and confirms nothing.
    expect(
      (await testServer.call('/api/users/changePassword', { body: { password: 'altre parole a caso', token } })).status,
    ).toBe(401)
    expect((await testServer.call('/api/users/confirmEmail', { body: { token } })).status).toBe(401)
    // None of these attempts used it up.
    expect((await enter(token, { email: member.email })).status).toBe(200)
  })

  it('ends when the address changes', async () => {
    const member = await testServer.member()
    const token = tokenIn(await linkTo(member))
    await change(member, { email: 'new.one@person.example.com' })
    expect((await enter(token)).status).toBe(401)
  })

  it('reports a disabled account and starts no session', async () => {
    const member = await testServer.member()
    const token = tokenIn(await linkTo(member))
    await change(member, { state: 'deactivated' })
    const before = await sessionsOf(member)
    const refused = await enter(token, { headers: { origin: testServer.url } })
    expect([refused.status, refused.body.code, refused.headers.get('set-cookie')]).toEqual([
      403,
      'utente_disabilitato',
      null,
    ])
    expect(await sessionsOf(member)).toBe(before)
    await change(member, { state: 'deleting', deletion_due_at: new Date(Date.now() + day) })
    expect((await enter(token)).body).toMatchObject({ status: 403, code: 'deletion_pending' })
    await change(member, { state: 'active', deletion_due_at: null })
    expect((await enter(token)).status).toBe(200)
  })

  it('is resent, once expired, to its own address only', async () => {
    const member = await testServer.member()
    const link = await linkTo(member, '/chats')
    await enter(tokenIn(link))
    const again = (token: string, options: CallOptions = {}) =>
      testServer.call('/api/users/autoLogin/again', {
        body: { token, red: new URL(link).searchParams.get('red') },
        ...options,
      })
    expect((await again(tokenIn(link))).body).toEqual({ result: 'OK' })
    const sentBefore = await mailsOf(member.session.angelId, 'sign-in-link')
    expect(sentBefore).toHaveLength(1)
    const mail = await testServer.mailTo(member.email, 'Il tuo nuovo link')
    const sent = new URL(mail.links.find((one) => one.includes('/autologin')) ?? '')
    expect(decodeRed(sent.searchParams.get('red') ?? '')).toEqual({ target: '/chats' })
    expect((await enter(sent.searchParams.get('token') ?? '')).status).toBe(200)
    // The same reply for no link, another purpose and another brand; limited to three an hour.
    const reset = await tokenFor(member, 'reset_password')
    for (const answer of [
      await again('x'),
      await again(reset),
      await again(tokenIn(link), { host: 'battito.localhost' }),
    ])
      expect([answer.status, answer.body]).toEqual([200, { result: 'OK' }])
    expect(await mailsOf(member.session.angelId, 'sign-in-link')).toEqual(sentBefore)
    for (let n = 0; n < 5; n += 1) await again(tokenIn(link))
    expect(await mailsOf(member.session.angelId, 'sign-in-link')).toHaveLength(3)
    await change(member, { state: 'deactivated' })
    await later(2 * 3_600_000, () => again(tokenIn(link)))
    expect(await mailsOf(member.session.angelId, 'sign-in-link')).toHaveLength(3)
  })
})

describe('a link for a new password', () => {
  const check = (token: string, host?: string): Promise<Answer> =>
    testServer.call('/api/users/changePassword/link', { body: { token }, ...(host === undefined ? {} : { host }) })

  it('is sent five times an hour to an address, and takes a proof of work once a network asked as often as it may register', async () => {
    const member = await testServer.member()
    const ask = async (email = member.email) =>
      (await testServer.call('/api/users/getTokenForReset', { body: { email } })).status
    for (let n = 0; n < 6; n += 1) expect(await ask()).toBe(200)
    // Jobs run in the order they came: when the last one has sent its email, the sixth request would have, too.
    const last = await testServer.member()
    expect(await ask(last.email)).toBe(200)
    await testServer.mailTo(last.email)
    await expect.poll(() => mailsOf(member.session.angelId, 'reset-password')).toHaveLength(5)
    await testServer.database.pool.query(`update limit_counters set hits = $1 where bucket like 'reset ip %'`, [99_999])
    expect([await ask('x1@person.example.com'), await ask('x2@person.example.com')]).toEqual([200, 403])
  })

  it('can be checked without being used up', async () => {
    const member = await testServer.member()
    const token = await tokenFor(member, 'reset_password')
    expect([(await check(token)).status, (await check(token)).status]).toEqual([200, 200])
    expect(
      (await testServer.call('/api/users/changePassword', { body: { password: 'altre parole a caso', token } })).status,
    ).toBe(200)
    expect((await check(token)).body.code).toBe('token_expired')
  })

  it('expires after two hours or with a change of address, and is limited to its brand and purpose', async () => {
    const member = await testServer.member()
    const token = await tokenFor(member, 'reset_password')
    expect((await later(2 * 3_600_000 + 1000, () => check(token))).status).toBe(401)
    expect((await check(token, 'battito.localhost')).status).toBe(401)
    expect((await check(await tokenFor(member, 'autologin'))).status).toBe(401)
    expect((await check('none')).status).toBe(401)
    expect((await check(token)).status).toBe(200)
    await change(member, { email: 'new.two@person.example.com' })
    expect((await check(token)).status).toBe(401)
  })
})

describe('a link that reaches the address', () => {
  const confirmedAt = async (member: TestMember) =>
    (
      await testServer.database.db
        .selectFrom('members')
        .select('email_confirmed_at')
        .where('id', '=', member.session.angelId)
        .executeTakeFirstOrThrow()
    ).email_confirmed_at

  it('keeps the time of the first confirmation', async () => {
    const member = await testServer.member()
    const first = new Date('2026-01-01T00:00:00Z')
    await change(member, { email_confirmed_at: first })
    expect((await enter(tokenIn(await linkTo(member)))).status).toBe(200)
    expect(await confirmedAt(member)).toEqual(first)
  })

  it('closes open browsers of the person who registered with it', async () => {
    const member = await testServer.member({ confirmed: false })
    const socket = await member.connect()
    const token = await tokenFor(member, 'confirm_email')
    expect((await testServer.call('/api/users/confirmEmail', { body: { token } })).status).toBe(200)
    expect(await socket.next('oldSocketRemoved')).toEqual({ reason: 'session_ended' })
    expect(await confirmedAt(member)).not.toBeNull()
  })

  it('that undoes a change of address survives a new password, and no other does', async () => {
    const { db } = testServer.database
    const member = await testServer.member()
    const purposes = ['autologin', 'confirm_email', 'keep_account', 'change_email', 'undo_email_change'] as const
    const tokens = await Promise.all(purposes.map((purpose) => tokenFor(member, purpose)))
    const token = await tokenFor(member, 'reset_password')
    const body = { token, password: 'altre parole a caso' }
    expect((await testServer.call('/api/users/changePassword', { body })).status).toBe(200)
    const left = []
    for (const [at, purpose] of purposes.entries()) if (await linkStands(db, tokens[at] ?? '')) left.push(purpose)
    expect(left).toEqual(['undo_email_change'])
  })
})

describe('the token of a link', () => {
  const at = new Date('2030-01-01T00:00:00Z')
  const make = (member: TestMember, purpose: LinkPurpose, email = member.email) =>
    makeLinkToken(testServer.database.db, { purpose, brandId: 'local', memberId: member.session.angelId, email, at })
  const input = (token: string, purpose: LinkPurpose, ms: number) => ({
    token,
    purpose,
    brandId: 'local',
    at: new Date(linkEnds(purpose, at).getTime() + ms),
  })

  it('is valid until just before its expiry, once', async () => {
    const { db } = testServer.database
    const member = await testServer.member()
    for (const purpose of ['confirm_email', 'reset_password', 'autologin', 'keep_account'] as const) {
      const token = await make(member, purpose)
      expect(await linkIsValid(db, input(token, purpose, 0))).toBe(false)
      expect(await useLinkToken(db, input(token, purpose, 0))).toBeUndefined()
      expect(await linkIsValid(db, input(token, purpose, -1))).toBe(true)
      const used = { memberId: member.session.angelId, email: member.email, madeAt: at }
      expect(await useLinkToken(db, input(token, purpose, -1))).toEqual(used)
      expect(await useLinkToken(db, input(token, purpose, -1))).toBeUndefined()
      expect(await linkIsValid(db, input(token, purpose, -1))).toBe(false)
    }
  })

  it('may go to an address that is not the member’s only for changing it', async () => {
    const { db } = testServer.database
    const member = await testServer.member()
    const counts: Record<string, boolean> = {}
    for (const purpose of [
      'confirm_email',
      'reset_password',
      'autologin',
      'keep_account',
      'change_email',
      'undo_email_change',
    ] as const) {
      const token = await make(member, purpose, 'elsewhere@person.example.com')
      counts[purpose] = (await useLinkToken(db, input(token, purpose, -1))) !== undefined
    }
    expect(Object.keys(counts).filter((purpose) => counts[purpose])).toEqual(['change_email', 'undo_email_change'])
  })

  it('is not resent to an address that was changed since', async () => {
    const member = await testServer.member()
    const token = await make(member, 'autologin', 'before@person.example.com')
    await testServer.call('/api/users/autoLogin/again', { body: { token } })
    expect(await mailsOf(member.session.angelId, 'sign-in-link')).toEqual([])
  })
})

describe('GET /users/{clickid}', () => {
  const user = (member: TestMember, headers: Record<string, string> = {}, id = member.session.clickid) =>
    testServer.call(`/api/users/${id}`, { token: member.token, headers })
  const events = (member: TestMember) =>
    testServer.database.db
      .selectFrom('member_events')
      .select(['kind', 'detail'])
      .where('member_id', '=', member.session.angelId)
      .orderBy('id')
      .execute()

  it('returns the member to themself and records what brought them', async () => {
    const member = await testServer.member()
    expect((await user(member)).body).toMatchObject({ clickid: member.session.clickid, email: member.email })
    expect(await events(member)).toEqual([])
    expect(
      (await user(member, { 'autologin-type': 'email', 'autologin-event': 'welcome', 'remarketing-clickid': 'rm-1' }))
        .status,
    ).toBe(200)
    // Without consent to remarketing the click id is not stored.
    expect(await events(member)).toEqual([{ kind: 'autologin', detail: { type: 'email', event: 'welcome' } }])
    await testServer.database.db
      .insertInto('consents')
      .values({
        member_id: member.session.angelId,
        id: '0199c0de-0000-7000-8000-00000000c0de',
        kind: 'remarketing',
        granted: true,
        text_version: 'x',
        locale: 'it',
        given_at: clock(),
      })
      .execute()
    await user(member, { 'remarketing-clickid': 'rm-1' })
    expect((await events(member)).at(-1)).toEqual({ kind: 'autologin', detail: { remarketingClickid: 'rm-1' } })
  })

  it('stores a remarketing click according to the member’s own latest consent', async () => {
    const [member, other] = [await testServer.member(), await testServer.member()]
    const at = clock()
    const say = (who: TestMember, kind: string, granted: boolean, ms: number, n: number) =>
      testServer.database.db
        .insertInto('consents')
        .values({
          member_id: who.session.angelId,
          id: `0199c0de-0000-7000-8000-00000000000${n}`,
          kind,
          granted,
          text_version: 'x',
          locale: 'it',
          given_at: new Date(at.getTime() + ms),
        })
        .execute()
    const kept = async () => {
      await user(member, { 'remarketing-clickid': 'rm-2' })
      return (await events(member)).length
    }
    await say(other, 'remarketing', true, 0, 1)
    await say(member, 'promotion', true, 5000, 2)
    expect(await kept()).toBe(0)
    await say(member, 'remarketing', false, 1000, 3)
    await say(member, 'remarketing', true, 0, 4)
    expect(await kept()).toBe(0)
    // With equal times, the later row counts.
    await say(member, 'remarketing', true, 1000, 5)
    expect(await kept()).toBe(1)
  })

  it('returns no other member, and refuses malformed headers', async () => {
    const [mine, other] = [await testServer.member(), await testServer.member()]
    expect((await user(mine, {}, other.session.clickid)).status).toBe(404)
    expect((await user(mine, {}, 'nobody')).status).toBe(404)
    expect((await testServer.call(`/api/users/${mine.session.clickid}`)).status).toBe(401)
    for (const headers of [
      { 'autologin-type': 'sms' },
      { 'autologin-event': 'x'.repeat(41) },
      { 'autologin-event': 'a b' },
      { 'remarketing-clickid': '<script>' },
    ]) {
      expect(await user(mine, headers)).toMatchObject({
        status: 400,
        body: { code: 'invalid', field: Object.keys(headers)[0] },
      })
    }
    expect(await events(mine)).toEqual([])
  })
})
