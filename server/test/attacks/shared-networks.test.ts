import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  countNetworkAttempt,
  sharedNetworkLimit,
  networkAttempts,
  workFor,
} from '#platform/secrets/network-attempts.ts'
import { startTestServer, type Answer, type TestServer } from '#test/support/test-server.ts'

/*
 * An office and the customers of a mobile carrier share an address: they are not refused for being many. One attacker
 * with a /48 is one, although it has 65,536 networks of the size that a household gets.
 */

const perIp = 20
let testServer: TestServer
beforeAll(async () => {
  // No window of an hour or a day ends meanwhile.
  const ahead = Date.parse('2026-11-22T12:05:00Z') - Date.now()
  testServer = await startTestServer({
    clock: () => new Date(Date.now() + ahead),
    jobs: false,
    signupsPerIp: perIp,
    trustedProxies: ['127.0.0.0/8', '::1'],
  })
}, 60_000)
afterAll(() => testServer?.close())

let counter = 0
const address = () => `shared.${(counter += 1)}@person.example.com`
type Send = (from: string, altcha?: string) => Promise<Answer>

const sends: Readonly<Record<string, Send>> = {
  register: async (from, altcha) => {
    const form = {
      email: address(),
      password: 'tre parole a caso',
      age: 30,
      geo: 'Lazio',
      sono: 'uomo',
      cerco: 'donna',
    }
    const consents = { terms1: true, terms2: true, terms3: true, terms4: true }
    return testServer.call('/api/users/register', {
      body: { utente: await testServer.encrypt({ ...form, ...consents }), ...(altcha && { altcha }) },
      headers: { 'x-forwarded-for': from },
    })
  },
  getTokenForReset: (from, altcha) =>
    testServer.call('/api/users/getTokenForReset', {
      body: { email: address(), ...(altcha && { altcha }) },
      headers: { 'x-forwarded-for': from },
    }),
  contact: (from, altcha) =>
    testServer.call('/api/contact', {
      body: { name: 'Anna', email: address(), topic: 'service', message: 'Come si fa?', ...(altcha && { altcha }) },
      headers: { 'x-forwarded-for': from },
    }),
}

/** As a page does it: with a proof once the server asks for one. */
async function inBrowser(send: Send, from: string): Promise<{ status: number; difficulty: number | undefined }> {
  const first = await send(from)
  if (first.body.code !== 'challenge_required') return { status: first.status, difficulty: undefined }
  const { difficulty } = first.body
  return { status: (await send(from, await testServer.solve(difficulty))).status, difficulty }
}

describe.each([
  ['register', 30, 10],
  ['getTokenForReset', 40, 20],
  ['contact', 25, 10],
] as const)('%s', (name, people, free) => {
  it(`goes on for ${people} people behind one address, with a proof of work`, async () => {
    const answers = []
    for (let n = 1; n <= people; n += 1) answers.push(await inBrowser(sends[name]!, `100.64.${people}.${n}`))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: people }, () => 200))
    const asked = answers.map(({ difficulty }) => difficulty)
    expect(asked.slice(0, free)).toEqual(Array.from({ length: free }, () => undefined))
    expect(asked.slice(free)).toEqual(
      Array.from({ length: people - free }, (_, n) => (free + n + 1 >= 2 * perIp ? 1 : 0)),
    )
  }, 60_000)

  it('counts the networks of a /48 together, four times', async () => {
    const answers = []
    for (let n = 1; n <= 4 * free + 5; n += 1) answers.push(await sends[name]!(`2001:db8:${people}:${n}::1`))
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 4 * free }, () => 200),
      ...Array.from({ length: 5 }, () => 403),
    ])
    expect((await sends[name]!(`2001:db8:1${people}:1::1`)).status).toBe(200)
  }, 60_000)
})

describe('the limit of a network', () => {
  it('doubles the work with the number of attempts, and ends a flood that pays for it', async () => {
    const limit = sharedNetworkLimit(20)
    expect([10, 11, 39, 40, 79, 80, 160, 320, 640, 1000].map((attempt) => workFor(attempt, limit))).toEqual([
      undefined,
      0,
      0,
      1,
      1,
      2,
      3,
      4,
      5,
      5,
    ])
    const { pool } = testServer.database
    expect(await inBrowser(sends['register']!, '203.0.113.1')).toMatchObject({ status: 200 })
    await pool.query(`update limit_counters set hits = $1 where bucket = 'signup ip 203.0.113'`, [limit.most])
    expect(await sends['register']!('203.0.113.2')).toMatchObject({ status: 429, body: { code: '1007' } })
  })

  it('is that of one network for a /64, and four times that for its /48', async () => {
    const { db } = testServer.database
    const at = new Date('2030-01-01T10:30:00Z')
    const count = (ip: string) => countNetworkAttempt(db, 'kind', ip, at)
    for (let n = 1; n <= 3; n += 1) expect(await count('2001:db8:7:1::1')).toBe(n)
    for (let n = 1; n <= 13; n += 1) expect(await count(`2001:db8:7:1${n}::1`)).toBe(Math.max(1, (n + 3) / 4))
    expect(await count('2001:db8:7:99::1')).toBe(17 / 4)
    expect(await networkAttempts(db, 'kind', '2001:db8:7:98::1', { at })).toBe(17 / 4)
    expect(await networkAttempts(db, 'kind', '2001:db8:7:98::1', { at: new Date('2030-01-01T11:30:00Z') })).toBe(0)
    const later = new Date('2030-01-01T11:30:00Z')
    await countNetworkAttempt(db, 'kind', '2001:db8:7:1::1', later)
    expect(await networkAttempts(db, 'kind', '2001:db8:7:1::1', { at: later, hours: 1 })).toBe(18 / 4)
    expect(await networkAttempts(db, 'other', '2001:db8:7:1::1', { at })).toBe(0)
  })
})

describe('other limits of a network', () => {
  it('count a /48: routes, wrong passwords, Google', async () => {
    const small = await startTestServer({
      jobs: false,
      limitFactor: 0.1,
      signupsPerIp: 1,
      trustedProxies: ['127.0.0.0/8', '::1'],
    })
    try {
      const ask = async (path: string, n: number, body?: object) =>
        (await small.call(path, { headers: { 'x-forwarded-for': `2001:db8:9:${n}::1` }, ...(body && { body }) })).status
      const statuses = []
      for (let n = 1; n <= 100; n += 1) statuses.push(await ask('/api/reviews', n))
      // 240 a minute, a tenth of it here, four times for the /48.
      expect(statuses.indexOf(429)).toBe(96)
      expect((await small.call('/api/reviews', { headers: { 'x-forwarded-for': '2001:db8:a:1::1' } })).status).toBe(200)
      const wrong = []
      for (let n = 1; n <= 22; n += 1)
        wrong.push(await ask('/api/users/authenticate', n, { email: address(), password: 'tre parole a caso' }))
      expect(wrong.indexOf(403)).toBe(20)
    } finally {
      await small.close()
    }
  }, 60_000)

  it('of one account are shared by a /48', async () => {
    const member = await testServer.member()
    const guess = (n: number, altcha?: string) =>
      testServer.call('/api/users/authenticate', {
        body: { email: member.email, password: 'not this one', ...(altcha && { altcha }) },
        headers: { 'x-forwarded-for': `2001:db8:b:${n}::1` },
      })
    await guess(1)
    const { pool } = testServer.database
    const { rows } = await pool.query(
      `update limit_counters set hits = 120 where bucket like 'login %' and bucket not like 'login wrong %' and hits = 1 returning 1`,
    )
    expect(rows.length).toBe(2)
    expect((await guess(2)).status).toBe(429)
  })
})
