import type { SignupPayload } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLinkToken } from '#modules/identity/links/tokens.ts'
import { passwordCost } from '#modules/identity/sign-in/passwords.ts'
import { startTestServer, type Answer, type TestServer } from '#test/support/test-server.ts'

/*
 * Membership must not be revealed by timing. Registration reveals it by design (1000, decision 2), within limits;
 * nothing else may. Known and unknown addresses are asked in pairs, in alternating order, and their times are compared
 * by rank: each must be slower equally often.
 */

let testServer: TestServer
let travelled = 0
const known: string[] = []
const people = 5
const form: SignupPayload = {
  password: 'tre parole a caso',
  age: 30,
  geo: 'Lazio',
  sono: 'uomo',
  cerco: 'donna',
  terms1: true,
  terms2: true,
  terms3: true,
  terms4: true,
}

beforeAll(async () => {
  testServer = await startTestServer({
    bystanders: false,
    jobs: false,
    passwordCost,
    clock: () => new Date(Date.now() + travelled),
  })
  for (let n = 0; n < people; n += 1) {
    const email = `timed.${n}@person.example.com`
    await testServer.call('/api/users/register', { body: { utente: await testServer.encrypt({ ...form, email }) } })
    known.push(email)
  }
  await testServer.database.db.updateTable('members').set({ email_confirmed_at: new Date() }).execute()
}, 60_000)
afterAll(() => testServer?.close())

type Ask = (subject: string) => Promise<Answer>
/** An unknown address, as long as a member's. */
const unknown = (n: number): string => `nobody${n}@person.example.com`
const roundsPerHour = 3
interface Subjects {
  readonly known: (n: number) => string
  readonly unknown: (n: number) => string
}
const addresses: Subjects = { known: (n) => known[n] ?? '', unknown }

/** How often the first is slower than the second: 0.5 if nothing is revealed, 0 or 1 if every sample reveals it. */
async function slowerShare(first: () => Ask, second: () => Ask, subjects: Subjects): Promise<number> {
  const times: [number[], number[]] = [[], []]
  const take = async (side: 0 | 1, ask: Ask, email: string) => {
    const from = performance.now()
    await ask(email)
    times[side].push(performance.now() - from)
  }
  for (let round = 0; round < roundsPerHour; round += 1) {
    for (let n = 0; n < people; n += 1) {
      const pair: (() => Promise<void>)[] = [
        () => take(0, first(), subjects.known(n)),
        () => take(1, second(), subjects.unknown(n)),
      ]
      for (const one of (round + n) % 2 === 0 ? pair : pair.toReversed()) await one()
    }
  }
  const wins = times[0].flatMap((a) => times[1].map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)))
  return wins.reduce((sum, one) => sum + one, 0) / wins.length
}

/**
 * Ranks of 15 against 15 equal samples deviate from a half by 0.107 (standard deviation), so three consecutive rounds
 * beyond 0.35 are chance once in a thousand million, while a real difference shows in every round.
 */
async function tellsApart(first: () => Ask, second: () => Ask, subjects = addresses): Promise<boolean> {
  for (let tries = 0; tries < 3; tries += 1) {
    // The limits count by the hour.
    travelled += 3_600_000
    if (Math.abs((await slowerShare(first, second, subjects)) - 0.5) <= 0.35) return false
  }
  return true
}

const signIn: Ask = (email) => testServer.call('/api/users/authenticate', { body: { email, password: 'non è questa' } })
const asks: Readonly<Record<string, Ask>> = {
  'signing in with a wrong password': signIn,
  'asking for a new password': (email) => testServer.call('/api/users/getTokenForReset', { body: { email } }),
  'cancelling a deletion with a wrong password': (email) =>
    testServer.call('/api/users/cancelDeletion', { body: { email, password: 'non è questa' } }),
}

describe.each(Object.entries(asks))('%s', (_, ask) => {
  it('is answered alike and takes as long for known and unknown addresses', async () => {
    travelled += 3_600_000
    const [one, other] = [await ask(known[0] ?? ''), await ask(unknown(0))]
    expect({ status: one.status, body: one.body, names: [...one.headers.keys()] }).toEqual({
      status: other.status,
      body: other.body,
      names: [...other.headers.keys()],
    })
    expect(
      await tellsApart(
        () => ask,
        () => ask,
      ),
    ).toBe(false)
  }, 60_000)
})

it('this measurement can fail: a reply before the password check is detected', async () => {
  const hasty: Ask = (email) => testServer.call('/api/users/authenticate', { body: { email, password: '' } })
  expect(
    await tellsApart(
      () => signIn,
      () => hasty,
    ),
  ).toBe(true)
}, 60_000)

it('a change of email reveals nothing about the new address without the password', async () => {
  const { body } = await testServer.call('/api/users/authenticate', {
    body: { email: known[0], password: form.password },
    headers: { 'x-session': 'bearer' },
  })
  const ask = async (newEmail: string) =>
    (
      await testServer.call('/api/users/changeEmail', {
        body: { oldEmail: known[0], newEmail, password: 'non è questa' },
        token: body.token,
      })
    ).body
  expect(await ask(known[1] ?? '')).toEqual(await ask(unknown(1)))
})

it('asking for a link again reveals nothing about the one before', async () => {
  const { id } = await testServer.database.db
    .selectFrom('members')
    .select('id')
    .where('email', '=', known[0] ?? '')
    .executeTakeFirstOrThrow()
  const link = await makeLinkToken(testServer.database.db, {
    purpose: 'autologin',
    brandId: 'local',
    memberId: id,
    email: known[0] ?? '',
    at: new Date(),
  })
  const ask = async (token: string) => {
    const { status, body } = await testServer.call('/api/users/autoLogin/again', { body: { token } })
    return { status, body }
  }
  expect(await ask(link)).toEqual(await ask('A'.repeat(43)))
})

it('members who may not be seen are answered like unknown ids, and as fast', async () => {
  const reader = await testServer.member({ gender: 'man' })
  const { db } = testServer.database
  const woman = async () => (await testServer.member({ gender: 'woman' })).session.angelId
  const [blocking, hidden, deactivated, unconfirmed, elsewhere] = [
    await woman(),
    await woman(),
    await woman(),
    await woman(),
    (await testServer.member({ gender: 'woman', host: 'battito.localhost' })).session.angelId,
  ]
  const own = reader.session.angelId
  await db
    .insertInto('blocks')
    .values([
      { member_id: blocking, other_id: own, made_by_me: true, created_at: new Date() },
      { member_id: own, other_id: blocking, made_by_me: false, created_at: new Date() },
    ])
    .execute()
  await db.updateTable('members').set({ is_hidden: true }).where('id', '=', hidden).execute()
  await db.updateTable('members').set({ state: 'deactivated' }).where('id', '=', deactivated).execute()
  await db.updateTable('members').set({ email_confirmed_at: null }).where('id', '=', unconfirmed).execute()
  const unseen = [blocking, hidden, deactivated, unconfirmed, elsewhere]
  const ids: Subjects = { known: (n) => unseen[n] ?? '', unknown: () => randomUUID() }
  const look: Ask = (id) =>
    testServer.call('/api/collect/visited', {
      body: { trackerId: reader.session.clickid, angelId: id },
      token: reader.token,
    })
  for (const id of [...unseen, randomUUID()]) expect((await look(id)).status).toBe(404)
  expect(
    await tellsApart(
      () => look,
      () => look,
      ids,
    ),
  ).toBe(false)
}, 60_000)
