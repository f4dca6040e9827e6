import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let testServer: TestServer
let now = new Date()
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => now })
})
afterAll(() => testServer?.close())

const anna = {
  name: 'Anna Bianchi',
  email: 'anna@person.example.com',
  topic: 'payments',
  message: 'Buongiorno,\nquando si rinnova il piano?',
}
const write = (change: object = {}, options: { token?: string; host?: string } = {}) =>
  testServer.call('/api/contact', { body: { ...anna, ...change }, ...options })
const inbox = async (to: string): Promise<{ subject: string; text: string; html: string; to: string }[]> =>
  (await fetch(`${testServer.sandbox.origin}/mail?to=${encodeURIComponent(to)}`)).json() as never
const queued = async () =>
  Number((await testServer.database.pool.query("select count(*) as n from emails where kind = 'contact'")).rows[0].n)

test('a message reaches the brand’s support, readable, and no one else', async () => {
  expect((await write({}, { host: 'battito.localhost' })).body).toEqual({ result: 'OK' })
  const mail = await testServer.mailTo('help@battito.example')
  expect(mail.subject).toBe('[Battito] Pagamenti e disdetta: Anna Bianchi')
  expect(mail.text).toContain('Buongiorno,\nquando si rinnova il piano?')
  expect(mail.text).toContain('anna@person.example.com')
  expect(mail.text).toContain('non ha fatto l’accesso')
  expect(await inbox('anna@person.example.com')).toEqual([])
  expect(await inbox(testServer.context.brands.byKey('local')?.support.email ?? '')).toEqual([])
})

test('support sees which member sent it', async () => {
  const { token, session } = await testServer.member({ host: 'brisa.localhost' })
  await write({ email: 'signed@person.example.com', message: 'Ho un problema.' }, { token, host: 'brisa.localhost' })
  const brand = testServer.context.brands.byKey('brisa')
  const mail = await testServer.mailTo(brand?.support.email ?? '')
  expect(mail.text).toContain(session.angelId)
  // Support reads its own language, whatever the page's.
  expect(mail.subject).toContain('Pagos y cancelación')
})

test.each([
  ['no name', { name: '  ' }, 'errore_nome', 'name'],
  ['a name of two lines', { name: 'Anna\r\nBcc: all@person.example.com' }, 'errore_nome', 'name'],
  [
    'an address with a header in it',
    { email: 'anna@person.example.com%0d%0abcc:x@y.example' },
    'errore_email',
    'email',
  ],
  ['two addresses', { email: 'anna@person.example.com,bob@person.example.com' }, 'errore_email', 'email'],
  ['an address in brackets', { email: 'Anna<bob@person.example.com>' }, 'errore_email', 'email'],
  ['no topic', { topic: undefined }, 'errore_argomento', 'topic'],
  ['a topic of its own', { topic: 'spam' }, 'invalid', 'topic'],
  ['an empty message', { message: ' \n ' }, 'errore_messaggio', 'message'],
  ['too long a message', { message: 'a'.repeat(4001) }, 'invalid', 'message'],
  ['control characters', { message: 'a\u0000b' }, 'invalid', 'message'],
  ['another receiver', { to: 'bob@person.example.com' }, 'invalid', undefined],
])('%s is refused, and nothing is sent', async (_, change, code, field) => {
  const before = await queued()
  const { status, body } = await write(change)
  expect({ status, code: body.code, field: body.field }).toEqual({ status: 400, code, field })
  expect(await queued()).toBe(before)
})

test('white space in the address is trimmed', async () => {
  expect((await write({ email: ' spaced@person.example.com\n' })).status).toBe(200)
})

test('the message is text, never markup', async () => {
  await write(
    {
      email: 'markup@person.example.com',
      name: '<img src=x onerror=alert(1)>',
      message: '<script>alert(1)</script>\nhttp://evil.example',
    },
    { host: 'vicino.localhost' },
  )
  const { html } = await testServer.mailTo(testServer.context.brands.byKey('vicino')?.support.email ?? '')
  expect(html).not.toMatch(/<script|<img/)
  expect(html).toContain('&lt;script&gt;')
})

test('near the limit a proof of work is required, above it nothing is sent, and an hour later all is normal', async () => {
  const flood = { email: 'flood@person.example.com' }
  expect((await write(flood)).status).toBe(200)
  expect((await write({ ...flood, email: 'FLOOD@person.example.com' })).status).toBe(200)
  expect(await write(flood)).toMatchObject({ status: 403, body: { code: 'challenge_required', field: 'altcha' } })
  const altcha = await testServer.solve()
  expect((await write({ ...flood, altcha })).status).toBe(200)
  expect(await write({ ...flood, altcha })).toMatchObject({ status: 403, body: { code: 'challenge_required' } })
  expect(await write({ ...flood, altcha: await testServer.solve() })).toMatchObject({
    status: 429,
    body: { code: '1007' },
  })
  now = new Date(now.getTime() + 3_600_000)
  expect((await write(flood)).status).toBe(200)
})
