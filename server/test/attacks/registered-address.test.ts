import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLinkToken } from '#modules/identity/links/tokens.ts'
import { makeInvitation } from '#modules/identity/signup/invitations.ts'
import { accountsOf, createClock } from '#test/support/accounts.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

/* Addresses registered by people who do not own them. No job runs, so queued emails can be read. */

let testServer: TestServer
const { clock } = createClock()
beforeAll(async () => {
  testServer = await startTestServer({ clock, jobs: false })
}, 60_000)
afterAll(() => testServer?.close())

const { address, form, register, post, tokenIn, isSignedIn, knowsPassword } = accountsOf(() => testServer)

describe('an address that another person registered first', () => {
  const first = async () => {
    const taken = { email: address(), password: 'parole di un altro' }
    const { body } = await register(form(taken), { headers: { 'x-session': 'bearer' } })
    return { ...taken, token: body.token as string, memberId: body.angelId as string }
  }

  it('belongs to the reader of its mail: after a second registration, the link removes every sign-in method of the first', async () => {
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
    // The link that follows sets the owner's own password.
    const reset = await tokenIn('reset-password', attacker.email)
    expect((await post('changePassword', { token: reset, password: 'la mia parola vera' })).status).toBe(200)
    expect(await knowsPassword({ email: attacker.email, password: 'la mia parola vera' })).toBe(true)
  })

  it('is also reclaimed by the first link, and by a resent one', async () => {
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

  it('loses nothing by a stranger’s attempt, if the link is opened in the browser that registered', async () => {
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
    // Nor later, by a leftover link.
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

  it('loses its earlier sign-in methods when another browser opens the link, even without a second registration', async () => {
    const squatter = await first()
    const { status, body } = await post('confirmEmail', { token: await tokenIn('confirm-email', squatter.email) })
    expect([status, body.confirmed_email]).toEqual([200, true])
    expect([await knowsPassword(squatter), await isSignedIn(squatter.token)]).toEqual([false, false])
    const reset = await tokenIn('reset-password', squatter.email)
    expect((await post('changePassword', { token: reset, password: 'la mia parola vera' })).status).toBe(200)
    expect(await knowsPassword({ email: squatter.email, password: 'la mia parola vera' })).toBe(true)
  })

  it('keeps password and sessions when the password of the sign-up comes with the link, in any browser', async () => {
    const owner = await first()
    const token = await tokenIn('confirm-email', owner.email)
    // A wrong one is reported and leaves the link valid.
    expect((await post('confirmEmail', { token, password: 'parole di un terzo' })).body).toMatchObject({
      status: 403,
      code: 'password_errata',
    })
    expect((await post('confirmEmail', { token, password: owner.password })).status).toBe(200)
    expect([await knowsPassword(owner), await isSignedIn(owner.token)]).toEqual([true, true])
  })

  it('allows ten passwords an hour with its link', async () => {
    const owner = await first()
    const token = await tokenIn('confirm-email', owner.email)
    for (let n = 0; n < 10; n += 1)
      expect((await post('confirmEmail', { token, password: `parole sbagliate ${n}` })).status).toBe(403)
    expect((await post('confirmEmail', { token, password: owner.password })).body.code).toBe('1007')
    // Another account has ten of its own, in the same network.
    const other = await tokenIn('confirm-email', (await first()).email)
    expect((await post('confirmEmail', { token: other, password: 'parole sbagliate' })).status).toBe(403)
    expect((await post('confirmEmail', { token })).status).toBe(200)
  })

  it('keeps them in the browser that signed up, even after its session expired, but not in one of another member', async () => {
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

  it('is reclaimed by the reader of an invitation in the same way', async () => {
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
