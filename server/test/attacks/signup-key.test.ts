import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeInvitation } from '#modules/identity/signup/invitations.ts'
import { accountsOf, createClock } from '#test/support/accounts.ts'
import { snapshot } from '#test/property/snapshot.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

/* The key with which sign-ups are encrypted. */

let testServer: TestServer
const { clock, later } = createClock()
beforeAll(async () => {
  testServer = await startTestServer({ clock, jobs: false })
}, 60_000)
afterAll(() => testServer?.close())

const hour = 3_600_000
const { address, form, register, post } = accountsOf(() => testServer)

describe('the key of the sign-up', () => {
  it('decrypts nothing once retired, even in a process that used it before', async () => {
    const early = form()
    expect((await register(early)).status).toBe(200)
    const kept = await testServer.encrypt(form())
    await later(31 * 24 * hour, async () => {
      const before = await snapshot(testServer.database.pool)
      expect((await post('register', { utente: kept })).body).toMatchObject({
        status: 400,
        code: 'invalid',
        field: 'utente',
      })
      expect(await snapshot(testServer.database.pool)).toEqual(before)
      await testServer.context.keys.rotate()
      expect((await register(form())).status).toBe(200)
      expect((await post('register', { utente: kept })).status).toBe(400)
    })
  })

  it('refuses the same contents at every route: another key, no algorithm, too much', async () => {
    const token = await makeInvitation(testServer.database.db, {
      brandId: 'local',
      email: address(),
      red: '/find',
      source: null,
      campid: null,
      flowId: null,
      days: 7,
      at: clock(),
    })
    const none = `${Buffer.from('{"alg":"none","enc":"A256GCM"}').toString('base64url')}..AAAA.AAAA.AAAA`
    const before = await snapshot(testServer.database.pool)
    for (const utente of [
      none,
      'a'.repeat(16_385),
      'a'.repeat(60_000),
      '{}',
      await testServer.encrypt({ ...form({ email: undefined }), role: 'owner' }),
      await testServer.encrypt([form()]),
      await testServer.encrypt('text'),
    ]) {
      expect((await post('register', { utente })).status, utente.slice(0, 60)).toBe(400)
      expect((await post('extSign_register', { utente, token })).status, utente.slice(0, 60)).toBe(400)
    }
    expect(await snapshot(testServer.database.pool)).toEqual(before)
  })
})
