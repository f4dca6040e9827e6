import { exportJWK } from 'jose'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  CREDENTIAL_TYPE,
  makeWalletKeys,
  present,
  type Changes,
  type WalletKeys,
} from '../../../../sandbox/src/age-wallet/credential.ts'
import { createAgeWallet, readAgeWalletSettings } from './index.ts'

const issuer = 'https://age.example/issuer'
const responseUri = 'https://incontro.example/answer'
const audience = `redirect_uri:${responseUri}`
let keys: WalletKeys
let others: WalletKeys
beforeAll(async () => {
  keys = await makeWalletKeys()
  others = await makeWalletKeys()
})

/** A verifier, and the issuer whose keys it reads. */
function verifier(answers: { jwks?: () => Promise<object>; status?: number } = {}) {
  const asked: string[] = []
  const jwks =
    answers.jwks ?? (async () => ({ jwks: { keys: [{ ...(await exportJWK(keys.issuer.publicKey)), alg: 'ES256' }] } }))
  const wallet = createAgeWallet({
    walletUrl: 'openid4vp://authorize',
    issuers: [issuer],
    credentialType: CREDENTIAL_TYPE,
    fetch: async (url) => {
      asked.push(String(url))
      return Response.json({ issuer, ...(await jwks()) }, { status: answers.status ?? 200 })
    },
  })
  return { wallet, asked }
}
const nonce = randomUUID()
const question = { nonce, responseUri }
const tokenOf = (presentation: string) => JSON.stringify({ age: [presentation] })
async function read(changes: Changes = {}, facts: Partial<Parameters<typeof present>[1]> = {}, by = keys) {
  const presentation = await present(by, { issuer, over18: true, audience, nonce, ...facts }, changes)
  return verifier().wallet.read(tokenOf(presentation), question)
}
const seconds = () => Math.floor(Date.now() / 1000)

test('asks for one claim and nothing else, with our response URI', () => {
  const url = new URL(verifier().wallet.ask({ ...question, state: 'sealed' }))
  const { dcql_query: query, client_metadata: _, ...rest } = Object.fromEntries(url.searchParams)
  expect(url.protocol).toBe('openid4vp:')
  expect(rest).toEqual({
    client_id: audience,
    response_type: 'vp_token',
    response_mode: 'direct_post',
    response_uri: responseUri,
    nonce,
    state: 'sealed',
  })
  expect(JSON.parse(query ?? '')).toEqual({
    credentials: [
      {
        id: 'age',
        format: 'dc+sd-jwt',
        meta: { vct_values: [CREDENTIAL_TYPE] },
        claims: [{ path: ['age_over_18'] }],
      },
    ],
  })
})

test('reads what the issuer says of the age', async () => {
  expect(await read()).toEqual({ outcome: 'over_18' })
  expect(await read({}, { over18: false })).toEqual({ outcome: 'under_18' })
  // Other disclosed claims are ignored.
  expect(await read({ disclosures: (good) => good })).toEqual({ outcome: 'over_18' })
})

const made = (name: string, value: unknown): string =>
  Buffer.from(JSON.stringify(['salt', name, value])).toString('base64url')
test.each<[string, () => ReturnType<typeof read>]>([
  ['signed by somebody else', () => read({}, {}, { ...keys, issuer: others.issuer })],
  ['of an issuer that is not ours', () => read({}, { issuer: 'https://other.example' })],
  ['of another type', () => read({ credential: { vct: 'urn:other' } })],
  ['no credential but another JWT', () => read({ credentialType: 'JWT' })],
  ['that has expired', () => read({ credential: { exp: seconds() - 120 } })],
  ['that never expires', () => read({ credential: { exp: undefined } })],
  ['that is not valid yet', () => read({ credential: { nbf: seconds() + 3600 } })],
  ['bound to no key', () => read({ credential: { cnf: undefined } })],
  ['with hashes of another kind', () => read({ credential: { _sd_alg: 'sha-512' } })],
  ['presented by another wallet', () => readStolen()],
  ['presented to somebody else', () => read({}, { audience: 'redirect_uri:https://evil.example/answer' })],
  ['for another question', () => read({}, { nonce: randomUUID() })],
  ['presented long ago', () => read({ binding: { iat: seconds() - 600 } })],
  ['bound to other disclosures', () => read({ binding: { sd_hash: 'x' } })],
  ['bound by another kind of JWT', () => read({ bindingType: 'JWT' })],
  ['without the age', () => read({ disclosures: () => [] })],
  ['with an age of its own making', () => read({ disclosures: () => [made('age_over_18', true)] })],
  ['that says the age twice', () => read({ disclosures: ([age = '']) => [age, age] })],
  ['that writes over what is signed', () => read({ credential: { age_over_18: false } })],
  ['with words for yes', () => read({ credential: { age_over_18: 'true' }, disclosures: () => [] })],
])('refuses a credential %s', async (_what, answer) => {
  expect(await answer()).toMatchObject({ outcome: 'refused' })
})

/** The credential of one wallet, bound with the key of another. */
async function readStolen() {
  const facts = { issuer, over18: true, audience, nonce }
  const stolen = (await present(keys, facts)).split('~')
  const own = (await present({ issuer: keys.issuer, holder: others.holder }, facts)).split('~')
  return verifier().wallet.read(tokenOf([...stolen.slice(0, -1), own.at(-1)].join('~')), question)
}

test.each([
  '',
  'x',
  '{}',
  '[]',
  '{"age":[]}',
  '{"age":["a~b~c"]}',
  '{"age":["~"]}',
  '{"age":["a.b.c~"],"x":1}',
  'null',
])('refuses an invalid presentation: %s', async (token) => {
  expect(await verifier().wallet.read(token, question)).toMatchObject({ outcome: 'refused' })
})

test('refuses a credential without its key binding', async () => {
  const good = await present(keys, { issuer, over18: true, audience, nonce })
  const bare = good.slice(0, good.lastIndexOf('~') + 1)
  expect(await verifier().wallet.read(tokenOf(bare), question)).toMatchObject({ outcome: 'refused' })
})

test('reads the issuer’s keys at its well-known URL, once, and again for an unknown key', async () => {
  const { wallet, asked } = verifier()
  const show = async (by: WalletKeys) =>
    wallet.read(tokenOf(await present(by, { issuer, over18: true, audience, nonce })), question)
  expect([await show(keys), await show(keys)]).toEqual([{ outcome: 'over_18' }, { outcome: 'over_18' }])
  expect(asked).toEqual(['https://age.example/.well-known/jwt-vc-issuer/issuer'])
})

test('an issuer that is down is not a refusal', async () => {
  const presentation = await present(keys, { issuer, over18: true, audience, nonce })
  const read = (answers: Parameters<typeof verifier>[0]) =>
    verifier(answers).wallet.read(tokenOf(presentation), question)
  await expect(read({ status: 503 })).rejects.toThrow('does not answer')
  await expect(read({ jwks: async () => ({ issuer: 'https://other.example' }) })).rejects.toThrow('another issuer')
  await expect(read({ jwks: async () => ({ jwks_uri: 'https://evil.example/keys' }) })).rejects.toThrow('of its own')
})

test('its settings are all set or none, for the installation, and over https', () => {
  const good = {
    AGE_WALLET_URL: 'openid4vp://authorize',
    AGE_WALLET_ISSUERS: 'https://one.example, https://two.example/a',
    AGE_WALLET_CREDENTIAL: 'urn:x',
  }
  expect(readAgeWalletSettings({}, 'production')).toBeUndefined()
  expect(readAgeWalletSettings(good, 'production')?.issuers).toEqual(['https://one.example', 'https://two.example/a'])
  const read = (changes: object) => () => readAgeWalletSettings({ ...good, ...changes }, 'production')
  expect(read({ AGE_WALLET_ISSUERS: 'http://one.example' })).toThrow('https://')
  expect(read({ AGE_WALLET_ISSUERS: 'one' })).toThrow('AGE_WALLET_ISSUERS')
  expect(read({ AGE_WALLET_URL: undefined })).toThrow('AGE_WALLET_URL: is missing')
  expect(read({ AGE_WALLET_URL__LOCAL: 'openid4vp://x' })).toThrow('the same for every brand')
})
