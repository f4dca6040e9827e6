import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { legalPage } from '#modules/brands/index.ts'
import { visitorChoice } from './visitor-choice.ts'

let testServer: TestServer
let now = new Date()
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => now })
})
afterAll(() => testServer?.close())

const say = (token: string, kind: string, granted: boolean, l = 'it') =>
  testServer.call('/api/consents', { token, body: { kind, granted, l } })
const read = async (
  token: string,
): Promise<{
  optional: { kind: string; granted: boolean }[]
  history: { kind: string; granted: boolean; textVersion: string; locale: string; time: string }[]
}> => (await testServer.call('/api/consents', { token })).body
const version = (page: 'privacy' | 'cookie', locale: 'it' | 'fr' | 'es', brand = 'local') => {
  const found = testServer.context.brands.byKey(brand)
  return found && legalPage(found, page, locale).version
}

describe('the consent centre', () => {
  test('shows the choices made at sign-up, and keeps both records when withdrawn', async () => {
    const { token } = await testServer.member({ form: { consents: { promotion: true, thirdParty: false } } })
    const first = await read(token)
    expect(first.optional).toEqual([
      { kind: 'promotion', granted: true },
      { kind: 'third_party', granted: false },
      { kind: 'analytics', granted: false },
      { kind: 'remarketing', granted: false },
    ])
    expect(first.history.map(({ kind, granted }) => `${kind} ${granted}`).sort()).toEqual([
      'adult true',
      'clauses true',
      'data true',
      'promotion true',
      'terms true',
      'third_party false',
    ])

    now = new Date(now.getTime() + 1000)
    expect((await say(token, 'promotion', false, 'fr')).body).toEqual({ result: 'OK' })
    await say(token, 'promotion', false, 'fr')
    now = new Date(now.getTime() + 1000)
    await say(token, 'analytics', true)
    const { optional, history } = await read(token)
    expect(optional.filter(({ granted }) => granted)).toEqual([{ kind: 'analytics', granted: true }])
    expect(history).toHaveLength(8)
    expect(history.slice(0, 2)).toEqual([
      { kind: 'analytics', granted: true, textVersion: version('cookie', 'it'), locale: 'it', time: now.toISOString() },
      {
        kind: 'promotion',
        granted: false,
        textVersion: version('privacy', 'fr'),
        locale: 'fr',
        time: new Date(now.getTime() - 1000).toISOString(),
      },
    ])
  })

  test('asks only for the brand’s consents, and allows withdrawing others', async () => {
    const { token, session } = await testServer.member()
    const brand = testServer.context.brands.byKey('local') ?? expect.fail('no brand')
    const { optional } = brand.cookieConsent
    const asks = (kinds: string[]) => Object.assign(brand.cookieConsent, { optional: kinds })
    try {
      await say(token, 'analytics', true)
      asks([])
      expect((await read(token)).optional.map(({ kind }) => kind)).toEqual(['promotion', 'third_party', 'analytics'])
      expect(await say(token, 'remarketing', true)).toMatchObject({ status: 400, body: { field: 'kind' } })
      now = new Date(now.getTime() + 1000)
      expect((await say(token, 'analytics', false)).status).toBe(200)
      expect((await read(token)).optional.map(({ kind }) => kind)).toEqual(['promotion', 'third_party'])
    } finally {
      asks([...optional])
    }
    expect(
      await testServer.database.db
        .selectFrom('consents')
        .select('granted')
        .where('member_id', '=', session.angelId)
        .where('kind', '=', 'remarketing')
        .execute(),
    ).toEqual([])
  })

  test.each([
    ['terms', true],
    ['terms', false],
    ['adult', false],
    ['data', false],
    ['renewal', true],
  ])('changes nothing about %s (%s)', async (kind, granted) => {
    const { token } = await testServer.member()
    const before = (await read(token)).history.length
    expect((await say(token, kind, granted)).status).toBe(400)
    expect((await read(token)).history).toHaveLength(before)
  })

  test('is private to its member', async () => {
    const [me, other] = [await testServer.member(), await testServer.member()]
    await say(other.token, 'promotion', true)
    expect((await read(me.token)).history.some(({ kind, granted }) => kind === 'promotion' && granted)).toBe(false)
    for (const options of [{}, { token: 'A'.repeat(43) }, { token: me.token, host: 'battito.localhost' }])
      expect((await testServer.call('/api/consents', options)).status).toBe(401)
    expect(
      (
        await testServer.call('/api/consents', {
          token: me.token,
          body: { kind: 'promotion', granted: true, l: 'it', memberId: other.session.angelId },
        })
      ).status,
    ).toBe(400)
    expect(
      (await testServer.call('/api/consents', { token: me.token, body: { kind: 'promotion', granted: 1, l: 'xx' } }))
        .status,
    ).toBe(400)
  })

  test('ten concurrent choices are at most ten records, one of which counts', async () => {
    const { token } = await testServer.member()
    await Promise.all(Array.from({ length: 10 }, (_, at) => say(token, 'promotion', at % 2 === 0)))
    const { history, optional } = await read(token)
    const said = history.filter(({ kind }) => kind === 'promotion')
    expect(said.length).toBeLessThanOrEqual(11)
    expect(optional.find(({ kind }) => kind === 'promotion')?.granted).toBe(said[0]?.granted)
  })
})

describe('a visitor’s choice', () => {
  const days = 180
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
  const cookies = (at: Date, change: Record<string, string> = {}) => ({
    cookiePolicy: 'true',
    cookieChoice: `0123456789ab.es.${seconds(at)}`,
    analytics: 'true',
    remarketing: 'false',
    ...change,
  })
  const header = (given: Record<string, string>) =>
    Object.entries(given)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')

  test('becomes the member’s at sign-in: text, language and time, once', async () => {
    const { email, password, token } = await testServer.member()
    const before = new Date(seconds(now) * 1000 - 3_600_000)
    const signIn = () =>
      testServer.call('/api/users/authenticate', {
        body: { email, password },
        headers: { origin: testServer.url, cookie: header(cookies(before)) },
      })
    expect((await signIn()).status).toBe(200)
    await signIn()
    const { history } = await read(token)
    expect(
      history
        .filter(({ kind }) => ['analytics', 'remarketing'].includes(kind))
        .sort((a, b) => a.kind.localeCompare(b.kind)),
    ).toEqual([
      { kind: 'analytics', granted: true, textVersion: '0123456789ab', locale: 'es', time: before.toISOString() },
      { kind: 'remarketing', granted: false, textVersion: '0123456789ab', locale: 'es', time: before.toISOString() },
    ])
  })

  test('does not override what the member chose later', async () => {
    const { email, password, token } = await testServer.member()
    await say(token, 'analytics', false)
    await testServer.call('/api/users/authenticate', {
      body: { email, password },
      headers: { origin: testServer.url, cookie: header(cookies(new Date(now.getTime() - 3_600_000))) },
    })
    expect((await read(token)).optional.find(({ kind }) => kind === 'analytics')).toEqual({
      kind: 'analytics',
      granted: false,
    })
  })

  test.each([
    ['none', {}],
    ['not answered', cookies(now, { cookiePolicy: 'false' })],
    ['without its text', cookies(now, { cookieChoice: '' })],
    ['of no language', cookies(now, { cookieChoice: `0123456789ab.xx.${seconds(now)}` })],
    ['of no text', cookies(now, { cookieChoice: `0123456789AB.it.${seconds(now)}` })],
    ['with more in it', cookies(now, { cookieChoice: `0123456789ab.it.${seconds(now)};x` })],
    ['of tomorrow', cookies(new Date(now.getTime() + 86_400_000))],
  ])('%s is ignored', (_, given) => expect(visitorChoice(given, { now, days })).toBeUndefined())

  test('counts from a minute ahead until it is asked for again, to the second', () => {
    const at = new Date(Math.floor(now.getTime() / 1000) * 1000)
    const counts = (seconds: number) =>
      visitorChoice(cookies(at), { now: new Date(at.getTime() + seconds * 1000), days })
    expect([-61, -60, 0, days * 86_400, days * 86_400 + 1].map((age) => counts(age)?.at.getTime())).toEqual([
      undefined,
      at.getTime(),
      at.getTime(),
      at.getTime(),
      undefined,
    ])
    const { analytics: _, ...other } = cookies(at, { remarketing: 'true' })
    expect(visitorChoice(other, { now: at, days })?.allowed).toEqual({ analytics: false, remarketing: true })
  })

  test('is of what the brand asks for, and no older than the brand keeps it; the history goes by when it was said', async () => {
    const brand = testServer.context.brands.byKey('local') ?? expect.fail('no brand')
    const { cookieConsent } = brand
    const adopt = async (daysAgo: number) => {
      const { email, password, token } = await testServer.member()
      const cookie = header(cookies(new Date(now.getTime() - daysAgo * 86_400_000), { remarketing: 'true' }))
      const headers = { origin: testServer.url, cookie }
      await testServer.call('/api/users/authenticate', { body: { email, password }, headers })
      return (await read(token)).history.map(({ kind, granted }) => `${kind} ${granted}`)
    }
    try {
      Object.assign(brand, { cookieConsent: { askAgainAfterDays: 200, optional: ['analytics'] } })
      const history = await adopt(199)
      expect([history.length > 1, history.at(-1)]).toEqual([true, 'analytics true'])
      expect(history.filter((one) => one.startsWith('remarketing'))).toEqual([])
      expect((await adopt(201)).filter((one) => one.startsWith('analytics'))).toEqual([])
    } finally {
      Object.assign(brand, { cookieConsent })
    }
  })

  test('allows only what it names', () => {
    expect(visitorChoice(cookies(now, { analytics: 'yes', remarketing: '1' }), { now, days })?.allowed).toEqual({
      analytics: false,
      remarketing: false,
    })
  })
})
