import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type Answer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { deviceCookie } from '../index.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import {
  addressHash,
  countGuess,
  difficultyOf,
  freeGuesses,
  guessesAt,
  noteWrongPassword,
  notifyOfGuesses,
  sweepGuesses,
} from './guesses.ts'

const enqueueEmail = emailQueue(() => new Date())

const hour = 3_600_000
let testServer: TestServer
let offsetMs = 0
beforeAll(async () => {
  testServer = await startTestServer({
    clock: () => new Date(Date.now() + offsetMs),
    trustedProxies: ['127.0.0.0/8', '::1'],
  })
}, 60_000)
afterAll(() => testServer?.close())

let networks = 0
const network = (): string => `2001:db8:${(networks += 1).toString(16)}::1`
interface Try {
  readonly password?: string
  readonly from?: string
  readonly device?: string
  readonly altcha?: string
}
const signIn = (email: string, { password = 'not this one', from = network(), device, altcha }: Try = {}) =>
  testServer.call('/api/users/authenticate', {
    body: { email, password, ...(altcha === undefined ? {} : { altcha }) },
    headers: {
      origin: testServer.url,
      'x-forwarded-for': from,
      ...(device === undefined ? {} : { cookie: `${deviceCookie}=${device}` }),
    },
  })
const said = ({ status, body }: Answer) => [status, body.code]
const deviceIn = ({ headers }: Answer): string =>
  new RegExp(`${deviceCookie}=([^;]+)`).exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
const guess = async (email: string, times: number) => {
  for (let n = 0; n < times; n += 1) expect(said(await signIn(email))).toEqual([401, 'mail_password_errati'])
}
/** As if this many guesses had been made, the last one now. */
const guessed = (wrong: number) =>
  testServer.database.db
    .updateTable('password_guesses')
    .set({ wrong, last_at: new Date(Date.now() + offsetMs) })
    .execute()
const noticesTo = (member: TestMember) =>
  testServer.database.db
    .selectFrom('emails')
    .select('id')
    .where('member_id', '=', member.session.angelId)
    .where('kind', '=', 'password-guesses')
    .execute()

const jobsDone = () =>
  expect
    .poll(async () => {
      const { rows } = await testServer.database.pool.query<{ n: number }>(
        `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'identity-guesses'`,
      )
      return rows[0]?.n
    })
    .toBe(0)

describe.each(['a member', 'nobody'])('guessing the password of %s, from a new network each time', (who) => {
  it('requires a proof of work after ten, twice as much for every ten more', async () => {
    const email = who === 'nobody' ? 'nobody.guessed@person.example.com' : (await testServer.member()).email
    await guess(email, freeGuesses)
    const refused = await signIn(email)
    expect(said(refused)).toEqual([403, 'challenge_required'])
    expect(refused.body).toMatchObject({ field: 'altcha', difficulty: 0 })
    expect(refused.body.message).toContain('/api/challenge?difficulty=0')
    expect(said(await signIn(email, { altcha: await testServer.solve(0) }))).toEqual([401, 'mail_password_errati'])
    await guessed(19)
    const easy = await testServer.solve(0)
    expect((await signIn(email, { altcha: easy })).body).toMatchObject({ code: 'challenge_required', difficulty: 1 })
    // Requests without a proof of work do not raise the difficulty.
    expect((await signIn(email)).body.difficulty).toBe(1)
    expect(said(await signIn(email, { altcha: await testServer.solve(1) }))).toEqual([401, 'mail_password_errati'])
    await guessed(29)
    expect((await signIn(email)).body.difficulty).toBe(2)
    await guessed(100_000)
    expect((await signIn(email)).body.difficulty).toBe(6)
    await testServer.database.db.deleteFrom('password_guesses').execute()
  })

  it('is forgotten after a day without a guess, not before', async () => {
    const email = who === 'nobody' ? 'nobody.waits@person.example.com' : (await testServer.member()).email
    await guess(email, freeGuesses)
    offsetMs += 23 * hour
    expect(said(await signIn(email))).toEqual([403, 'challenge_required'])
    offsetMs += 24 * hour + 1000
    await guess(email, freeGuesses)
    expect(said(await signIn(email))).toEqual([403, 'challenge_required'])
  })
})

it('includes guesses made in the sign-up form', async () => {
  const member = await testServer.member()
  const register = async (altcha?: string) =>
    testServer.call('/api/users/register', {
      body: {
        utente: await testServer.encrypt({
          email: member.email,
          password: 'not this one',
          age: 30,
          geo: 'Lazio',
          sono: 'uomo',
          cerco: 'donna',
          terms1: true,
          terms2: true,
          terms3: true,
          terms4: true,
        }),
        ...(altcha === undefined ? {} : { altcha }),
      },
      headers: { 'x-forwarded-for': network() },
    })
  expect(said(await register())).toEqual([409, '1000'])
  await guess(member.email, freeGuesses - 1)
  expect(said(await signIn(member.email))).toEqual([403, 'challenge_required'])
  expect((await register()).body).toMatchObject({ code: 'challenge_required', difficulty: 0 })
  expect(said(await register(await testServer.solve()))).toEqual([409, '1000'])
})

it('are counted for each account: of one address in each brand, and by each installation', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const hashes = [
    addressHash([key], 'local', 'ada@person.example'),
    addressHash([key], 'battito', 'ada@person.example'),
    addressHash([key], 'local', 'eva@person.example'),
    addressHash([other], 'local', 'ada@person.example'),
  ]
  expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(4)
})

describe('the owner', () => {
  it('signs in from a known browser without work while another person guesses', async () => {
    const member = await testServer.member()
    const { email, password } = member
    const device = deviceIn(await signIn(email, { password }))
    await guess(email, freeGuesses)
    // In the same network as the attacker, which is locked for an hour.
    const from = network()
    for (let n = 0; n < 31; n += 1) await signIn(email, { from })
    expect(said(await signIn(email, { from }))).toEqual([429, '1007'])
    expect((await signIn(email, { password, from, device })).status).toBe(200)
    // Another member's browser does not count as known, nor does an invented one.
    const stranger = deviceIn(await signIn((await testServer.member()).email, { password }))
    for (const other of [stranger, 'A'.repeat(43)])
      expect(said(await signIn(email, { password, device: other }))).toEqual([403, 'challenge_required'])
    // The owner's success does not lower the difficulty for the attacker.
    expect(said(await signIn(email))).toEqual([403, 'challenge_required'])
  })

  it('has as many attempts in a known browser as a network has, and they count as no guesses', async () => {
    const { email, password } = await testServer.member()
    const device = deviceIn(await signIn(email, { password }))
    const codes: unknown[] = []
    for (let n = 0; n < 6; n += 1) codes.push((await signIn(email, { device })).status)
    expect(codes).toEqual([401, 401, 401, 401, 401, 401])
    expect(said(await signIn(email, { device }))).toEqual([403, 'challenge_required'])
    for (let n = 0; n < 23; n += 1) await signIn(email, { device })
    expect(said(await signIn(email, { device, password, altcha: await testServer.solve() }))).toEqual([429, '1007'])
    // There were no guesses from other networks.
    expect((await signIn(email, { password })).status).toBe(200)
  })

  it('signs in from a new browser with work, which clears the count', async () => {
    const { email, password } = await testServer.member()
    await guess(email, freeGuesses)
    expect(said(await signIn(email, { password }))).toEqual([403, 'challenge_required'])
    expect((await signIn(email, { password, altcha: await testServer.solve() })).status).toBe(200)
    await guess(email, freeGuesses)
    expect(said(await signIn(email))).toEqual([403, 'challenge_required'])
  })

  it('is notified once a day, and only at a confirmed address', async () => {
    const member = await testServer.member()
    await guess(member.email, freeGuesses - 1)
    expect(await noticesTo(member)).toEqual([])
    await guess(member.email, 1)
    const mail = await testServer.mailTo(member.email, 'prova ad accedere')
    expect(mail.links.some((link) => link.endsWith('/forgotPassword'))).toBe(true)
    await guessed(19)
    await signIn(member.email, { altcha: await testServer.solve(1) })
    const unconfirmed = await testServer.member({ confirmed: false })
    await guess(unconfirmed.email, freeGuesses)
    await jobsDone()
    expect([await noticesTo(member), await noticesTo(unconfirmed)]).toMatchObject([[{ id: expect.any(String) }], []])
    offsetMs += 25 * hour
    await guess(member.email, freeGuesses)
    await expect.poll(() => noticesTo(member)).toHaveLength(2)
  })

  it('is the holder of the address at that brand only', async () => {
    const form = { email: 'on.two.brands@person.example.com' }
    const elsewhere = await testServer.member({ host: 'battito.localhost', form })
    const member = await testServer.member({ form })
    await guess(form.email, freeGuesses)
    await expect.poll(() => noticesTo(member)).toHaveLength(1)
    expect(await noticesTo(elsewhere)).toEqual([])
  })
})

describe('the count of guesses', () => {
  const at = new Date('2026-12-01T10:00:00Z')
  const day = 24 * hour
  const later = (ms: number) => new Date(at.getTime() + ms)
  const address = (name: string) => Buffer.from(name.padEnd(32, '.'))

  it('grows with each, and restarts after a day without one', async () => {
    const { db } = testServer.database
    const [one, other] = [address('one'), address('other')]
    expect([await countGuess(db, one, at), await countGuess(db, one, at), await countGuess(db, other, at)]).toEqual([
      1, 2, 1,
    ])
    expect([await guessesAt(db, one, later(day - 1)), await guessesAt(db, one, later(day))]).toEqual([2, 0])
    expect(await countGuess(db, one, later(day - 1))).toBe(3)
    // A day from the last one, not from the first.
    expect(await countGuess(db, one, later(2 * day - 2))).toBe(4)
    expect(await countGuess(db, one, later(3 * day - 2))).toBe(1)
  })

  it('is swept after a day, and not before', async () => {
    const { db } = testServer.database
    const [old, young] = [address('old'), address('young')]
    await countGuess(db, old, at)
    await countGuess(db, young, later(1))
    await sweepGuesses(db, later(day))
    expect([await guessesAt(db, old, at), await guessesAt(db, young, at)]).toEqual([0, 1])
  })
})

it('requires no work up to the tenth, then more with every ten, up to a maximum', () =>
  expect([0, 1, 10, 11, 19, 20, 29, 30, 69, 70, 79, 80, 1000].map(difficultyOf)).toEqual([
    undefined,
    undefined,
    undefined,
    0,
    0,
    1,
    1,
    2,
    5,
    6,
    6,
    6,
    6,
  ]))

it('is reported to an open account with a confirmed address, with its own count', async () => {
  const members = await Promise.all([1, 2, 3, 4].map(() => testServer.member()))
  const [open, suspended, unconfirmed, bystander] = members
  const { db } = testServer.database
  const signalKeys = [Buffer.alloc(32, 3)] as const
  const at = new Date('2030-01-01T00:00:00Z')
  const change = (member: TestMember | undefined, values: object) =>
    db
      .updateTable('members')
      .set(values)
      .where('id', '=', member?.session.angelId ?? '')
      .execute()
  await change(suspended, { state: 'suspended' })
  await change(unconfirmed, { email_confirmed_at: null })
  for (const { email } of members) await countGuess(db, addressHash(signalKeys, 'local', email), at)
  const notify = (member: TestMember | undefined, ms = 0) =>
    notifyOfGuesses(
      { db, signalKeys, enqueueEmail, clock: () => new Date(at.getTime() + ms) },
      { brandId: 'local', email: member?.email ?? '', origin: testServer.url },
    )
  for (const member of [open, suspended, unconfirmed]) await notify(member)
  const written = async () => Promise.all(members.map(async (member) => (await noticesTo(member)).length))
  expect(await written()).toEqual([1, 0, 0, 0])
  // A day later again; to another member independently.
  await notify(open, 24 * hour - 1)
  await notify(bystander)
  expect(await written()).toEqual([1, 0, 0, 1])
  await notify(open, 24 * hour)
  expect(await written()).toEqual([2, 0, 0, 1])
})

it('is reported at every tenth wrong password', async () => {
  const { db } = testServer.database
  const asked = { brandId: 'local', email: 'tenth@person.example.com', origin: testServer.url }
  const noted: number[] = []
  for (const guesses of [0, 1, 9, 10, 11, 19, 20, 30])
    await db
      .transaction()
      .execute(async (tx) => {
        await noteWrongPassword(tx, guesses, asked)
        const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'identity-guesses'`.execute(
          tx,
        )
        if (rows.length > 0) noted.push(guesses)
        throw new Error('nothing is kept')
      })
      .catch((error: Error) => expect(error.message).toBe('nothing is kept'))
  expect(noted).toEqual([10, 20, 30])
})
