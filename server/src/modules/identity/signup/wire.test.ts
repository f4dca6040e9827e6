import type { SignupPayload } from '@incontro/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import type { Site } from '#platform/caller.ts'
import { legalPage } from '#modules/brands/index.ts'
import type { IdentityDeps } from '../deps.ts'
import { addressHash, countGuess } from '../sign-in/guesses.ts'
import { guardAgainstFlooding } from './limits.ts'

let testServer: TestServer
let people = 0
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer?.close())

const form = (wish: object = {}): object =>
  ({
    email: `wire${(people += 1)}@person.example.com`,
    password: 'tre parole a caso',
    age: 30,
    geo: 'Lazio',
    sono: 'uomo',
    cerco: 'donna',
    terms1: true,
    terms2: true,
    terms3: true,
    terms4: true,
    ...wish,
  }) satisfies SignupPayload
const register = async (payload: object, headers: Record<string, string> = { 'x-session': 'bearer' }) =>
  testServer.call('/api/users/register', { body: { utente: await testServer.encrypt(payload) }, headers })

describe('a choice left empty at sign-up', () => {
  const choices = [
    ['email', 'errore_email'],
    ['password', 'errore_password'],
    ['age', 'eta'],
    ['geo', 'errore_citta'],
    ['sono', 'errore_sono'],
    ['cerco', 'errore_cerco'],
    ['terms1', 'errore_terms'],
    ['terms2', 'errore_terms'],
    ['terms3', 'errore_terms'],
    ['terms4', 'errore_terms'],
  ] as const
  const empties = ['', null, undefined]
  it.each(choices.flatMap(([field, code]) => empties.map((empty) => [field, empty, code] as const)))(
    '%s as %j gets the form’s own failure',
    async (field, empty, code) => {
      const { status, body } = await register(form({ [field]: empty }))
      expect([status, body.code]).toEqual([400, code])
    },
  )

  it('is answered in the order of the form', async () => {
    const open: Record<string, string> = Object.fromEntries(choices.map(([field]) => [field, '']))
    for (const [field, code] of choices) {
      expect((await register(form(open))).body.code).toBe(code)
      open[field] = undefined as never
      delete open[field]
      if (code === 'errore_terms') break
    }
  })

  it('an unticked box counts as empty, and an invalid value stays a client error', async () => {
    for (const box of ['terms1', 'terms2', 'terms3', 'terms4'])
      expect((await register(form({ [box]: false }))).body.code).toBe('errore_terms')
    for (const wrong of [{ sono: 'x' }, { age: 'thirty' }, { terms1: 'yes' }])
      expect((await register(form(wrong))).body.code).toBe('invalid')
  })
})

describe('a field left empty in another form', () => {
  const empties = ['', null, undefined]
  const forms = [
    [
      '/api/users/authenticate',
      { email: 'x@person.example.com', password: 'tre parole a caso' },
      'email',
      'errore_email',
    ],
    [
      '/api/users/authenticate',
      { email: 'x@person.example.com', password: 'tre parole a caso' },
      'password',
      'errore_password',
    ],
    ['/api/users/getTokenForReset', { email: 'x@person.example.com' }, 'email', 'errore_email'],
    ['/api/users/changePassword', { token: 'A'.repeat(43), password: 'x' }, 'password', 'errore_password'],
    ['/api/users/changeEmail', { oldEmail: 'x@person.example.com', newEmail: '' }, 'newEmail', 'errore_email'],
  ] as const
  it.each(forms.flatMap((one) => empties.map((empty) => [...one, empty] as const)))(
    '%s, %o: %s is %s where it is %j',
    async (path, body, field, code, empty) => {
      const { token } = await testServer.member()
      const answer = await testServer.call(path, { body: { ...body, [field]: empty }, token })
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, code, field])
    },
  )
})

it.each([
  [17, 'eta'],
  [18, undefined],
  [98, undefined],
  [99, 'eta'],
  [18.5, 'eta'],
])('at the age of %d: %s', async (age, code) => {
  expect((await register(form({ age }))).body.code).toBe(code)
})

it.each([
  [17, 400],
  [18, 200],
  [98, 200],
  [99, 400],
  [18.5, 400],
])('a profile with the age of %d is answered with %d', async (eta, status) => {
  const { token, session } = await testServer.member()
  const path = `/api/users/${session.clickid}`
  expect((await testServer.call(path, { method: 'PUT', body: { eta }, token })).status).toBe(status)
})

describe('verify', () => {
  const verify = (options: Parameters<TestServer['call']>[1]) =>
    testServer.call('/api/users/verify', { body: {}, ...options })

  it('returns a token client its token, wherever it was sent, and never the cookie’s', async () => {
    const { token } = await testServer.member()
    const asClient = { 'x-session': 'bearer' }
    expect((await verify({ token, headers: asClient })).body).toMatchObject({ verify: 1, token })
    expect((await verify({ body: { token }, headers: asClient })).body).toMatchObject({ verify: 1, token })
    expect((await verify({ token })).body).not.toHaveProperty('token')
    const cookie = `__Host-session=${token}`
    const { body } = await verify({ headers: { ...asClient, cookie, origin: testServer.url } })
    expect(body.verify).toBe(1)
    expect(body).not.toHaveProperty('token')
  })

  it('with another member’s tracker id is 404, with one’s own it is as without', async () => {
    const [member, other] = [await testServer.member(), await testServer.member()]
    for (const trackerId of [other.session.clickid, 'nobody']) {
      expect((await verify({ token: member.token, body: { trackerId } })).status).toBe(404)
      expect((await verify({ body: { token: member.token, trackerId } })).status).toBe(404)
    }
    expect((await verify({ token: member.token, body: { trackerId: member.session.clickid } })).body.verify).toBe(1)
    // Without a session nothing is revealed about an id.
    expect((await verify({ body: { trackerId: other.session.clickid } })).body).toEqual({ verify: 0 })
  })
})

describe('the name', () => {
  it.each([
    ['it', 'Membro'],
    ['es', 'Miembro'],
    ['fr', 'Membre'],
    ['en', 'Member'],
  ])('is never derived from the address: until it is chosen, it is the neutral word of %s', async (language, word) => {
    const email = `giovanna${people}.rossi.${language}@person.example.com`
    const { body } = await register(form({ email, language }))
    expect(body).toMatchObject({ nameMissing: true, screenName: word })
    expect(JSON.stringify({ ...body, email: '' }).toLowerCase()).not.toContain('giovanna')
    const stored = await testServer.database.db
      .selectFrom('members')
      .select('screen_name')
      .where('id', '=', body.angelId)
      .executeTakeFirstOrThrow()
    expect(stored.screen_name).toBeNull()
    const profile = () => testServer.call(`/api/users/profile/${body.clickid}`, { token: body.token })
    expect((await profile()).body.username).toBe(word)
    const { body: named } = await testServer.call(`/api/users/${body.clickid}`, {
      method: 'PUT',
      body: { username: ' Giò ' },
      token: body.token,
    })
    expect(named.user).toMatchObject({ nameMissing: false, screenName: 'Giò' })
    expect((await profile()).body.username).toBe('Giò')
  })

  it('given in the form is the member’s', async () => {
    expect((await register(form({ username: ' Ada ' }))).body).toMatchObject({ nameMissing: false, screenName: 'Ada' })
    expect((await register(form({ username: '' }))).body).toMatchObject({ nameMissing: true, screenName: 'Membro' })
  })

  it('is shown to others as the neutral word too: on the card, in blocks', async () => {
    const reader = await testServer.member({ gender: 'man' })
    const unnamed = await testServer.member({ gender: 'woman' })
    await testServer.database.db
      .updateTable('members')
      .set({ screen_name: null })
      .where('id', '=', unnamed.session.angelId)
      .execute()
    const { body } = await testServer.call(`/dispenser/${unnamed.session.angelId}/IT/donna`, { token: reader.token })
    expect(body[0].screenName).toBe('Membro')
    await testServer.call('/api/block', { body: { angelId: unnamed.session.angelId }, token: reader.token })
    expect((await testServer.call('/api/block', { token: reader.token })).body[0].screenName).toBe('Membro')
  })
})

describe('the limits of the form', () => {
  it.each([
    ['one address', (n: number) => ({ email: 'same@person.example.com', ip: `192.0.${n}.1` })],
    ['one network', (n: number) => ({ email: `another${n}@person.example.com`, ip: `198.51.100.${n}` })],
  ])(
    'for %s: a proof of work from half of it on, beyond it none for an address, harder proofs for a network',
    async (what, from) => {
      const asked: number[] = []
      const deps = {
        db: testServer.database.db,
        clock: () => new Date('2030-01-01T00:00:00Z'),
        signalKeys: [Buffer.alloc(32, 1)],
        signupLimits: what === 'one address' ? { perEmail: 4, perIp: 100 } : { perEmail: 100, perIp: 4 },
        challenges: { require: async (...given: unknown[]) => void asked.push(given[3] as number) },
      } as unknown as IdentityDeps
      const answers: string[] = []
      for (let n = 1; n <= 8; n += 1) {
        const { email, ip } = from(n)
        const before = asked.length
        const call = { site: { brandId: 'local' } as Site, ip, body: { altcha: 'solved' } }
        answers.push(
          await guardAgainstFlooding(deps, call, email).then(
            () => (asked.length > before ? `work ${asked.at(-1)}` : 'free'),
            (error: { status: number }) => String(error.status),
          ),
        )
      }
      const beyond = what === 'one address' ? ['429', '429', '429', '429'] : ['work 0', 'work 0', 'work 0', 'work 1']
      expect(answers).toEqual(['free', 'free', 'work 0', 'work 0', ...beyond])
    },
  )

  it('include guesses at the password of the address: the eleventh requires work', async () => {
    const { db } = testServer.database
    const signalKeys = [Buffer.alloc(32, 2)] as const
    const at = new Date('2030-01-01T00:00:00Z')
    const difficulties: (number | undefined)[] = []
    const deps = {
      db,
      clock: () => at,
      signalKeys,
      signupLimits: { perEmail: 100, perIp: 100 },
      challenges: { require: async (...given: unknown[]) => void difficulties.push(given[3] as number) },
    } as unknown as IdentityDeps
    const email = 'guessed@person.example.com'
    const call = { site: { brandId: 'local' } as Site, ip: '203.0.113.1', body: {} }
    for (let wrong = 1; wrong <= 10; wrong += 1) {
      await guardAgainstFlooding(deps, call, email)
      await countGuess(db, addressHash(signalKeys, 'local', email), at)
    }
    expect(difficulties).toEqual([])
    await guardAgainstFlooding(deps, call, email)
    expect(difficulties).toEqual([0])
  })
})

describe('consents given at sign-up', () => {
  it.each([
    [undefined, false, false],
    [{ promotion: true, thirdParty: false }, true, false],
    [{ promotion: false, thirdParty: true }, false, true],
  ])('are stored box by box with their text: %j', async (consents, promotion, thirdParty) => {
    const { body } = await register(form({ ...(consents && { consents }), language: 'fr' }))
    const brand = testServer.context.brands.byHost('localhost')!
    const [terms, privacy] = (['terms', 'privacy'] as const).map((page) => legalPage(brand, page, 'fr').version)
    expect(terms).not.toBe(privacy)
    const rows = await testServer.database.db
      .selectFrom('consents')
      .select(['kind', 'granted', 'text_version', 'locale'])
      .where('member_id', '=', body.angelId)
      .orderBy('kind')
      .execute()
    const row = (kind: string, granted: boolean, text_version = terms) => ({
      kind,
      granted,
      text_version,
      locale: 'fr',
    })
    expect(rows).toEqual([
      row('adult', true),
      row('clauses', true),
      row('data', true, privacy),
      row('promotion', promotion, privacy),
      row('terms', true),
      row('third_party', thirdParty, privacy),
    ])
  })
})

describe('an address that is taken', () => {
  it('is recognised as one’s own only on the device that registered it, at that brand', async () => {
    const [ada, bea] = [
      await testServer.registeredMember({ form: { fingerprint: 'device of Ada' } }),
      await testServer.registeredMember({ form: { fingerprint: 'device of Bea' } }),
    ]
    const there = await testServer.member({ host: 'battito.localhost', form: { email: ada.email } })
    expect(there.email).toBe(ada.email)
    const again = async (email: string, fingerprint: string, host = 'localhost') => {
      const wish = { email, password: 'altre parole a caso', fingerprint }
      const utente = await testServer.encrypt(form(wish))
      return (await testServer.call('/api/users/register', { body: { utente }, host })).body.code
    }
    expect([
      await again(ada.email, 'device of Ada'),
      await again(bea.email, 'device of Ada'),
      await again(ada.email, 'device of Ada', 'battito.localhost'),
    ]).toEqual(['1003', '1000', '1000'])
  })
})

describe('what `sono` and `cerco` cannot say', () => {
  it('is chosen at sign-up, too', async () => {
    const { status, body } = await register(
      form({
        listedAll: ['donna', 'uomo'],
        seeksAll: ['donna', 'uomo'],
        genderWord: 'nonbinary',
        hidesGenderWord: true,
      }),
    )
    expect([status, body.sono, body.cerco]).toEqual([200, 'uomo', 'donna'])
    expect([body.listedAll, body.seeksAll]).toEqual([
      ['uomo', 'donna'],
      ['donna', 'uomo'],
    ])
    const profile = await testServer.call(`/api/users/profile/${body.clickid}`, { token: body.token })
    expect(profile.body).toMatchObject({
      listedAll: ['uomo', 'donna'],
      seeksAll: ['donna', 'uomo'],
      genderWord: 'nonbinary',
      hidesGenderWord: true,
    })
  })

  it.each([
    [{ sono: 'uomo', listedAll: ['donna'] }, 'errore_sono'],
    [{ cerco: 'donna', seeksAll: ['uomo'] }, 'errore_cerco'],
    [{ sono: '', listedAll: ['donna'] }, 'errore_sono'],
  ])('%j is the failure of its field, and opens no account', async (wish, code) => {
    const wrong = form(wish) as { email: string }
    const answer = await register(wrong)
    expect([answer.status, answer.body.code]).toEqual([400, code])
    const { rows } = await testServer.database.pool.query('select from member_emails where email = $1', [wrong.email])
    expect(rows).toEqual([])
  })
})
