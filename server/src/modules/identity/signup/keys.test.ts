import { CompactEncrypt, importJWK } from 'jose'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { openDatabase, type DatabaseHandle } from '../../../platform/database.ts'
import type { Keys } from '../../../platform/ids.ts'
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

it('replaces a key that another SECRET_KEY sealed, says so once, and keeps one that opens', async () => {
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
