import type { SignupPayload } from '@incontro/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeInvitation } from '#modules/identity/signup/invitations.ts'
import { googlePath as google, openVisitor } from '#modules/identity/google/testing/visitor.ts'
import { solveChallenge } from '#test/support/solve-challenge.ts'
import { startTestServer, type Answer, type TestServer } from '#test/support/test-server.ts'

/*
 * Flooding of every entry point that creates accounts or takes passwords. The client's address comes from a trusted
 * proxy.
 */

let testServer: TestServer
let travelled = 0
const clock = () => new Date(Date.now() + travelled)
const [perEmail, perIp] = [5, 6]
beforeAll(async () => {
  testServer = await startTestServer({
    clock,
    jobs: false,
    signupsPerIp: perIp,
    trustedProxies: ['127.0.0.0/8', '::1'],
  })
}, 60_000)
afterAll(() => testServer?.close())

let counter = 0
const address = () => `flood.${(counter += 1)}@person.example.com`
/** An unused network. */
const network = (): string => `2001:db8:${(counter += 1).toString(16)}:1`
/** Complete except for an unknown place: a request that passes the limits fails there, and creates no account. */
const form = (change: Partial<SignupPayload> = {}): SignupPayload => ({
  password: 'tre parole a caso',
  age: 30,
  geo: 'Lontano',
  sono: 'uomo',
  cerco: 'donna',
  terms1: true,
  terms2: true,
  terms3: true,
  terms4: true,
  ...change,
})
interface Try {
  readonly from: string
  readonly altcha?: string
}
type Register = (given: Try) => Promise<Answer>
const behind = ({ from, altcha }: Try) => ({
  headers: { 'x-forwarded-for': from },
  altcha: altcha === undefined ? {} : { altcha },
})

/** Entry points by which one address can be registered. */
const entryPoints: Readonly<Record<string, (email: string) => Promise<Register>>> = {
  register: async (email) => async (given) => {
    const { headers, altcha } = behind(given)
    return testServer.call('/api/users/register', {
      body: { utente: await testServer.encrypt(form({ email })), ...altcha },
      headers,
    })
  },
  extSign_register: async (email) => {
    const token = await makeInvitation(testServer.database.db, {
      brandId: 'local',
      email,
      red: '/find',
      source: null,
      campid: null,
      flowId: null,
      days: 7,
      at: clock(),
    })
    return async (given) => {
      const { headers, altcha } = behind(given)
      return testServer.call('/api/users/extSign_register', {
        body: { utente: await testServer.encrypt(form()), token, ...altcha },
        headers,
      })
    }
  },
  google: async (email) => {
    const visitor = openVisitor(testServer)
    expect((await visitor.enter({ email })).body.email).toBe(email)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { password: _password, ...body } = form()
    return (given) => {
      const { headers, altcha } = behind(given)
      return testServer.call(`${google}/complete`, {
        body: { ...body, ...altcha },
        headers: { ...headers, cookie, origin: testServer.url },
      })
    }
  },
}
const answer = ({ status, body }: Answer): string => `${status} ${body.code}`
const [past, work, shut] = ['400 errore_citta', '403 challenge_required', '429 1007']

/** As a browser does it, in one go. */
async function solve(): Promise<string> {
  return solveChallenge((await testServer.call('/api/challenge')).body)
}

describe.each(Object.keys(entryPoints))('registering by %s', (name) => {
  it('is allowed a few times an hour per address, from any client: then with a proof of work, then refused', async () => {
    const register = await entryPoints[name]!(address())
    const knock = async (altcha?: string) =>
      answer(await register({ from: `${network()}::1`, ...(altcha === undefined ? {} : { altcha }) }))
    expect([await knock(), await knock(), await knock()]).toEqual([past, past, work])
    const solved = await solve()
    expect([await knock(solved), await knock(solved), await knock(await solve())]).toEqual([past, work, shut])
    expect(perEmail).toBe(5)
  })

  it('takes a proof of work after a few an hour per network, in any spelling of its addresses', async () => {
    const here = network()
    const spelt = (n: number) => [`${here}::${n}`, `${here}:0:0:0:${n}`, `${here}:ffff:ffff:ffff:${n}`][n % 3] ?? ''
    // The client's own claim comes before what our proxy saw.
    const knock = async (n: number, altcha?: string) =>
      answer(
        await (
          await entryPoints[name]!(address())
        )({ from: `203.0.113.${n}, ${spelt(n)}`, ...(altcha === undefined ? {} : { altcha }) }),
      )
    expect([await knock(1), await knock(2), await knock(3), await knock(4)]).toEqual([past, past, past, work])
    expect([await knock(5, await solve()), await knock(6), await knock(7, await solve())]).toEqual([past, work, past])
    expect(answer(await (await entryPoints[name]!(address()))({ from: `${network()}::1` }))).toBe(past)
    travelled += 3_600_000
    expect(await knock(8)).toBe(past)
  })
})

describe('the limits', () => {
  it('of a network are shared by all entry points, also with a port appended by a proxy', async () => {
    const knock = async (name: string, from: string) => answer(await (await entryPoints[name]!(address()))({ from }))
    const seen = [
      await knock('register', '198.51.100.7'),
      await knock('extSign_register', '198.51.100.8:52001'),
      await knock('google', '::ffff:198.51.100.9'),
      await knock('register', '198.51.100.10:52002'),
    ]
    expect(seen).toEqual([past, past, past, work])
  })

  it('hold for a hundred concurrent requests', async () => {
    const email = address()
    const register = await entryPoints['register']!(email)
    const answers = await Promise.all(Array.from({ length: 40 }, () => register({ from: `${network()}::1` })))
    const count = (wanted: string) => answers.filter((one) => answer(one) === wanted).length
    expect([count(past), count(work), count(shut)]).toEqual([2, 3, 35])
  })

  it('of guessing also count one password for many addresses, without locking anyone out', async () => {
    const member = await testServer.member({ confirmed: false })
    const here = network()
    const signIn = async (email: string, password: string, given: Try) => {
      const { headers, altcha } = behind(given)
      return testServer.call('/api/users/authenticate', { body: { email, password, ...altcha }, headers })
    }
    const guesses = await Promise.all(
      Array.from({ length: 5 * perIp }, () => signIn(address(), 'tre parole a caso', { from: `${here}::1` })),
    )
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]))
    expect(answer(await signIn(address(), 'tre parole a caso', { from: `${here}::2` }))).toBe(work)
    expect(answer(await signIn(member.email, member.password, { from: `${here}::3` }))).toBe(work)
    expect((await signIn(member.email, member.password, { from: `${here}::3`, altcha: await solve() })).status).toBe(
      200,
    )
    expect((await signIn(member.email, member.password, { from: `${network()}::1` })).status).toBe(200)
  })

  it('count an address that is refused', async () => {
    const here = network()
    const knock = async (email: string) => answer(await (await entryPoints['register']!(email))({ from: `${here}::1` }))
    const seen = [
      await knock('a@mailinator.com'),
      await knock(`b@${'a.'.repeat(117)}mailinator.com`),
      await knock('c@mailinator.com'),
      await knock('d@mailinator.com'),
    ]
    expect(seen).toEqual(['400 1005', '400 1004', '400 1005', work])
    const member = await testServer.member({ confirmed: false })
    const change = (newEmail: string) =>
      testServer.call('/api/users/changeEmail', { body: { oldEmail: member.email, newEmail }, token: member.token })
    const answers = []
    for (let n = 0; n < 6; n += 1) answers.push(answer(await change(`${n}@${'a.'.repeat(n)}mailinator.com`)))
    expect(answers).toEqual([...Array.from({ length: 5 }, () => '400 errore_email'), shut])
  })

  it('of emails to one address hold for all accounts that request it together', async () => {
    const victim = address()
    const ask = async () => {
      const member = await testServer.call('/api/users/register', {
        body: { utente: await testServer.encrypt(form({ email: address(), geo: 'Lazio' })) },
        headers: { 'x-session': 'bearer', 'x-forwarded-for': `${network()}::1` },
      })
      return testServer.call('/api/users/changeEmail', {
        body: { oldEmail: member.body.email, newEmail: victim },
        token: member.body.token,
        headers: { 'x-forwarded-for': `${network()}::1` },
      })
    }
    const answers: Answer[] = []
    for (let n = 0; n < 6; n += 1) answers.push(await ask())
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 409, 409, 409, 429])
  })
})

describe('a host behind the proxy', () => {
  it('is the one the proxy forwards, if it is a brand’s', async () => {
    const through = (host: string, proto = 'https') =>
      testServer.call('/api/users/getTokenForReset', {
        body: { email: address() },
        headers: { 'x-forwarded-host': host, 'x-forwarded-proto': proto, 'x-forwarded-for': `${network()}::1` },
      })
    expect((await through('battito.example')).status).toBe(200)
    expect((await through('evil.example')).status).toBe(404)
    expect((await through('evil.example, battito.example')).status).toBe(200)
    expect((await through('battito.example, evil.example')).status).toBe(404)
    expect((await through('vicino.example', 'javascript')).status).toBe(200)
    const { rows } = await testServer.database.pool.query<{ origin: string }>(
      "select distinct payload ->> 'origin' as origin from graphile_worker._private_jobs where payload ->> 'brandId' in ('battito', 'vicino') order by 1",
    )
    expect(rows.map(({ origin }) => origin)).toEqual(['http://vicino.example', 'https://battito.example'])
  })
})
