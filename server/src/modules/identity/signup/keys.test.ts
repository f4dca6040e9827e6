import { CompactEncrypt, importJWK } from 'jose'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import { createSignupKeys } from './keys.ts'

let database: TestDatabase
let handle: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url, { size: 4 })
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

const keysUnder = (sealKeys: Keys) => createSignupKeys({ db: handle.db, sealKeys, clock: () => new Date() })

it('replaces a key sealed under another SECRET_KEY, logs that once, and keeps a readable one', async () => {
  const sealKeys: Keys = [randomBytes(32)]
  const before = keysUnder(sealKeys)
  expect(await before.rotate()).toEqual({ unreadable: 0 })
  const [first] = await before.jwks()
  expect(await keysUnder(sealKeys).rotate()).toEqual({ unreadable: 0 })
  expect((await before.jwks()).map(({ kid }) => kid)).toEqual([first?.kid])

  const after = keysUnder([randomBytes(32)])
  expect(await after.rotate()).toEqual({ unreadable: 1 })
  expect(await after.rotate()).toEqual({ unreadable: 0 })
  const keys = await after.jwks()
  expect(keys).toHaveLength(1)
  expect(keys[0]?.kid).not.toBe(first?.kid)
  const jwe = await new CompactEncrypt(new TextEncoder().encode('{"a":1}'))
    .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: keys[0]?.kid ?? '' })
    .encrypt(await importJWK(keys[0] ?? {}, 'ECDH-ES+A256KW'))
  expect(await after.decrypt(jwe)).toEqual({ a: 1 })
})

it('creates a key when the newest is over half its thirty days, and decrypts with the previous one until it expires', async () => {
  await handle.db.deleteFrom('server_keys').execute()
  const day = 86_400_000
  const at = new Date('2030-01-01T00:00:00Z')
  let now = at
  const keys = createSignupKeys({ db: handle.db, sealKeys: [randomBytes(32)], clock: () => now })
  const rotateAt = async (days: number, ms: number) => {
    now = new Date(at.getTime() + days * day + ms)
    await keys.rotate()
    return (await keys.jwks()).map(({ kid }) => kid ?? '')
  }
  const [first = ''] = await rotateAt(0, 0)
  const [key] = await keys.jwks()
  expect(key).toMatchObject({ use: 'enc', alg: 'ECDH-ES+A256KW', kid: first })
  expect(key).not.toHaveProperty('d')
  const sealed = await new CompactEncrypt(new TextEncoder().encode('1'))
    .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: first })
    .encrypt(await importJWK(key ?? {}, 'ECDH-ES+A256KW'))
  expect(await rotateAt(15, 0)).toEqual([first])
  const both = await rotateAt(15, 1)
  expect([both.length, both[1]]).toEqual([2, first])
  now = new Date(at.getTime() + 30 * day - 1)
  expect(await keys.decrypt(sealed)).toBe(1)
  // Also after it was cached.
  now = new Date(at.getTime() + 30 * day)
  await expect(keys.decrypt(sealed)).rejects.toMatchObject({ status: 400 })
  expect((await keys.jwks()).map(({ kid }) => kid)).toEqual([both[0]])
  const stored = async () =>
    (await handle.db.selectFrom('server_keys').select('kid').where('kid', '=', first).execute()).length
  await rotateAt(30, -1)
  expect(await stored()).toBe(1)
  await rotateAt(30, 0)
  expect(await stored()).toBe(0)
})
