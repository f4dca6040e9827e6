import { routes } from '@incontro/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsOf } from '#test/support/accounts.ts'
import { startTestServer, type CallOptions, type TestServer } from '#test/support/test-server.ts'

/* Requests with forged hosts and origins. No job runs, so queued emails can be read. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
}, 60_000)
afterAll(() => testServer?.close())

const { address, form, register, post, tokenIn } = accountsOf(() => testServer)

describe('a made-up host', () => {
  const lies = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '1337',
    'x-forwarded-for': '203.0.113.9',
    'x-host': 'evil.example',
    'x-original-host': 'evil.example',
    'x-original-url': 'https://evil.example/',
    'x-forwarded-server': 'evil.example',
    'x-http-host-override': 'evil.example',
    forwarded: 'for=203.0.113.9;host=evil.example;proto=https',
    referer: 'https://evil.example/',
    via: '1.1 evil.example',
  }

  it('is in no email, whatever causes it', async () => {
    const lying = (options: CallOptions = {}): CallOptions => ({ ...options, headers: { ...lies, ...options.headers } })
    const { email = '', password = '' } = form()
    const { body: made } = await register(form({ email, password }), lying({ headers: { 'x-session': 'bearer' } }))
    const token = made.token as string
    await register(form({ email, password: 'un’altra parola' }), lying())
    await post('resendConfirmation', {}, lying({ token }))
    await post('confirmEmail', { token: await tokenIn('confirm-email', email) }, lying())
    const { body: again } = await post(
      'authenticate',
      { email, password },
      lying({ headers: { 'x-session': 'bearer', ...lies } }),
    )
    const welcome = await tokenIn('welcome', email)
    await post('autoLogin/again', { token: welcome }, lying())
    await post('getTokenForReset', { email }, lying())
    const next = address()
    // The second registration has removed the password; the session is fresh enough to reauthenticate.
    const session = (again.token ??
      (
        await post(
          'autoLogin',
          { token: await tokenIn('sign-in-link', email) },
          lying({ headers: { 'x-session': 'bearer', ...lies } }),
        )
      ).body.token) as string
    expect(
      (await post('changeEmail', { oldEmail: email, newEmail: next, password }, lying({ token: session }))).status,
    ).toBe(200)
    expect((await post('confirmNewEmail', { token: await tokenIn('confirm-new-email', next) }, lying())).status).toBe(
      200,
    )
    expect((await post('undoEmailChange', { token: await tokenIn('email-changed', email) }, lying())).status).toBe(200)
    await post('changePassword', { token: await tokenIn('reset-password', email), password }, lying())
    const { body: last } = await post(
      'authenticate',
      { email, password },
      lying({ headers: { 'x-session': 'bearer', ...lies } }),
    )
    expect((await post('deletion', { clickid: last.clickid, password }, lying({ token: last.token }))).status).toBe(200)
    expect((await post('cancelDeletion', { token: await tokenIn('deletion-started', email) }, lying())).status).toBe(
      200,
    )
    await testServer.call('/api/contact', {
      ...lying(),
      body: { name: 'Anna', email, topic: 'other', message: 'Buongiorno' },
    })

    const { rows } = await testServer.database.pool.query<{ kind: string; props: { link?: string } }>(
      'select kind, props from emails where to_address = any($1)',
      [[email, next]],
    )
    const written = new Set(rows.map(({ kind }) => kind))
    for (const kind of [
      'confirm-email',
      'registered-again',
      'welcome',
      'sign-in-link',
      'confirm-new-email',
      'email-changed',
      'reset-password',
      'deletion-started',
      'account-restored',
    ])
      expect(written, kind).toContain(kind)
    for (const { kind, props } of rows)
      if (props.link !== undefined) expect(new URL(props.link).origin, kind).toBe(testServer.url)
    const { rows: jobs } = await testServer.database.pool.query<{ all: string }>(
      "select coalesce(string_agg(payload::text, ' '), '') as all from graphile_worker._private_jobs",
    )
    expect(jobs[0]?.all).toContain(`"origin":"${testServer.url}"`)
    expect(jobs[0]?.all).not.toContain('evil')
    expect(
      JSON.stringify((await testServer.database.pool.query('select props, last_error from emails')).rows),
    ).not.toContain('evil.example')
  }, 40_000)

  it('that is not a brand’s, or has a port that is not served, is no site', async () => {
    for (const host of [
      'evil.example',
      'battito.example:1337',
      'battito.example:80@evil.example',
      'battito.example, evil.example',
      'battito.example%00.evil.example',
      'battito.example/evil',
      'battito.example.evil.example',
      'evil.example#battito.example',
    ]) {
      const { status } = await post('getTokenForReset', { email: 'somebody@person.example.com' }, { headers: { host } })
      expect([400, 404], host).toContain(status)
    }
    const { port } = new URL(testServer.url)
    for (const host of ['battito.example', `battito.example:${port}`, 'BATTITO.example']) {
      expect(
        (await post('getTokenForReset', { email: 'somebody@person.example.com' }, { headers: { host } })).status,
        host,
      ).toBe(200)
    }
  })
})

describe('a page of another site', () => {
  it.each(
    Object.values(routes)
      .filter(({ method, access }) => method !== 'GET' && access !== 'signed')
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )('signs no one in or out and changes nothing, also without cookies: %s', async (_, route) => {
    const path = route.path.replaceAll(/:(\w+)/g, '01890000-0000-7000-8000-000000000000')
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
      const { status, headers } = await testServer.call(path, {
        method: route.method,
        ...(route.method === 'DELETE' ? {} : { body: {} }),
        headers: { origin },
      })
      expect([status, headers.get('set-cookie')], origin).toEqual([403, null])
    }
  })
})
