import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { contact } from './contact.ts'
import type { ContactDeps } from './deps.ts'

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
const stored = async (): Promise<number> =>
  Number((await testServer.database.pool.query('select count(*) as n from tickets')).rows[0].n)
const ticketOf = async (email: string) =>
  (
    await testServer.database.pool.query(
      `select t.brand_id, t.member_id, t.signed_in, t.topic, t.subject, t.locale, t.state, m.kind, m.via, m.body
       from tickets t join ticket_messages m on (m.brand_id, m.ticket_id) = (t.brand_id, t.id) where t.email = $1`,
      [email],
    )
  ).rows

test('a message becomes a ticket of the brand, and no mail to the brand', async () => {
  expect((await write({}, { host: 'battito.localhost' })).body).toEqual({ result: 'OK' })
  expect(await ticketOf(anna.email)).toEqual([
    {
      brand_id: 'battito',
      member_id: null,
      signed_in: false,
      topic: 'payments',
      subject: 'Buongiorno, quando si rinnova il piano?',
      locale: 'it',
      state: 'open',
      kind: 'member',
      via: 'form',
      body: 'Buongiorno,\nquando si rinnova il piano?',
    },
  ])
  expect((await testServer.database.pool.query("select 1 from emails where kind = 'contact'")).rows).toEqual([])
})

test('its writer gets a mail that it has arrived, once a day and without a word of theirs, and no program does', async () => {
  const host = 'battito.localhost'
  const received = async (email: string) =>
    (
      await testServer.database.pool.query(
        "select brand_id, member_id, locale, props from emails where kind = 'support-received' and to_address = $1",
        [email],
      )
    ).rows
  const email = 'carla@person.example.com'
  for (const message of ['Prima domanda', 'Seconda domanda']) await write({ email, message }, { host })
  expect(await received(email)).toEqual([
    {
      brand_id: 'battito',
      member_id: null,
      locale: 'it',
      props: { link: expect.stringMatching(/contactUs$/), isMember: false },
    },
  ])
  const { text } = await testServer.mailTo(email)
  expect(text).not.toMatch(/domanda|Anna/)
  now = new Date(now.getTime() + 86_400_000)
  await write({ email }, { host })
  expect(await received(email)).toHaveLength(2)
  const member = await testServer.member({ host })
  await write({ email: member.email }, { host, token: member.token })
  expect(await received(member.email)).toMatchObject([
    { props: { link: expect.stringMatching(/requests$/), isMember: true } },
  ])
  for (const program of ['no-reply@person.example.com', 'MAILER-DAEMON@person.example.com']) {
    await write({ email: program }, { host })
    expect(await ticketOf(program.toLowerCase())).toHaveLength(1)
    expect(await received(program.toLowerCase())).toEqual([])
  }
})

test('it belongs to who is signed in, or to whose confirmed address it is; the sender cannot tell', async () => {
  const host = 'brisa.localhost'
  const { token, session, email } = await testServer.member({ host })
  const signedIn = await write({ email: 'signed@person.example.com' }, { token, host })
  expect(await ticketOf('signed@person.example.com')).toMatchObject([{ member_id: session.angelId, signed_in: true }])
  const known = await write({ email: email.toUpperCase() }, { host })
  expect(await ticketOf(email)).toMatchObject([{ member_id: session.angelId, signed_in: false }])
  const unconfirmed = await testServer.member({ host })
  await testServer.database.pool.query('update members set email_confirmed_at = null where id = $1', [
    unconfirmed.session.angelId,
  ])
  const unknown = await write({ email: unconfirmed.email }, { host })
  expect(await ticketOf(unconfirmed.email)).toMatchObject([{ member_id: null }])
  // An address of a member of another brand is a stranger's.
  const elsewhere = await testServer.member({ host: 'battito.localhost' })
  await write({ email: elsewhere.email }, { host })
  expect(await ticketOf(elsewhere.email)).toMatchObject([{ brand_id: 'brisa', member_id: null }])
  for (const { status, body } of [signedIn, known, unknown]) expect([status, body]).toEqual([200, { result: 'OK' }])
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
])('%s is refused, and nothing is stored', async (_, change, code, field) => {
  const before = await stored()
  const { status, body } = await write(change)
  expect({ status, code: body.code, field: body.field }).toEqual({ status: 400, code, field })
  expect(await stored()).toBe(before)
})

test('white space in the address is trimmed', async () => {
  expect((await write({ email: ' spaced@person.example.com\n' })).status).toBe(200)
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

test('without a console it is mailed to the brand; an hour has so many messages of an address at a brand and of a network, with proof of work from half of them on', async () => {
  const sent: object[] = []
  const proofs: unknown[] = []
  let at = new Date('2026-05-04T10:00:00Z')
  const deps = {
    db: testServer.database.db,
    brands: testServer.context.brands,
    challenges: { require: async (...given: unknown[]) => void proofs.push(given.slice(1)) },
    enqueueEmail: async (_tx: unknown, mail: object) => void sent.push(mail),
    hasConsole: false,
    signalKeys: [Buffer.alloc(32, 1)],
    contactLimits: { perEmail: 4, perIp: 6 },
    clock: () => at,
  } as unknown as ContactDeps
  const asked = async (email: string, ip: string, brandId = 'battito', more: object = {}) => {
    const [before, proved] = [sent.length, proofs.length]
    const request = { query: {}, cookies: {}, headers: { 'accept-language': 'en' } }
    const call = { body: { ...anna, email, altcha: 'solved' }, site: { brandId }, member: null, ip, request, ...more }
    const refused = await contact(deps, call as never).catch((failure: unknown) => failure)
    if (refused) expect(refused).toMatchObject({ status: 429, code: '1007' })
    return refused ? 'refused' : `${sent.length - before} sent, ${proofs.length - proved} proved`
  }
  const times = async (n: number, ask: (n: number) => Promise<string>) => {
    const said = []
    for (let i = 0; i < n; i += 1) said.push(await ask(i))
    return said
  }
  const [free, proved] = ['1 sent, 0 proved', '1 sent, 1 proved']
  // Each from a network of its own.
  expect(await times(5, (n) => asked('one@person.example.com', `198.51.${n}.1`))).toEqual([
    free,
    free,
    proved,
    proved,
    'refused',
  ])
  expect(proofs[0]).toEqual(['solved', at, 0])
  expect(await asked('one@person.example.com', '198.51.9.1', 'brisa')).toBe(free)
  // Each of an address of its own.
  const before = proofs.length
  expect(await times(32, (n) => asked(`n${n}@person.example.com`, '203.0.113.7'))).toEqual([
    free,
    free,
    free,
    ...Array.from({ length: 27 }, () => proved),
    'refused',
    'refused',
  ])
  // Six are usual: proofs become harder from twelve on, and thirty are the end.
  expect(proofs.slice(before).map((given) => (given as unknown[])[2])).toEqual([
    ...Array.from({ length: 8 }, () => 0),
    ...Array.from({ length: 12 }, () => 1),
    ...Array.from({ length: 7 }, () => 2),
  ])
  at = new Date('2026-05-04T11:00:00Z')
  const member = { memberId: 'a-member' }
  expect(await asked('one@person.example.com', '203.0.113.7', 'brisa', { member })).toBe(free)
  const mail = { kind: 'contact', to: deps.brands.byKey('brisa')?.support.email, locale: 'es' }
  expect(sent.at(-1)).toEqual({
    ...mail,
    brandId: 'brisa',
    memberId: 'a-member',
    props: {
      ...anna,
      email: 'one@person.example.com',
      memberId: 'a-member',
      language: expect.stringMatching(/^e[ns]$/),
    },
  })
  expect(sent[0]).toMatchObject({ brandId: 'battito', memberId: null, props: { memberId: null } })
})
