import { routes, type SignupPayload } from '@incontro/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeInvitation } from '../src/modules/identity/signup/invitations.ts'
import { makeLinkToken, type LinkPurpose } from '../src/modules/identity/links/tokens.ts'
import { unsubscribeToken } from '../src/modules/outreach/preferences/unsubscribe-link.ts'
import { deriveKeys } from '../src/platform/ids.ts'
import { startTestServer, type Answer, type CallOptions, type TestServer, type TestMember } from './test-server.ts'
import { snapshot } from './property/snapshot.ts'

/* The ways in, as somebody who has a token, a key or a mailbox that was not meant for them sees them. No job runs: what is queued stays to be read. */

let testServer: TestServer
let travelled = 0
const clock = () => new Date(Date.now() + travelled)
beforeAll(async () => {
  testServer = await startTestServer({ clock, jobs: false })
}, 60_000)
afterAll(() => testServer?.close())

const hour = 3_600_000
async function later<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  travelled = milliseconds
  try {
    return await work()
  } finally {
    travelled = 0
  }
}

let counter = 0
const address = () => `ways.in.${(counter += 1)}@person.example.com`
const form = (change: Partial<SignupPayload> = {}): SignupPayload => ({
  email: address(),
  password: 'tre parole a caso',
  age: 30,
  geo: 'Lazio',
  sono: 'uomo',
  cerco: 'donna',
  terms1: true,
  terms2: true,
  terms3: true,
  terms4: true,
  ...change,
})
const register = async (payload: SignupPayload, options: CallOptions = {}): Promise<Answer> =>
  testServer.call('/api/users/register', { body: { utente: await testServer.encrypt(payload) }, ...options })
const post = (path: string, body: object, options: CallOptions = {}): Promise<Answer> =>
  testServer.call(`/api/users/${path}`, { body, ...options })
const set = (memberId: string, values: object) =>
  testServer.database.db.updateTable('members').set(values).where('id', '=', memberId).execute()
async function person(): Promise<TestMember> {
  const member = await testServer.member({ confirmed: false })
  await set(member.session.angelId, { email_confirmed_at: new Date() })
  return member
}
/** The token of the newest email of a kind to an address. */
async function tokenIn(kind: string, to: string): Promise<string> {
  const row = await testServer.database.db
    .selectFrom('emails')
    .select('props')
    .where('kind', '=', kind)
    .where('to_address', '=', to)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return new URL((row.props as { link: string }).link).searchParams.get('token') ?? ''
}
const isSignedIn = async (token: string): Promise<boolean> =>
  (await testServer.call('/api/users/sessions', { token })).status === 200
const knowsPassword = async ({ email, password }: { email: string; password: string }): Promise<boolean> =>
  (await post('authenticate', { email, password })).status === 200

describe('a token of a link', () => {
  const redeem: Readonly<Record<LinkPurpose, (token: string, options?: CallOptions) => Promise<Answer>>> = {
    confirm_email: (token, options) => post('confirmEmail', { token }, options),
    reset_password: (token, options) => post('changePassword', { token, password: 'una parola nuova' }, options),
    autologin: (token, options) => post('autoLogin', { token }, options),
    undo_email_change: (token, options) => post('undoEmailChange', { token }, options),
    keep_account: (token, options) => post('cancelDeletion', { token }, options),
    change_email: (token, options) => post('confirmNewEmail', { token }, options),
  }
  const purposes = Object.keys(redeem) as LinkPurpose[]
  const hours: Readonly<Record<LinkPurpose, number>> = {
    confirm_email: 24,
    reset_password: 2,
    autologin: 72,
    undo_email_change: 168,
    keep_account: 720,
    change_email: 24,
  }
  const linkKeys = () => deriveKeys([testServer.config.secretKey], 'unsubscribe links')

  const tokenFor = (member: TestMember, purpose: LinkPurpose): Promise<string> =>
    makeLinkToken(testServer.database.db, {
      purpose,
      brandId: 'local',
      memberId: member.session.angelId,
      email: purpose === 'change_email' ? address() : member.email,
      at: clock(),
    })
  const invited = () =>
    makeInvitation(testServer.database.db, {
      brandId: 'local',
      email: address(),
      red: '/find',
      source: null,
      campid: null,
      flowId: null,
      days: 7,
      at: clock(),
    })
  const unused = async (): Promise<number> =>
    Number(
      (await testServer.database.pool.query('select count(*) as n from one_time_tokens where used_at is null')).rows[0]
        .n,
    )

  it('of any other purpose is refused, and is not used up by trying', async () => {
    const member = await person()
    const tokens: Record<string, string> = {
      invitation: await invited(),
      session: member.token,
      unsubscribe: unsubscribeToken(linkKeys(), {
        brandId: 'local',
        memberId: member.session.angelId,
        list: 'notices',
      }),
      nothing: 'A'.repeat(43),
      empty: '',
    }
    for (const purpose of purposes) tokens[purpose] = await tokenFor(member, purpose)
    const [before, waiting] = [await snapshot(testServer.database.pool), await unused()]
    for (const purposeTried of purposes) {
      for (const [name, token] of Object.entries(tokens)) {
        if (name === purposeTried) continue
        const { status, body } = await redeem[purposeTried](token)
        expect({ purposeTried, name, status, code: body.code }).toEqual({
          purposeTried,
          name,
          status: 401,
          code: 'token_expired',
        })
        // As bearer too, where that is a way to bring it: nothing in the body is no token.
        if (['confirm_email', 'reset_password', 'autologin'].includes(purposeTried) && token !== '')
          expect(
            (
              await post(
                purposeTried === 'reset_password'
                  ? 'changePassword'
                  : purposeTried === 'autologin'
                    ? 'autoLogin'
                    : 'confirmEmail',
                purposeTried === 'reset_password' ? { password: 'una parola nuova' } : {},
                { token },
              )
            ).status,
            `${name} as bearer for ${purposeTried}`,
          ).toBe(401)
      }
    }
    const utente = await testServer.encrypt(form({ email: undefined }))
    for (const [name, token] of Object.entries(tokens)) {
      if (name !== 'invitation') {
        expect((await post('invitation', { token })).status, name).toBe(404)
        expect((await post('extSign_register', { utente, token })).status, name).toBe(404)
      }
      if (name !== 'unsubscribe')
        expect((await testServer.call('/api/unsubscribe', { body: { token } })).status, name).toBe(400)
      if (name !== 'session') expect((await post('verify', { token })).body, name).toEqual({ verify: 0 })
      // Whether there is a link to send again is not revealed; only one that signs in is sent.
      if (name !== 'autologin') expect((await post('autoLogin/again', { token })).status, name).toBe(200)
    }
    expect(await snapshot(testServer.database.pool)).toEqual(before)
    expect(await unused()).toBe(waiting)
  }, 40_000)

  it.each(purposes)(
    '%s is worth nothing in another brand or when its time is over, and works once, also for two who come at once',
    async (purpose) => {
      const member = await person()
      const closed = { state: 'deleting', deletion_due_at: new Date(Date.now() + 60 * 24 * hour) }
      if (purpose === 'keep_account') await set(member.session.angelId, closed)
      const token = await tokenFor(member, purpose)
      const use = redeem[purpose]
      expect((await use(token, { host: 'battito.localhost' })).status).toBe(401)
      expect((await later(hours[purpose] * hour + 1000, () => use(token))).status).toBe(401)
      const before = await snapshot(testServer.database.pool)
      expect((await use(token, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
      expect(await snapshot(testServer.database.pool)).toEqual(before)
      const answers = await later(hours[purpose] * hour - 60_000, () =>
        Promise.all(Array.from({ length: 4 }, () => use(token))),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
      if (purpose === 'keep_account') await set(member.session.angelId, closed)
      expect((await use(token)).status).toBe(401)
    },
  )

  it('of an address that is not the member’s any more is worth nothing', async () => {
    const member = await person()
    const bound = purposes.filter((purpose) => !['undo_email_change', 'change_email', 'keep_account'].includes(purpose))
    const tokens = await Promise.all(bound.map((purpose) => tokenFor(member, purpose)))
    await set(member.session.angelId, { email: address() })
    for (const [n, purpose] of bound.entries())
      expect((await redeem[purpose](tokens[n] ?? '')).status, purpose).toBe(401)
  })
})

describe('a password that was reset', () => {
  it('ends what somebody who had the old one left on its way', async () => {
    const member = await person()
    const taken = address()
    expect(
      (
        await post(
          'changeEmail',
          { oldEmail: member.email, newEmail: taken, password: member.password },
          { token: member.token },
        )
      ).status,
    ).toBe(200)
    const theirs = await tokenIn('confirm-new-email', taken)
    const links = await Promise.all(
      [0, 1].map(() =>
        makeLinkToken(testServer.database.db, {
          purpose: 'reset_password',
          brandId: 'local',
          memberId: member.session.angelId,
          email: member.email,
          at: clock(),
        }),
      ),
    )
    const autologin = await makeLinkToken(testServer.database.db, {
      purpose: 'autologin',
      brandId: 'local',
      memberId: member.session.angelId,
      email: member.email,
      at: clock(),
    })
    expect((await post('changePassword', { token: links[0], password: 'una parola nuova' })).status).toBe(200)
    expect((await post('confirmNewEmail', { token: theirs })).status).toBe(401)
    expect((await post('changePassword', { token: links[1], password: 'un’altra parola nuova' })).status).toBe(401)
    expect((await post('autoLogin', { token: autologin })).status).toBe(401)
    expect(await knowsPassword({ email: member.email, password: 'una parola nuova' })).toBe(true)
  })

  it('leaves the link by which the owner gets a lost address back', async () => {
    const member = await person()
    const taken = address()
    await post(
      'changeEmail',
      { oldEmail: member.email, newEmail: taken, password: member.password },
      { token: member.token },
    )
    await post('confirmNewEmail', { token: await tokenIn('confirm-new-email', taken) })
    const reset = await makeLinkToken(testServer.database.db, {
      purpose: 'reset_password',
      brandId: 'local',
      memberId: member.session.angelId,
      email: taken,
      at: clock(),
    })
    expect((await post('changePassword', { token: reset, password: 'una parola nuova' })).status).toBe(200)
    expect((await post('undoEmailChange', { token: await tokenIn('email-changed', member.email) })).body.user).toEqual({
      email: member.email,
    })
  })
})

describe('an address that somebody else registered first', () => {
  const first = async () => {
    const taken = { email: address(), password: 'parole di un altro' }
    const { body } = await register(form(taken), { headers: { 'x-session': 'bearer' } })
    return { ...taken, token: body.token as string, memberId: body.angelId as string }
  }

  it('belongs to the person who reads its mail: after a second registration, the link ends every sign-in method of the first', async () => {
    const attacker = await first()
    expect((await register(form({ email: attacker.email, password: 'la mia parola vera' }))).body.code).toBe('1009')
    const { status, body, headers } = await post(
      'confirmEmail',
      { token: await tokenIn('registered-again', attacker.email) },
      { headers: { 'x-session': 'bearer' } },
    )
    expect([status, body.confirmed_email, headers.get('set-cookie')?.includes('__Host-session')]).toEqual([
      200,
      true,
      false,
    ])
    expect(await isSignedIn(body.token)).toBe(true)
    expect(await isSignedIn(attacker.token)).toBe(false)
    expect(await knowsPassword(attacker)).toBe(false)
    // A password of one's own comes by the link that follows.
    const reset = await tokenIn('reset-password', attacker.email)
    expect((await post('changePassword', { token: reset, password: 'la mia parola vera' })).status).toBe(200)
    expect(await knowsPassword({ email: attacker.email, password: 'la mia parola vera' })).toBe(true)
  })

  it('does so by the first link too, and by one that the first had sent again', async () => {
    for (const kind of ['confirm-email', 'resent']) {
      const attacker = await first()
      const before = await tokenIn('confirm-email', attacker.email)
      await register(form({ email: attacker.email, password: 'la mia parola vera' }))
      await post('resendConfirmation', {}, { token: attacker.token })
      const token = kind === 'resent' ? await tokenIn('confirm-email', attacker.email) : before
      expect((await post('confirmEmail', { token })).status, kind).toBe(200)
      expect(await isSignedIn(attacker.token), kind).toBe(false)
      expect(await knowsPassword(attacker), kind).toBe(false)
    }
  })

  it('loses nothing by a stranger’s try, where the link is opened in the browser that registered', async () => {
    const owner = await first()
    expect((await register(form({ email: owner.email, password: 'parole di un estraneo' }))).body.code).toBe('1009')
    const cookie = `__Host-session=${owner.token}`
    expect(
      (
        await post(
          'confirmEmail',
          { token: await tokenIn('registered-again', owner.email) },
          { headers: { cookie, origin: testServer.url } },
        )
      ).status,
    ).toBe(200)
    expect(await knowsPassword(owner)).toBe(true)
    // Nor later, by a link that is left over.
    const other = await makeLinkToken(testServer.database.db, {
      purpose: 'confirm_email',
      brandId: 'local',
      memberId: owner.memberId,
      email: owner.email,
      at: clock(),
    })
    expect((await post('confirmEmail', { token: other })).status).toBe(200)
    expect(await knowsPassword(owner)).toBe(true)
  })

  it('ends what was set up before though nobody else tried, when another browser opens the link', async () => {
    const squatter = await first()
    const { status, body } = await post('confirmEmail', { token: await tokenIn('confirm-email', squatter.email) })
    expect([status, body.confirmed_email]).toEqual([200, true])
    expect([await knowsPassword(squatter), await isSignedIn(squatter.token)]).toEqual([false, false])
    const reset = await tokenIn('reset-password', squatter.email)
    expect((await post('changePassword', { token: reset, password: 'la mia parola vera' })).status).toBe(200)
    expect(await knowsPassword({ email: squatter.email, password: 'la mia parola vera' })).toBe(true)
  })

  it('keeps password and sessions where the password of the sign-up comes with the link, from whichever browser', async () => {
    const owner = await first()
    const token = await tokenIn('confirm-email', owner.email)
    // A wrong one is reported and leaves the link.
    expect((await post('confirmEmail', { token, password: 'parole di un terzo' })).body).toMatchObject({
      status: 403,
      code: 'password_errata',
    })
    expect((await post('confirmEmail', { token, password: owner.password })).status).toBe(200)
    expect([await knowsPassword(owner), await isSignedIn(owner.token)]).toEqual([true, true])
  })

  it('takes ten passwords an hour with its link', async () => {
    const owner = await first()
    const token = await tokenIn('confirm-email', owner.email)
    for (let n = 0; n < 10; n += 1)
      expect((await post('confirmEmail', { token, password: `parole sbagliate ${n}` })).status).toBe(403)
    expect((await post('confirmEmail', { token, password: owner.password })).body.code).toBe('1007')
    expect((await post('confirmEmail', { token })).status).toBe(200)
  })

  it('keeps them in the browser that signed up, though its session has ended, and not in one that knows another member', async () => {
    for (const own of [true, false]) {
      const email = address()
      const made = await register(form({ email, password: 'parole di chi si iscrive' }))
      const of = (headers: Headers) =>
        headers
          .getSetCookie()
          .find((one) => one.startsWith('__Host-device='))
          ?.split(';')[0] ?? ''
      const device = of(own ? made.headers : (await register(form())).headers)
      const { status } = await post(
        'confirmEmail',
        { token: await tokenIn('confirm-email', email) },
        { headers: { cookie: device, origin: testServer.url } },
      )
      expect([status, await knowsPassword({ email, password: 'parole di chi si iscrive' })]).toEqual([200, own])
    }
  })

  it('is taken from them by an invitation’s reader in the same way', async () => {
    const attacker = await first()
    const token = await makeInvitation(testServer.database.db, {
      brandId: 'local',
      email: attacker.email,
      red: '/find',
      source: null,
      campid: null,
      flowId: null,
      days: 7,
      at: clock(),
    })
    expect(
      (
        await post('extSign_register', {
          utente: await testServer.encrypt(form({ email: undefined, password: 'la mia parola vera' })),
          token,
        })
      ).body.code,
    ).toBe('1009')
    expect((await post('confirmEmail', { token: await tokenIn('registered-again', attacker.email) })).status).toBe(200)
    expect(await knowsPassword(attacker)).toBe(false)
  })
})

describe('the key of the sign-up', () => {
  it('that has retired opens nothing any more, though this very process opened with it before', async () => {
    const early = form()
    expect((await register(early)).status).toBe(200)
    const kept = await testServer.encrypt(form())
    await later(31 * 24 * hour, async () => {
      const before = await snapshot(testServer.database.pool)
      expect((await post('register', { utente: kept })).body).toMatchObject({
        status: 400,
        code: 'invalid',
        field: 'utente',
      })
      expect(await snapshot(testServer.database.pool)).toEqual(before)
      await testServer.context.keys.rotate()
      expect((await register(form())).status).toBe(200)
      expect((await post('register', { utente: kept })).status).toBe(400)
    })
  })

  it('refuses the same content at every route that takes it: another key, no algorithm, too much', async () => {
    const token = await makeInvitation(testServer.database.db, {
      brandId: 'local',
      email: address(),
      red: '/find',
      source: null,
      campid: null,
      flowId: null,
      days: 7,
      at: clock(),
    })
    const none = `${Buffer.from('{"alg":"none","enc":"A256GCM"}').toString('base64url')}..AAAA.AAAA.AAAA`
    const before = await snapshot(testServer.database.pool)
    for (const utente of [
      none,
      'a'.repeat(16_385),
      'a'.repeat(60_000),
      '{}',
      await testServer.encrypt({ ...form({ email: undefined }), role: 'owner' }),
      await testServer.encrypt([form()]),
      await testServer.encrypt('text'),
    ]) {
      expect((await post('register', { utente })).status, utente.slice(0, 60)).toBe(400)
      expect((await post('extSign_register', { utente, token })).status, utente.slice(0, 60)).toBe(400)
    }
    expect(await snapshot(testServer.database.pool)).toEqual(before)
  })
})

describe('a made-up host', () => {
  const lies = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '1337',
    'x-forwarded-for': '203.0.113.9',
    'x-host': 'evil.example',
    'x-original-host': 'evil.example',
    'x-original-url': 'https://evil.example/',
    'x-forwarded-server': 'evil.example',
    'x-http-host-override': 'evil.example',
    forwarded: 'for=203.0.113.9;host=evil.example;proto=https',
    referer: 'https://evil.example/',
    via: '1.1 evil.example',
  }

  it('stands in no email, whatever causes it', async () => {
    const lying = (options: CallOptions = {}): CallOptions => ({ ...options, headers: { ...lies, ...options.headers } })
    const { email = '', password = '' } = form()
    const { body: made } = await register(form({ email, password }), lying({ headers: { 'x-session': 'bearer' } }))
    const token = made.token as string
    await register(form({ email, password: 'un’altra parola' }), lying())
    await post('resendConfirmation', {}, lying({ token }))
    await post('confirmEmail', { token: await tokenIn('confirm-email', email) }, lying())
    const { body: again } = await post(
      'authenticate',
      { email, password },
      lying({ headers: { 'x-session': 'bearer', ...lies } }),
    )
    const welcome = await tokenIn('welcome', email)
    await post('autoLogin/again', { token: welcome }, lying())
    await post('getTokenForReset', { email }, lying())
    const next = address()
    // The second try to register has ended the password; the session is fresh enough to reauthenticate by.
    const session = (again.token ??
      (
        await post(
          'autoLogin',
          { token: await tokenIn('sign-in-link', email) },
          lying({ headers: { 'x-session': 'bearer', ...lies } }),
        )
      ).body.token) as string
    expect(
      (await post('changeEmail', { oldEmail: email, newEmail: next, password }, lying({ token: session }))).status,
    ).toBe(200)
    expect((await post('confirmNewEmail', { token: await tokenIn('confirm-new-email', next) }, lying())).status).toBe(
      200,
    )
    expect((await post('undoEmailChange', { token: await tokenIn('email-changed', email) }, lying())).status).toBe(200)
    await post('changePassword', { token: await tokenIn('reset-password', email), password }, lying())
    const { body: last } = await post(
      'authenticate',
      { email, password },
      lying({ headers: { 'x-session': 'bearer', ...lies } }),
    )
    expect((await post('deletion', { clickid: last.clickid, password }, lying({ token: last.token }))).status).toBe(200)
    expect((await post('cancelDeletion', { token: await tokenIn('deletion-started', email) }, lying())).status).toBe(
      200,
    )
    await testServer.call('/api/contact', {
      ...lying(),
      body: { name: 'Anna', email, topic: 'other', message: 'Buongiorno' },
    })

    const { rows } = await testServer.database.pool.query<{ kind: string; props: { link?: string } }>(
      'select kind, props from emails where to_address = any($1)',
      [[email, next]],
    )
    const written = new Set(rows.map(({ kind }) => kind))
    for (const kind of [
      'confirm-email',
      'registered-again',
      'welcome',
      'sign-in-link',
      'confirm-new-email',
      'email-changed',
      'reset-password',
      'deletion-started',
      'account-restored',
    ])
      expect(written, kind).toContain(kind)
    for (const { kind, props } of rows)
      if (props.link !== undefined) expect(new URL(props.link).origin, kind).toBe(testServer.url)
    const { rows: jobs } = await testServer.database.pool.query<{ all: string }>(
      "select coalesce(string_agg(payload::text, ' '), '') as all from graphile_worker._private_jobs",
    )
    expect(jobs[0]?.all).toContain(`"origin":"${testServer.url}"`)
    expect(jobs[0]?.all).not.toContain('evil')
    expect(
      JSON.stringify((await testServer.database.pool.query('select props, last_error from emails')).rows),
    ).not.toContain('evil.example')
  }, 40_000)

  it('that is no brand’s, or a brand’s with a port nobody serves, is no site', async () => {
    for (const host of [
      'evil.example',
      'battito.example:1337',
      'battito.example:80@evil.example',
      'battito.example, evil.example',
      'battito.example%00.evil.example',
      'battito.example/evil',
      'battito.example.evil.example',
      'evil.example#battito.example',
    ]) {
      const { status } = await post('getTokenForReset', { email: 'somebody@person.example.com' }, { headers: { host } })
      expect([400, 404], host).toContain(status)
    }
    const { port } = new URL(testServer.url)
    for (const host of ['battito.example', `battito.example:${port}`, 'BATTITO.example']) {
      expect(
        (await post('getTokenForReset', { email: 'somebody@person.example.com' }, { headers: { host } })).status,
        host,
      ).toBe(200)
    }
  })
})

describe('a page of another site', () => {
  it.each(
    Object.values(routes)
      .filter(({ method, access }) => method !== 'GET' && access !== 'signed')
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )('signs nobody in or out and changes nothing without any cookie either: %s', async (_, route) => {
    const path = route.path.replaceAll(/:(\w+)/g, '01890000-0000-7000-8000-000000000000')
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
      const { status, headers } = await testServer.call(path, {
        method: route.method,
        ...(route.method === 'DELETE' ? {} : { body: {} }),
        headers: { origin },
      })
      expect([status, headers.get('set-cookie')], origin).toEqual([403, null])
    }
  })
})
