import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type Answer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { hourOf } from '#platform/secrets/attempts.ts'
import { deviceCookie } from '../index.ts'
import { clearTries } from './tries.ts'

const signupsPerIp = 2
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, signupsPerIp, trustedProxies: ['127.0.0.0/8', '::1'] })
}, 60_000)
afterAll(() => testServer.close())

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
const codeOf = ({ status, body }: Answer) => body.code ?? status
const fresh = () => `fresh.${randomUUID()}@person.example.com`
/** Guesses per address, unsorted: the table only has hashes. */
const guesses = async () =>
  (await testServer.database.db.selectFrom('password_guesses').select('wrong').execute())
    .map(({ wrong }) => wrong)
    .toSorted((a, b) => a - b)
const forgetGuesses = () => testServer.database.db.deleteFrom('password_guesses').execute()
const tries = () =>
  testServer.database.db
    .selectFrom('limit_counters')
    .select(['bucket', 'hits'])
    .where('bucket', 'like', 'login %')
    .where('bucket', 'not like', 'login wrong %')
    .execute()
const forgetTries = () => testServer.database.db.deleteFrom('limit_counters').execute()

describe('one address from one network', () => {
  it('has six attempts an hour without work, and thirty in all', async () => {
    await forgetTries()
    const [email, from] = [(await testServer.member()).email, network()]
    const first: unknown[] = []
    for (let n = 0; n < 7; n += 1) first.push(codeOf(await signIn(email, { from })))
    expect(first).toEqual([...Array<string>(6).fill('mail_password_errati'), 'challenge_required'])
    await testServer.database.db
      .updateTable('limit_counters')
      .set({ hits: 29 })
      .where('bucket', '=', (await tries())[0]?.bucket ?? '')
      .execute()
    const solved = async () => codeOf(await signIn(email, { from, altcha: await testServer.solve() }))
    expect([await solved(), await solved()]).toEqual(['mail_password_errati', '1007'])
  })
})

describe('one network', () => {
  it('has a number of wrong passwords an hour for all addresses; beyond it each attempt requires work and counts for no address', async () => {
    const from = network()
    await forgetGuesses()
    for (let n = 0; n < 5 * signupsPerIp; n += 1)
      expect(codeOf(await signIn(fresh(), { from }))).toBe('mail_password_errati')
    const [victim, bystander] = [fresh(), fresh()]
    await signIn(bystander)
    await signIn(bystander)
    // The first guess stays, since a counter cannot be zero; later ones are undone.
    for (let n = 0; n < 3; n += 1) expect(codeOf(await signIn(victim, { from }))).toBe('challenge_required')
    expect(await guesses()).toEqual([...Array<number>(5 * signupsPerIp + 1).fill(1), 2])
    // Another network has its own limit.
    expect(codeOf(await signIn(victim))).toBe('mail_password_errati')
  })
})

describe('a known browser that tries too often', () => {
  it('removes nothing from the count of others’ guesses', async () => {
    const { email, password } = await testServer.member()
    const device =
      new RegExp(`${deviceCookie}=([^;]+)`).exec(
        (await signIn(email, { password })).headers.get('set-cookie') ?? '',
      )?.[1] ?? ''
    await forgetGuesses()
    for (let n = 0; n < 3; n += 1) await signIn(email)
    for (let n = 0; n < 6; n += 1) await signIn(email, { device })
    expect(codeOf(await signIn(email, { device }))).toBe('challenge_required')
    expect(await guesses()).toEqual([3])
  })
})

describe('a browser last seen', () => {
  it.each([
    ['almost', -60_000, []],
    ['over', 60_000, [1]],
  ])('half a year ago (%s) counts its guesses with those of unknown ones', async (_, more, counted) => {
    const { email, password, session } = await testServer.member()
    const device =
      new RegExp(`${deviceCookie}=([^;]+)`).exec(
        (await signIn(email, { password })).headers.get('set-cookie') ?? '',
      )?.[1] ?? ''
    await forgetGuesses()
    const seen = new Date(Date.now() - 180 * 86_400_000 - more)
    await testServer.database.db
      .updateTable('member_devices')
      .set({ last_seen_at: seen })
      .where('member_id', '=', session.angelId)
      .execute()
    await signIn(email, { device })
    expect(await guesses()).toEqual(counted)
  })
})

describe('the right password', () => {
  it('clears the counters of its own attempts only', async () => {
    const { db } = testServer.database
    const at = new Date()
    const [address, other] = ['one', 'two'].map((name) => createHash('sha256').update(name).digest()) as [
      Buffer,
      Buffer,
    ]
    const buckets = ['login one', 'login two', 'reauthenticate three']
    await forgetGuesses()
    await forgetTries()
    const count = async () => {
      await db
        .insertInto('limit_counters')
        .values(buckets.map((bucket) => ({ bucket, window_start: hourOf(at), hits: 4 })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await db
        .insertInto('password_guesses')
        .values([address, other].map((address_hash) => ({ address_hash, wrong: 4, last_at: at })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const left = async () => [
      (await db.selectFrom('limit_counters').select('bucket').orderBy('bucket').execute()).map(({ bucket }) => bucket),
      (await db.selectFrom('password_guesses').select('address_hash').execute()).map((row) => row.address_hash),
    ]
    await count()
    await clearTries(db, { buckets: ['login one'], address })
    expect(await left()).toEqual([['login two', 'reauthenticate three'], [other]])
    await count()
    await clearTries(db, { buckets: ['login two'], address: null })
    expect(await left()).toEqual([['login one', 'reauthenticate three'], expect.arrayContaining([address, other])])
  })

  it('of a closed account reports its state, and clears them too', async () => {
    const member: TestMember = await testServer.member()
    const from = network()
    await testServer.database.db
      .updateTable('members')
      .set({ state: 'deleting', deletion_due_at: new Date(Date.now() + 86_400_000) })
      .where('id', '=', member.session.angelId)
      .execute()
    await forgetGuesses()
    await forgetTries()
    for (let n = 0; n < 3; n += 1) await signIn(member.email, { from })
    expect([await guesses(), (await tries()).map(({ hits }) => hits)]).toEqual([[3], [3, 3]])
    expect(codeOf(await signIn(member.email, { from, password: member.password }))).toBe('deletion_pending')
    expect([await guesses(), await tries()]).toEqual([[], []])
    await signIn(member.email, { from })
    const kept = await testServer.call('/api/users/cancelDeletion', {
      body: { email: member.email, password: member.password },
      headers: { 'x-forwarded-for': from },
    })
    expect(kept.status).toBe(200)
    expect([await guesses(), await tries()]).toEqual([[], []])
  })

  it.each([
    ['email', { email: '', password: 'a' }, 'errore_email'],
    ['password', { email: 'a@person.example.com', password: '' }, 'errore_password'],
  ])('requires both address and password: no %s', async (field, body, code) => {
    const answer = await testServer.call('/api/users/authenticate', { body })
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, code, field])
  })
})
