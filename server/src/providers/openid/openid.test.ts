import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenId } from './index.ts'
import { startLyingIssuer, type LyingIssuer } from './testing/issuer.ts'

const redirectUri = 'http://localhost:3000/loginWithGoogle/return'
const credentials = { clientId: 'our client', clientSecret: 'our & secret' }

let lying: LyingIssuer
beforeAll(async () => {
  lying = await startLyingIssuer(credentials.clientId)
})
afterAll(() => lying.close())

/** Starts at the issuer and returns with a code; the token contains `claims`. */
async function comeBack(
  claims: Record<string, unknown>,
  how: { foreignKey?: boolean; alg?: 'none' } = {},
  answer: { state?: string; iss?: string } = {},
) {
  const openid = createOpenId({ issuer: lying.url, ...credentials, timeout: 1 })
  const begun = await openid.begin(redirectUri)
  if (!begun) throw new Error('not reached')
  lying.lie({ nonce: begun.handshake.nonce, ...claims }, how)
  return {
    begun,
    finished: await openid.finish(redirectUri, begun.handshake, {
      code: 'a code',
      state: answer.state ?? begun.handshake.state,
      iss: answer.iss,
    }),
  }
}

it('sends all protective parameters, and reads the claims', async () => {
  const { begun, finished } = await comeBack({
    email: 'Anna.Rossi@Example.com ',
    email_verified: true,
    given_name: 'Anna',
    name: 'Anna Rossi',
  })
  const asked = new URL(begun.url).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    client_id: 'our client',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    state: begun.handshake.state,
    nonce: begun.handshake.nonce,
  })
  expect(asked.get('prompt')).toBeNull()
  expect(begun.url).not.toContain(begun.handshake.verifier)
  expect(finished).toEqual({
    outcome: 'claims',
    claims: {
      issuer: lying.url,
      subject: '1234',
      email: 'anna.rossi@example.com',
      emailVerified: true,
      givenName: 'Anna',
    },
  })
  expect(lying.asked.at(-1)?.form.get('code_verifier')).toBe(begun.handshake.verifier)
  expect(lying.asked.at(-1)?.authorization).toMatch(/^Basic /)
})

it('sends the secret in the form and shows the account chooser, if the issuer supports it', async () => {
  lying.metadata = {
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    prompt_values_supported: ['none', 'select_account'],
  }
  const { begun } = await comeBack({})
  lying.metadata = {}
  expect(new URL(begun.url).searchParams.get('prompt')).toBe('select_account')
  expect(lying.asked.at(-1)?.form.get('client_secret')).toBe('our & secret')
  expect(lying.asked.at(-1)?.authorization).toBeUndefined()
})

describe('refuses', () => {
  const now = () => Math.floor(Date.now() / 1000)
  it.each<
    [string, () => Record<string, unknown>, { foreignKey?: boolean; alg?: 'none' }, { state?: string; iss?: string }]
  >([
    ['another nonce', () => ({ nonce: 'another' }), {}, {}],
    ['no nonce', () => ({ nonce: undefined }), {}, {}],
    ['a token for somebody else', () => ({ aud: 'another client' }), {}, {}],
    ['a token of another issuer', () => ({ iss: 'https://accounts.example' }), {}, {}],
    ['a token that is over', () => ({ iat: now() - 600, exp: now() - 120 }), {}, {}],
    ['a foreign signature', () => ({}), { foreignKey: true }, {}],
    ['no signature', () => ({}), { alg: 'none' }, {}],
    ['another state', () => ({}), {}, { state: 'another' }],
    ['an answer that names another issuer', () => ({}), {}, { iss: 'https://accounts.example' }],
  ])('%s', async (_, claims, how, answer) => {
    expect((await comeBack(claims(), how, answer)).finished.outcome).toBe('refused')
  })

  it('treats a verified flag that is a string as unverified', async () => {
    for (const email_verified of ['true', 1, undefined]) {
      expect((await comeBack({ email: 'a@example.com', email_verified })).finished).toMatchObject({
        outcome: 'claims',
        claims: { emailVerified: false },
      })
    }
    expect((await comeBack({ email_verified: true })).finished).toMatchObject({
      outcome: 'claims',
      claims: { email: undefined },
    })
  })

  it('tolerates a small clock difference', async () => {
    expect((await comeBack({ iat: now() - 330, exp: now() - 30 })).finished.outcome).toBe('claims')
  })
})

describe('an issuer in trouble', () => {
  it.each([
    [500, {}, 0],
    [503, 'gateway', 0],
    [400, { error: 'temporarily_unavailable' }, 0],
    [200, {}, 3000],
  ])('is unavailable when it answers %s %j after %s ms', async (status, body, afterMs) => {
    const openid = createOpenId({ issuer: lying.url, ...credentials, timeout: 1 })
    const begun = await openid.begin(redirectUri)
    lying.answer(status, body, { afterMs })
    const finished = await openid.finish(redirectUri, begun?.handshake ?? { state: '', nonce: '', verifier: '' }, {
      code: 'x',
      state: begun?.handshake.state ?? '',
      iss: undefined,
    })
    expect(finished.outcome).toBe('unreachable')
  })

  it('reports a refusal with a short reason', async () => {
    const openid = createOpenId({ issuer: lying.url, ...credentials })
    const begun = await openid.begin(redirectUri)
    lying.answer(400, { error: 'invalid_grant', error_description: 'the code of anna@example.com was used' })
    const finished = await openid.finish(redirectUri, begun?.handshake ?? { state: '', nonce: '', verifier: '' }, {
      code: 'x',
      state: begun?.handshake.state ?? '',
      iss: undefined,
    })
    expect(finished).toMatchObject({ outcome: 'refused' })
    expect(JSON.stringify(finished)).not.toContain('anna')
  })

  it('is asked again by the next call: failures are not cached', async () => {
    const port = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const { port: free } = probe.address() as AddressInfo
        probe.close(() => resolve(free))
      })
    })
    const openid = createOpenId({ issuer: `http://127.0.0.1:${port}`, ...credentials, timeout: 1 })
    expect(await openid.begin(redirectUri)).toBeUndefined()
    const back = await startLyingIssuer(credentials.clientId, port)
    expect(await openid.begin(redirectUri)).toBeDefined()
    await back.close()
  })
})
