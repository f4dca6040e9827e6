import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsOf } from '#test/support/accounts.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { signupElsewhere } from './elsewhere.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
}, 60_000)
afterAll(() => testServer.close())

describe('a country that another brand serves', () => {
  const { form, register: send } = accountsOf(() => testServer)
  const register = (change: object, host: string) => send(form(change), { host })

  it('is answered with 1006 and the sign-up page of that brand, and no one is registered', async () => {
    const email = 'from.spain@person.example.com'
    const { status, body } = await register({ email, country: 'es', geo: 'Andalucía' }, 'vicino.localhost')
    expect([status, body.code, body.field, body.redirect]).toEqual([
      409,
      '1006',
      'country',
      'https://cercame.example/signup',
    ])
    expect(body.message).toMatch(/-1006$/)
    expect(
      await testServer.database.db.selectFrom('members').select('id').where('email', '=', email).execute(),
    ).toEqual([])
  })

  it('is answered before any personal data is asked for', async () => {
    const { status, body } = await testServer.call('/api/users/register', {
      body: { utente: await testServer.encrypt({ country: 'ES' }) },
      host: 'vicino.localhost',
    })
    expect([status, body.code, body.redirect]).toEqual([409, '1006', 'https://cercame.example/signup'])
    expect(
      (
        await testServer.call('/api/users/register', {
          body: { utente: await testServer.encrypt({ country: 'US' }) },
          host: 'vicino.localhost',
        })
      ).body.code,
    ).toBe('errore_email')
  })

  it('is only refused there: its own country, and every other brand, can register', async () => {
    expect((await register({ country: 'IT' }, 'vicino.localhost')).status).toBe(200)
    expect((await register({}, 'vicino.localhost')).status).toBe(200)
    expect((await register({ country: 'ES', geo: 'Nowhere' }, 'battito.localhost')).body.code).toBe('errore_citta')
  })

  it('redirects, in a demo, to the other brand’s host on the same port', () => {
    const { brands } = testServer.context
    const vicino = brands.byKey('vicino') ?? expect.fail('no vicino')
    const where = (demo: boolean) =>
      signupElsewhere({ everyBrand: brands, demo }, { origin: 'http://vicino.localhost:4150' }, vicino, 'ES')
    expect(where(true)).toBe('http://cercame.localhost:4150/signup')
    expect(where(false)).toBe('https://cercame.example/signup')
    for (const country of ['IT', 'US', 'constructor', '__proto__', ''])
      expect(
        signupElsewhere(
          { everyBrand: brands, demo: true },
          { origin: 'http://vicino.localhost:4150' },
          vicino,
          country,
        ),
      ).toBeUndefined()
  })
})
