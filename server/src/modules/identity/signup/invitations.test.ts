import { decodeRed, type SignupPayload } from '@incontro/contract'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type CallOptions, type TestServer } from '#test/support/test-server.ts'
import { makeLinkToken, type LinkPurpose } from '../links/tokens.ts'
import { makeInvitation, openInvitation, sweepInvitations, useInvitation } from './invitations.ts'
import { invite } from './invite.ts'

const day = 86_400_000
let testServer: TestServer
let travelled = 0
const clock = () => new Date(Date.now() + travelled)
beforeAll(async () => {
  testServer = await startTestServer({ clock })
}, 60_000)
afterAll(() => testServer.close())

describe('an invitation', () => {
  let guests = 0
  const wish = (change: object = {}) => ({
    brand: 'local',
    email: `guest${(guests += 1)}@person.example.com`,
    red: '/chats?from=mail',
    days: '14',
    ...change,
  })
  const deps = () => ({
    db: testServer.database.db,
    brands: testServer.context.brands,
    flows: checkedInFlows(),
    clock,
    here: testServer.url,
  })
  const invited = async (change: object = {}) => {
    const asked = wish(change)
    const link = new URL(await invite(deps(), asked))
    // The page decodes the link's characters before the request (section 2).
    return {
      email: asked.email,
      link,
      token: (link.searchParams.get('token') ?? '').replaceAll('~', '/').replaceAll('*', '+'),
    }
  }
  const form = (change: object = {}): Partial<SignupPayload> =>
    ({
      age: 31,
      geo: 'Lazio',
      sono: 'donna',
      cerco: 'uomo',
      terms1: true,
      terms2: true,
      terms3: true,
      terms4: true,
      country: 'IT',
      ...change,
    }) as Partial<SignupPayload>
  const join = async (token: string | undefined, payload: object, options: CallOptions = {}) =>
    testServer.call('/api/users/extSign_register', {
      body: { utente: await testServer.encrypt(payload), ...(token === undefined ? {} : { token }) },
      headers: { 'x-session': 'bearer' },
      ...options,
    })
  const look = (token: string, options: CallOptions = {}) =>
    testServer.call('/api/users/invitation', { body: { token }, ...options })
  const membersWith = (email: string) =>
    testServer.database.db.selectFrom('members').selectAll().where('email', '=', email).execute()

  it('registers a confirmed member under the invited address, once', async () => {
    const { email, token, link } = await invited({ source: 'partner', campid: 'spring' })
    expect(link.pathname).toBe('/external_email')
    expect(link.href).not.toContain(email)
    expect((await look(token)).body).toEqual({ email, red: '/chats?from=mail' })
    const { status, body } = await join(token, form({ source: 'elsewhere' }))
    expect([status, body.email, body.confirmed_email, body.source]).toEqual([200, email, true, 'partner'])
    const [member] = await membersWith(email)
    expect(member).toMatchObject({ password_hash: null, source: 'partner', campid: 'spring' })
    expect(
      await testServer.database.db
        .selectFrom('discovery_entries')
        .select('member_id')
        .where('member_id', '=', member?.id ?? '')
        .execute(),
    ).toHaveLength(1)
    expect(
      await testServer.database.db
        .selectFrom('consents')
        .select('kind')
        .where('member_id', '=', member?.id ?? '')
        .execute(),
    ).toHaveLength(6)
    // There is nothing to confirm, and no warning about a device right after registration.
    expect(
      await testServer.database.db
        .selectFrom('emails')
        .select('kind')
        .where('member_id', '=', member?.id ?? '')
        .execute(),
    ).toEqual([{ kind: 'welcome' }])
    expect((await testServer.call('/api/block', { token: body.token })).status).toBe(200)
    expect((await look(token)).status).toBe(404)
    expect((await join(token, form())).status).toBe(404)
    // Without a password, password sign-in always fails, also with an empty one.
    for (const password of ['', 'undefined', 'null', 'tre parole a caso']) {
      expect(
        (await testServer.call('/api/users/authenticate', { body: { email, password } })).status,
      ).toBeGreaterThanOrEqual(400)
    }
  })

  describe('source and campaign (rule 8.2)', () => {
    const ofAddress = { source: 'radio', campid: 'k1' }
    it.each([
      ['those of the invitation', { source: 'partner', campid: 'spring' }, ofAddress, ['partner', 'spring']],
      ['each by itself', { source: 'partner' }, ofAddress, ['partner', 'k1']],
      ['each by itself', { campid: 'spring' }, ofAddress, ['radio', 'spring']],
      ['otherwise what the page knows', {}, ofAddress, ['radio', 'k1']],
      ['the source of a campaign that names none', {}, { campid: 'k1' }, ['direct', 'k1']],
      ['no campaign', {}, { source: 'radio' }, ['radio', null]],
      ['direct', {}, {}, ['direct', null]],
      ['direct', {}, { source: '' }, ['direct', null]],
    ] as const)('%s: invited with %j, signed up with %j', async (_name, wished, filled, expected) => {
      const { email, token } = await invited(wished)
      expect((await join(token, form(filled))).status).toBe(200)
      const [member] = await membersWith(email)
      expect([member?.source, member?.campid]).toEqual(expected)
    })

    it('stay as they are, whatever a later sign-up or sign-in says', async () => {
      const password = 'tre parole a caso'
      const { email, token } = await invited({ source: 'partner', campid: 'spring' })
      await join(token, form({ password }))
      const later = { source: 'thief', campid: 'k9', clickid: 'thief-1' }
      await join(token, form({ password, ...later }))
      const utente = await testServer.encrypt({ ...form({ ...later, password }), email })
      await testServer.call('/api/users/register', { body: { utente } })
      const signedIn = await testServer.call('/api/users/authenticate', { body: { email, password } })
      expect(signedIn.status).toBe(200)
      const [member, ...others] = await membersWith(email)
      expect([member?.source, member?.campid, others]).toEqual(['partner', 'spring', []])
    })
  })

  it('takes a password and the token inside the payload', async () => {
    const { email, token } = await invited()
    expect(
      (await join(undefined, form({ token, email: email.toUpperCase(), password: 'tre parole a caso' } as object)))
        .status,
    ).toBe(200)
    expect(
      (await testServer.call('/api/users/authenticate', { body: { email, password: 'tre parole a caso' } })).status,
    ).toBe(200)
  })

  it('is accepted as base64, as in a link, and as base64url', async () => {
    for (const write of [
      (one: string) => one,
      (one: string) => one.replaceAll('/', '~').replaceAll('+', '*'),
      (one: string) => one.replaceAll('/', '_').replaceAll('+', '-'),
      (one: string) => `${one}=`,
    ]) {
      const { token } = await invited()
      expect((await look(write(token))).status).toBe(200)
    }
  })

  it('applies the form’s rules, and a refused attempt stores nothing', async () => {
    const { email, token } = await invited()
    for (const [payload, code] of [
      [form({ age: 17 }), 'eta'],
      [form({ geo: '' }), 'errore_citta'],
      [form({ terms2: false }), 'errore_terms'],
      [form({ password: 'short' }), 'errore_password'],
      [form({ email: 'another@person.example.com' }), 'errore_email'],
      [form({ geo: 'Atlantide' }), 'errore_citta'],
      [{ ...form(), admin: true }, 'invalid'],
    ] as const)
      expect((await join(token, payload)).body.code).toBe(code)
    expect(await membersWith(email)).toEqual([])
    expect((await look(token)).status).toBe(200)
  })

  it('is refused at another brand, once ended, or when invented', async () => {
    const { token } = await invited()
    const { email, session } = await testServer.member()
    const linkFor = (purpose: LinkPurpose) =>
      makeLinkToken(testServer.database.db, {
        purpose,
        brandId: 'local',
        memberId: session.angelId,
        email,
        at: clock(),
      })
    expect((await look(token, { host: 'battito.localhost' })).status).toBe(404)
    expect((await join(token, form(), { host: 'battito.localhost' })).status).toBe(404)
    for (const none of ['', 'x', 'A'.repeat(43), await linkFor('autologin'), await linkFor('confirm_email')]) {
      expect((await look(none)).status).toBe(404)
      expect((await join(none, form())).status).toBe(404)
    }
    expect((await join(undefined, form())).status).toBe(404)
    travelled = 14 * day + 1000
    expect((await look(token)).status).toBe(404)
    expect((await join(token, form())).status).toBe(404)
    travelled = 0
    // An invitation does not sign in.
    expect((await testServer.call('/api/users/autoLogin', { body: { token } })).status).toBe(401)
  })

  it('creates one member from two concurrent attempts', async () => {
    const { email, token } = await invited()
    const answers = await Promise.all([join(token, form()), join(token, form())])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await membersWith(email)).toHaveLength(1)
  })

  it('notifies the owner of a known address as a sign-up would, and never opens the account', async () => {
    const { email, token } = await invited()
    await testServer.registeredMember({ form: { email } })
    expect((await join(token, form({ password: 'not this one here' }))).body).toMatchObject({
      status: 409,
      code: '1000',
    })
    // Near the limit of the address a proof of work is required, as at any sign-up.
    expect((await join(token, form())).body.code).toBe('challenge_required')
    const open = await invited()
    await testServer.registeredMember({ confirmed: false, form: { email: open.email } })
    expect((await join(open.token, form())).body.code).toBe('1009')
    expect((await membersWith(open.email))[0]?.email_confirmed_at).toBeNull()
  })

  it('is valid until the end of its last day, once, and its address is stored for another month', async () => {
    const { db } = testServer.database
    const at = new Date('2030-01-01T00:00:00Z')
    const later = (days: number, ms: number) => new Date(at.getTime() + days * day + ms)
    const make = (email: string, brandId = 'local') =>
      makeInvitation(db, { brandId, email, red: '/find', source: 's', campid: 'c', flowId: '18', days: 2, at })
    const token = await make('edge@person.example.com')
    const asked = (ms: number) => ({ token, brandId: 'local', at: later(2, ms) })
    const invitation = { email: 'edge@person.example.com', red: '/find', source: 's', campid: 'c', flowId: '18' }
    expect([await openInvitation(db, asked(-1)), await openInvitation(db, asked(0))]).toEqual([invitation, undefined])
    expect(await useInvitation(db, asked(0))).toBe(false)
    expect(await useInvitation(db, { ...asked(-1), brandId: 'battito' })).toBe(false)
    expect([await useInvitation(db, asked(-1)), await useInvitation(db, asked(-1))]).toEqual([true, false])
    const left = async () =>
      (await db.selectFrom('invitations').select('email').where('email', '=', invitation.email).execute()).length
    await sweepInvitations(db, later(32, 0))
    expect(await left()).toBe(1)
    await sweepInvitations(db, later(32, 1))
    expect(await left()).toBe(0)
  })

  it('determines flow and campaign of the account, whatever the form contains, for up to ninety days', async () => {
    const elsewhere = await testServer.member({ host: 'battito.localhost' })
    const wanted = { email: elsewhere.email, flow: '18', campid: 'x'.repeat(200), days: '90', source: undefined }
    const { token } = await invited(wanted)
    const { body } = await join(token, form({ fluxId: '7', campid: 'form', source: 'form' }))
    expect(body).toMatchObject({ fluxId: '18', source: 'form', email: elsewhere.email })
    expect((await membersWith(elsewhere.email)).find(({ brand_id: brand }) => brand === 'local')).toMatchObject({
      flow_id: '18',
      campid: 'x'.repeat(200),
    })
    for (const wrong of [{ days: '91' }, { days: '1.5' }, { campid: 'x'.repeat(201) }])
      await expect(invite(deps(), wish(wrong))).rejects.toThrow(/^--(days|campid)/)
    expect(await invite(deps(), wish({ days: '1' }))).toContain('token=')
  })

  it('is refused to an operator with invalid options', async () => {
    const member = await testServer.member()
    const before = await testServer.database.db
      .selectFrom('invitations')
      .select((s) => s.fn.countAll().as('n'))
      .executeTakeFirst()
    for (const [wrong, sentence] of [
      [{ brand: 'nobody' }, /^--brand: there is no brand “nobody”/],
      [{ email: 'a@b' }, /^--email/],
      [{ email: 'x@mailinator.com' }, /^--email/],
      [{ email: member.email }, /member of .* already/],
      [{ red: 'https://evil.example' }, /^--red/],
      [{ red: '/%2fevil.example' }, /^--red/],
      [{ days: '0' }, /^--days/],
      [{ days: '1000' }, /^--days/],
      [{ days: 'x' }, /^--days/],
      [{ flow: 'nope' }, /^--flow/],
      [{ source: 'a\nb' }, /^--source/],
      [{ campid: '' }, /^--campid/],
    ] as const)
      await expect(invite(deps(), wish(wrong))).rejects.toThrow(sentence)
    expect(
      await testServer.database.db
        .selectFrom('invitations')
        .select((s) => s.fn.countAll().as('n'))
        .executeTakeFirst(),
    ).toEqual(before)
  })

  it('is printed by the command, which explains invalid options', async () => {
    const run = (...args: string[]) =>
      promisify(execFile)(
        process.execPath,
        [fileURLToPath(new URL('../../../commands/invite.ts', import.meta.url)), ...args],
        {
          env: { ...process.env, DATABASE_URL: testServer.config.databaseUrl, PORT: String(testServer.config.port) },
        },
      )
    const { stdout } = await run('--brand', 'battito', '--email', 'Command@Person.example.com', '--red', '/match')
    const link = new URL(stdout.trim())
    // This database is not a demo: the brand's own domain.
    expect(link.origin).toBe('https://battito.example')
    expect(decodeRed(link.searchParams.get('red') ?? '')).toEqual({ target: '/match' })
    expect((await look(link.searchParams.get('token') ?? '', { host: 'battito.localhost' })).body).toEqual({
      email: 'command@person.example.com',
      red: '/match',
    })
    await expect(run('--brand', 'battito')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^--email is missing: npm run invite/),
    })
    await expect(run('--brand', 'battito', '--email', 'a@b.it', '--nonsense')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--nonsense'),
    })
  }, 60_000)
})
