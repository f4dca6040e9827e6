import {
  calculateJwkThumbprint,
  compactDecrypt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose'
import { sql } from 'kysely'
import { Failure } from '#platform/http/problem.ts'
import type { Database } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import { opens, seal, unseal } from '#platform/secrets/seal.ts'

const alg = 'ECDH-ES+A256KW'
const enc = 'A256GCM'
const lifeDays = 30

export interface SignupKeys {
  /** Public keys, newest first. */
  jwks(): Promise<JWK[]>
  /** Decrypts a compact JWE. @throws Failure 400 for anything not encrypted to one of our keys */
  decrypt(jwe: string): Promise<unknown>
  /**
   * Creates a new key when the newest has passed half its life, and deletes expired ones and those sealed under another
   * SECRET_KEY, which it counts as `unreadable`: sign-ups encrypted to them would fail.
   */
  rotate(): Promise<{ unreadable: number }>
}

/** The keys to which sign-up payloads are encrypted: sealed in the database, shared by all processes. */
export function createSignupKeys(deps: { db: Database; sealKeys: Keys; clock: () => Date }): SignupKeys {
  const opened = new Map<string, { readonly key: CryptoKey; readonly retiresAt: Date }>()

  const rows = (db: Database = deps.db) =>
    db
      .selectFrom('server_keys')
      .selectAll()
      .where('purpose', '=', 'signup')
      .where('retires_at', '>', deps.clock())
      .orderBy('created_at', 'desc')
      .execute()

  /** Creates a key unless the newest is young; of several processes that start together, one does. */
  async function makeWhereDue(): Promise<void> {
    await deps.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('signup keys'))`.execute(tx)
      const [newest] = await rows(tx)
      const dueAt = deps.clock().getTime() - (lifeDays / 2) * 86_400_000
      if (!newest || newest.created_at.getTime() < dueAt) await make(tx)
    })
  }

  async function make(db: Database): Promise<void> {
    const pair = await generateKeyPair(alg, { crv: 'P-256', extractable: true })
    const publicJwk = await exportJWK(pair.publicKey)
    const kid = await calculateJwkThumbprint(publicJwk)
    const now = deps.clock()
    await db
      .insertInto('server_keys')
      .values({
        kid,
        purpose: 'signup',
        sealed_private_jwk: seal(deps.sealKeys, JSON.stringify(await exportJWK(pair.privateKey))),
        public_jwk: JSON.stringify({ ...publicJwk, kid, use: 'enc', alg }),
        created_at: now,
        retires_at: new Date(now.getTime() + lifeDays * 86_400_000),
      })
      .execute()
  }

  async function rotate(): Promise<{ unreadable: number }> {
    const found = await rows()
    const unreadable = found.filter((row) => !opens(deps.sealKeys, row.sealed_private_jwk)).map(({ kid }) => kid)
    if (unreadable.length > 0) await deps.db.deleteFrom('server_keys').where('kid', 'in', unreadable).execute()
    await makeWhereDue()
    await deps.db.deleteFrom('server_keys').where('retires_at', '<=', deps.clock()).execute()
    return { unreadable: unreadable.length }
  }

  async function privateKey(kid: string): Promise<CryptoKey> {
    const known = opened.get(kid)
    if (known && known.retiresAt > deps.clock()) return known.key
    opened.delete(kid)
    const row = (await rows()).find((candidate) => candidate.kid === kid)
    if (!row) throw new Error('no such key')
    const key = await importJWK(JSON.parse(unseal(deps.sealKeys, row.sealed_private_jwk)) as JWK, alg)
    if (key instanceof Uint8Array) throw new Error('not a key pair')
    opened.set(kid, { key, retiresAt: row.retires_at })
    return key
  }

  return {
    rotate,
    async jwks() {
      const found = await rows()
      if (found.length > 0) return found.map((row) => row.public_jwk as JWK)
      await makeWhereDue()
      return (await rows()).map((row) => row.public_jwk as JWK)
    },
    async decrypt(jwe) {
      try {
        const { plaintext } = await compactDecrypt(jwe, (header) => privateKey(header.kid ?? ''), {
          keyManagementAlgorithms: [alg],
          contentEncryptionAlgorithms: [enc],
          maxDecompressedLength: 0,
        })
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext)) as unknown
      } catch {
        throw new Failure(400, 'invalid', {
          field: 'utente',
          message: 'utente is not a JWE to a current key of /.well-known/jwks.json',
        })
      }
    },
  }
}
