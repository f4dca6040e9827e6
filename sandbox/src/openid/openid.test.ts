import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as openid from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANDBOX_GOOGLE_CLIENT_ID, SANDBOX_GOOGLE_CLIENT_SECRET } from '../credentials.ts'
import { walkThroughProvider } from '../testing/openid-browser.ts'
import { startSandbox, type RunningSandbox } from '../testing/start-sandbox.ts'
import { isOwnRedirect } from './redirects.ts'

const stateDir = mkdtempSync(join(tmpdir(), 'sandbox-openid-'))
const appUrl = 'http://localhost:4242'
const redirectUri = 'http://battito.localhost:4242/loginWithGoogle/return'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ stateDir, appUrl })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(stateDir, { recursive: true })
})

/** A client that checks everything, the signature of the ID token included. */
const client = () =>
  openid.discovery(
    new URL(`${sandbox.origin}/google`),
    SANDBOX_GOOGLE_CLIENT_ID,
    SANDBOX_GOOGLE_CLIENT_SECRET,
    undefined,
    {
      execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    },
  )

async function begin(config: openid.Configuration, change: Record<string, string> = {}) {
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const nonce = openid.randomNonce()
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...change,
  }).href
  return { url, checks: { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce } }
}

test('a person who signs in twice has the same account', async () => {
  const config = await client()
  const subjects: string[] = []
  for (const prompt of [{}, { prompt: 'select_account' }]) {
    const { url, checks } = await begin(config, prompt)
    const back = await walkThroughProvider(url, { email: 'Anna.Rossi@Example.com' })
    expect(back.origin + back.pathname).toBe(redirectUri)
    const claims = (await openid.authorizationCodeGrant(config, back, checks)).claims()
    expect(claims).toMatchObject({
      email: 'anna.rossi@example.com',
      email_verified: true,
      name: 'Anna Rossi',
      given_name: 'Anna',
    })
    expect(claims?.sub).toMatch(/^\d{21}$/)
    subjects.push(claims?.sub ?? '')
    // A code can be used once.
    await expect(openid.authorizationCodeGrant(config, back, checks)).rejects.toThrow()
  }
  expect(subjects[1]).toBe(subjects[0])
  expect(sandbox.sandbox.state.openIdAccounts.all()).toHaveLength(1)
})

test('the tester can refuse, and an address can be unverified', async () => {
  const config = await client()
  const refused = await walkThroughProvider((await begin(config)).url, 'refuse')
  expect(refused.searchParams.get('error')).toBe('access_denied')
  expect(refused.searchParams.get('code')).toBeNull()
  const { url, checks } = await begin(config)
  const back = await walkThroughProvider(url, { email: 'open@example.com', verified: false })
  expect((await openid.authorizationCodeGrant(config, back, checks)).claims()).toMatchObject({
    email: 'open@example.com',
    email_verified: false,
  })
})

test('a wrong secret, a wrong verifier and a missing PKCE challenge are refused', async () => {
  const config = await client()
  const { url, checks } = await begin(config)
  const back = await walkThroughProvider(url, { email: 'pkce@example.com' })
  await expect(
    openid.authorizationCodeGrant(config, back, { ...checks, pkceCodeVerifier: openid.randomPKCECodeVerifier() }),
  ).rejects.toThrow()
  const stranger = new openid.Configuration(config.serverMetadata(), SANDBOX_GOOGLE_CLIENT_ID, 'not this one')
  openid.allowInsecureRequests(stranger)
  await expect(openid.authorizationCodeGrant(stranger, back, checks)).rejects.toThrow()
  const bare = await walkThroughProvider(url.replace(/code_challenge(_method)?=[^&]+&?/g, ''), 'refuse')
  expect(bare.searchParams.get('error')).toBe('invalid_request')
})

test.each([
  ['http://localhost:4242/loginWithGoogle', true],
  ['http://amarelle.localhost:4242/loginWithGoogle/return', true],
  ['https://127.0.0.1:4242/loginWithGoogle/return', true],
  ['http://localhost:4243/loginWithGoogle', false],
  ['http://localhost/loginWithGoogle', false],
  ['http://evil.example:4242/loginWithGoogle', false],
  ['http://localhost.evil.example:4242/loginWithGoogle', false],
  ['http://localhost:4242/other', false],
  ['http://localhost:4242/loginWithGoogle/../find', false],
  ['http://evil.example@localhost:4242/loginWithGoogle', false],
  ['http://localhost:4242/loginWithGoogle?next=x', false],
  ['ftp://localhost:4242/loginWithGoogle', false],
  ['javascript:alert(1)', false],
  ['', false],
])('sends back to %s: %s', (uri, allowed) => expect(isOwnRedirect(uri, appUrl)).toBe(allowed))

test('redirects only to allowed addresses, and the page loads nothing external', async () => {
  const config = await client()
  const response = await fetch(
    (await begin(config, { redirect_uri: 'http://evil.example:4242/loginWithGoogle' })).url,
    { redirect: 'manual' },
  )
  expect([response.status, response.headers.get('location')]).toEqual([400, null])
  expect(await response.text()).not.toMatch(/<script|https?:\/\/(?!localhost)/)
  const page = await fetch((await begin(config)).url)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('keys, accounts and an unused code survive a restart', async () => {
  const before = await client()
  const { url, checks } = await begin(before)
  const back = await walkThroughProvider(url, { email: 'kept@example.com' })
  const subject = sandbox.sandbox.state.openIdAccounts.all().at(-1)?.id
  const { port } = new URL(sandbox.origin)
  await sandbox.close()
  sandbox = await startSandbox({ stateDir, appUrl, port: Number(port) })
  expect((await openid.authorizationCodeGrant(before, back, checks)).claims()?.sub).toBe(subject)
})
