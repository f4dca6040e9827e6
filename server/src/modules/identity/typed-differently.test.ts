import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

/** One address or password, typed on another keyboard, pasted with what cannot be seen. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const form = (change: object) => ({
  password: 'tre parole a caso',
  age: 30,
  geo: 'Lazio',
  sono: 'uomo',
  cerco: 'donna',
  terms1: true,
  terms2: true,
  terms3: true,
  terms4: true,
  country: 'IT',
  ...change,
})
const register = async (change: object) =>
  testServer.call('/api/users/register', {
    body: { utente: await testServer.encrypt(form(change)) },
    headers: { 'x-session': 'bearer' },
  })
const signIn = (email: string, password = 'tre parole a caso') =>
  testServer.call('/api/users/authenticate', { body: { email, password }, headers: { origin: testServer.url } })
const hashOf = async (email: string) =>
  (
    await testServer.database.db
      .selectFrom('members')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).password_hash

describe('an address', () => {
  const ways = (name: string) => [
    `${name}@città.it`,
    `${name}@citta\u0300.it`,
    `${name}@xn--citt-3na.it`,
    `${name.toUpperCase()}@CITTÀ.IT`,
    `${name}\u200b@città.it`,
    `\u202a${name}@città.it\u202c`,
    `${name.slice(0, 1)}\u00ad${name.slice(1)}@ci\u2060ttà.it`,
  ]

  it.each(ways('anna').map((way, index) => [way, index]))(
    '%j registers, and every other way signs in',
    async (_, index) => {
      const name = `anna${index}`
      expect(await register({ email: ways(name)[index] })).toMatchObject({
        status: 200,
        body: { email: `${name}@città.it` },
      })
      for (const other of ways(name)) expect([other, (await signIn(other)).status]).toEqual([other, 200])
      expect((await register({ email: ways(name)[0], password: 'altre quattro parole' })).body).toMatchObject({
        status: 409,
      })
      const { rows } = await testServer.database.pool.query('select email from member_emails where email like $1', [
        `${name}@%`,
      ])
      expect(rows).toEqual([{ email: `${name}@xn--citt-3na.it` }])
    },
  )

  it('gets its reset link in the form in which it is stored', async () => {
    await register({ email: 'reset@müller.de' })
    const asked = await testServer.call('/api/users/getTokenForReset', {
      body: { email: 're\u200bset@mu\u0308ller.de' },
    })
    expect(asked.body).toMatchObject({ message: 'email_inviata' })
    await expect
      .poll(() =>
        testServer.database.db
          .selectFrom('emails')
          .select('to_address')
          .where('kind', '=', 'reset-password')
          .where('to_address', '=', 'reset@xn--mller-kva.de')
          .execute(),
      )
      .toHaveLength(1)
  })

  it('is the current one in a change of address, however it is written', async () => {
    const answer = await register({ email: 'cambio@città.it' })
    const { token } = answer.body
    const change = (oldEmail: string, newEmail: string) =>
      testServer.call('/api/users/changeEmail', { body: { oldEmail, newEmail }, token })
    expect((await change('cambio@città.it', 'cam\u200bbio@xn--citt-3na.it')).body).toMatchObject({
      code: 'errore_stessa_mail',
    })
    expect(await change('cambio@citta\u0300.it', 'altro@gmail.con')).toMatchObject({
      status: 200,
      body: { user: { email: 'altro@gmail.con', emailSuggestion: 'altro@gmail.com' } },
    })
    expect(await change('altro@gmail.con', 'altro@gmail.com')).toMatchObject({
      status: 200,
      body: { user: { email: 'altro@gmail.com' } },
    })
  })

  it.each(['info@0x7f.1', 'info@città.it/x', 'info@à..it', 'è@città.it'])('%s is refused', async (email) => {
    expect((await register({ email })).body).toMatchObject({ status: 400 })
  })

  it('of a mistyped provider is accepted, with what may have been meant', async () => {
    expect(await register({ email: 'mario.rossi@gamil.com' })).toMatchObject({
      status: 200,
      body: { email: 'mario.rossi@gamil.com', emailSuggestion: 'mario.rossi@gmail.com' },
    })
    expect((await register({ email: 'mario.rossi@gmail.com' })).body).not.toHaveProperty('emailSuggestion')
  })
})

describe('a password', () => {
  it.each([
    ['two characters for an accent', 'Città-più-bella', 'Città-più-bella'.normalize('NFD')],
    ['one character for an accent', 'Città-più-bella'.normalize('NFD'), 'Città-più-bella'],
    ['full-width digits', 'quercia 1234 alta', 'quercia １２３４ alta'],
    ['a ligature', 'ﬁne settimana lungo', 'fine settimana lungo'],
    ['a space that does not break', 'tre parole a caso', 'tre\u00a0parole\u00a0a\u00a0caso'],
  ])('with %s is the same', async (_, chosen, typed) => {
    const email = `${crypto.randomUUID()}@person.example.com`
    expect((await register({ email, password: chosen })).status).toBe(200)
    expect([(await signIn(email, chosen)).status, (await signIn(email, typed)).status]).toEqual([200, 200])
    expect((await signIn(email, `${typed}!`)).status).toBe(401)
  })

  it('stored as it was typed before fits both ways, and is then stored in the one form', async () => {
    for (const stored of ['Città-più-bella'.normalize('NFD'), 'Città\u00a0più bella', 'ﬁne settimana']) {
      const email = `${crypto.randomUUID()}@person.example.com`
      await register({ email })
      const old = await hash(stored, { memoryCost: 8, timeCost: 1, parallelism: 1 })
      await testServer.database.db
        .updateTable('members')
        .set({ password_hash: old })
        .where('email', '=', email)
        .execute()
      expect((await signIn(email, stored)).status).toBe(200)
      const now = await hashOf(email)
      expect(now).not.toBe(old)
      const typed = stored.normalize('NFKC')
      expect([(await signIn(email, typed)).status, (await signIn(email, stored)).status]).toEqual([200, 200])
      expect(await hashOf(email)).toBe(now)
    }
  })

  it('is asked in either form for what takes it again', async () => {
    const password = 'Città-più-bella'
    const email = `${crypto.randomUUID()}@person.example.com`
    const { token } = (await register({ email, password })).body
    await testServer.database.db
      .updateTable('members')
      .set({ email_confirmed_at: new Date() })
      .where('email', '=', email)
      .execute()
    const ask = (path: string, body: object) => testServer.call(path, { body, token })
    const typed = password.normalize('NFD')
    const changed = { oldEmail: email, newEmail: `${crypto.randomUUID()}@person.example.com` }
    expect((await ask('/api/users/changeEmail', { ...changed, password: 'Citta-piu-bella' })).status).toBe(403)
    expect((await ask('/api/users/changeEmail', { ...changed, password: typed })).status).toBe(200)
  })
})
