import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLinkToken, type LinkPurpose } from '#modules/identity/links/tokens.ts'
import { makeInvitation } from '#modules/identity/signup/invitations.ts'
import { unsubscribeToken } from '#modules/outreach/preferences/unsubscribe-link.ts'
import { deriveKeys } from '#platform/ids.ts'
import { accountsOf, createClock } from '#test/support/accounts.ts'
import { snapshot } from '#test/property/snapshot.ts'
import {
  startTestServer,
  type Answer,
  type CallOptions,
  type TestMember,
  type TestServer,
} from '#test/support/test-server.ts'

/* Email links in the hands of people they were not sent to. No job runs, so queued emails can be read. */

let testServer: TestServer
const { clock, later } = createClock()
beforeAll(async () => {
  testServer = await startTestServer({ clock, jobs: false })
}, 60_000)
afterAll(() => testServer?.close())

const hour = 3_600_000
const { address, form, post, set, person, tokenIn, knowsPassword } = accountsOf(() => testServer)

describe('a token of a link', () => {
  // The link to one's decisions can be opened again and again: modules/moderation/appeals.
  type SingleUse = Exclude<LinkPurpose, 'read_cases'>
  const redeem: Readonly<Record<SingleUse, (token: string, options?: CallOptions) => Promise<Answer>>> = {
    confirm_email: (token, options) => post('confirmEmail', { token }, options),
    reset_password: (token, options) => post('changePassword', { token, password: 'una parola nuova' }, options),
    autologin: (token, options) => post('autoLogin', { token }, options),
    undo_email_change: (token, options) => post('undoEmailChange', { token }, options),
    keep_account: (token, options) => post('cancelDeletion', { token }, options),
    change_email: (token, options) => post('confirmNewEmail', { token }, options),
  }
  const purposes = Object.keys(redeem) as SingleUse[]
  const hours: Readonly<Record<SingleUse, number>> = {
    confirm_email: 24,
    reset_password: 2,
    autologin: 72,
    undo_email_change: 168,
    keep_account: 720,
    change_email: 24,
  }
  const linkKeys = () => deriveKeys([testServer.config.secretKey], 'unsubscribe links')

  const tokenFor = (member: TestMember, purpose: SingleUse): Promise<string> =>
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

  it('of any other purpose is refused, and not used up by the attempt', async () => {
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
        // Also as bearer, where that is supported.
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
      // Does not reveal whether there is a link to resend; only sign-in links are resent.
      if (name !== 'autologin') expect((await post('autoLogin/again', { token })).status, name).toBe(200)
    }
    expect(await snapshot(testServer.database.pool)).toEqual(before)
    expect(await unused()).toBe(waiting)
  }, 40_000)

  it.each(purposes)(
    '%s is refused at another brand and once expired, and works once, also for concurrent requests',
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

  it('is refused once its address is no longer the member’s', async () => {
    const member = await person()
    const bound = purposes.filter((purpose) => !['undo_email_change', 'change_email', 'keep_account'].includes(purpose))
    const tokens = await Promise.all(bound.map((purpose) => tokenFor(member, purpose)))
    await set(member.session.angelId, { email: address() })
    for (const [n, purpose] of bound.entries())
      expect((await redeem[purpose](tokens[n] ?? '')).status, purpose).toBe(401)
  })
})

describe('a password that was reset', () => {
  it('revokes what an attacker with the old one started', async () => {
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

  it('keeps the link by which the owner restores a lost address', async () => {
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
