import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '@incontro/contract'
import type { Http } from '#platform/http/bind.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import type { ActivityDeps } from './deps.ts'
import { activityRoutes } from './routes.ts'
import { scrub } from './scrub.ts'

const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbm5hQGV4YW1wbGUub3JnIn0.MEUCIQDexample'

describe('a browser’s report is stored without', () => {
  it.each([
    ['addresses', 'no mail to anna.rossi+x@person.example.com, sorry', 'no mail to [email], sorry'],
    ['addresses in a link', 'at /resend/anna%40person.example.com', 'at /resend/[email]'],
    [
      'queries of links',
      'failed https://battito.example/resetPassword?token=abc&mail=a@b.example here',
      'failed https://battito.example/resetPassword?[query] here',
    ],
    ['queries of paths', '/confirmEmail?token=abc', '/confirmEmail?[query]'],
    ['fragments', 'https://battito.example/find#anna', 'https://battito.example/find?[query]'],
    ['names in addresses', 'https://anna:secret@battito.example/find', 'https://battito.example/find'],
    ['link tokens', `used ${'aB3_-'.repeat(9)} twice`, 'used [token] twice'],
    ['signed tokens', `utente ${jwt}`, 'utente [token]'],
    ['headers', 'Authorization: Bearer abc.def', 'Authorization: [secret]'],
    ['fields', '{"password":"tre parole","email":"a@b.example"}', '{"password":[secret],"email":"[email]"}'],
    ['cards', '4111 1111 1111 1111', '[number]'],
    ['telephones', 'call +39 333 123 45 67', 'call [number]'],
  ])('%s', (_, text, kept) => expect(scrub(text)).toBe(kept))

  it('but with the place of the error', () => {
    const stack =
      "SyntaxError: Unexpected token < in JSON\nTypeError: Cannot read properties of undefined (reading 'map')\n    at Chats (https://battito.example/assets/chats-Bx81kQ.js:1:2345)\n    at ji (https://battito.example/assets/vendor-C0ffee.js:8:51234)"
    expect(scrub(stack)).toBe(stack)
  })

  it('in linear time for any text', () => {
    const from = performance.now()
    for (const hostile of [
      'a@'.repeat(2000),
      '/'.repeat(4000),
      'a.'.repeat(2000),
      '1 '.repeat(2000),
      '://'.repeat(1300),
      'token='.repeat(600),
      '?#'.repeat(2000),
      'a'.repeat(4000),
      '%40'.repeat(1300),
    ])
      scrub(hostile)
    expect(performance.now() - from).toBeLessThan(500)
  })
})

describe('POST /api/log/client', () => {
  let testServer: TestServer
  beforeAll(async () => {
    testServer = await startTestServer({ jobs: false, limitFactor: 1 })
  })
  afterAll(() => testServer?.close())
  const report = (body: object) => testServer.call('/api/log/client', { body })

  it('takes an error of a known form and size, at most twenty a minute', async () => {
    expect(
      (await report({ subject: 'Errore web', messaggio: { errore: 'x' }, clickid: 'tid-1', page: '/find' })).body,
    ).toEqual({ result: 'OK' })
    expect((await report({ subject: 'Errore authServices', messaggio: 'x'.repeat(4000) })).status).toBe(200)
    for (const body of [
      {},
      { subject: 's' },
      { subject: 's', messaggio: 'x'.repeat(4001) },
      { subject: 's'.repeat(201), messaggio: 'm' },
      { subject: 's', messaggio: { errore: 'e', more: 1 } },
      { subject: 's', messaggio: 'm', page: '/'.repeat(501) },
      { subject: 's', messaggio: 'a\u0000' },
    ]) {
      expect((await report(body)).status).toBe(400)
    }
    const statuses = []
    for (let nth = 10; nth <= 21; nth += 1) statuses.push((await report({ subject: 's', messaggio: 'm' })).status)
    expect(statuses).toEqual([...Array.from({ length: 11 }, () => 200), 429])
  })

  it('logs the brand, and nothing that identifies a person', async () => {
    const logged: unknown[] = []
    const handlers = new Map<unknown, (call: object) => unknown>()
    const http = { bind: (route: unknown, handler: (call: object) => unknown) => handlers.set(route, handler) }
    const log = { warn: (facts: unknown) => logged.push(facts) }
    activityRoutes(http as unknown as Http, { log } as unknown as ActivityDeps)
    const given = { subject: 'Error of a@b.example', page: '/find?next=/x', site: { brandId: 'local' } }
    for (const messageText of ['x '.repeat(501), { errorText: 'by a@b.example' }]) {
      const { site, ...body } = { ...given, messageText }
      await handlers.get(routes.logClient)?.({ body, site })
    }
    const facts = { brand: 'local', subject: 'Error of [email]', page: '/find?[query]' }
    expect(logged).toEqual([
      { ...facts, text: 'x '.repeat(500) },
      { ...facts, text: 'by [email]' },
    ])
  })
})
