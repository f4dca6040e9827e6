import { formCodes } from '@incontro/contract'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sender } from '#app/api/api.ts'
import { attemptComplete } from './google-signup/complete-attempt.ts'
import { sendGoogleAnswer, readGoogleAnswer } from './google/google-answer.ts'
import { enterByLink } from './links/enter-by-link.ts'
import { attemptInvited } from './links/invited-attempt.ts'
import { attemptSignup } from './signup/signup-attempt.ts'
import type { SignupValues } from './signup/signup-form.ts'

/* What the entry forms send, whole, and what each refusal leads to. */

const values: SignupValues = {
  email: 'marco@example.org',
  password: 'tre-gatti-blu',
  age: '32',
  region: 'Lazio',
  city: 'Roma',
  livesIn: '',
  ownGender: 'donna',
  genderWord: '',
  showsGender: false,
  listed: 'both',
  seeks: 'uomo',
  terms: [true, true, true, true],
  promotion: true,
  thirdParty: false,
}
const { password: _, ...withoutPassword } = values
const place = {
  source: 'radio',
  campid: '42',
  clickid: 'visit-1',
  ip: '192.0.2.1',
  flowId: '0000',
  country: 'IT',
  locale: 'it',
  host: 'local.example',
  ua: 'B'.repeat(513),
} as const
/** On the wire, in the words of the specification. */
const payload = {
  source: 'radio',
  campid: '42',
  clickid: 'visit-1',
  ip: '192.0.2.1',
  fluxId: '0000',
  country: 'IT',
  geo: 'Lazio',
  region: 'Lazio',
  city: 'Roma',
  age: 32,
  sono: 'donna',
  cerco: 'uomo',
  terms1: true,
  terms2: true,
  terms3: true,
  terms4: true,
  consents: { promotion: true, thirdParty: false },
  language: 'it',
  servizio: 'local.example',
  ua: 'B'.repeat(512),
}

let keys: Awaited<ReturnType<typeof generateKeyPair>>
let jwks: object
beforeAll(async () => {
  keys = await generateKeyPair('ECDH-ES+A256KW')
  jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'ECDH-ES+A256KW', kid: 'key-1', use: 'enc' }] }
})

let sent: unknown[] = []
beforeEach(() => {
  sent = []
})
/** Answers every request but that for the key, and records it with its payload decrypted. */
const answering =
  (reply: object, status = 200): Sender =>
  async (path, init) => {
    if (path === '/.well-known/jwks.json') return Response.json(jwks)
    const body: Record<string, string> = init?.body === undefined ? {} : JSON.parse(String(init.body))
    const sealed = Object.entries(body).find(([, value]) => /^(?:[\w-]+\.){4}[\w-]+$/.test(value))
    if (sealed) {
      const opened = await compactDecrypt(sealed[1], keys.privateKey)
      const { [sealed[0]]: _sealed, ...rest } = body
      const { kid } = opened.protectedHeader
      sent.push([path, { ...rest, kid, opened: JSON.parse(new TextDecoder().decode(opened.plaintext)) }])
    } else sent.push([path, body])
    return Response.json(reply, { status })
  }
const problem = (code: string, status = 409, more: object = {}) => answering({ message: code, code, ...more }, status)
const unreachable: Sender = () => Promise.reject(new TypeError('network'))
const refusal = (codes: readonly string[], changes: object = {}) => ({
  codes,
  values: { ...withoutPassword, ...changes },
  stamp: expect.any(Number),
})
const signal = () => Promise.resolve('signal-1')

describe('a registration', () => {
  it('sends all that was entered, encrypted, and the device’s signal where there is one', async () => {
    const welcome = answering({ clickid: 'visit-2' })
    expect(await attemptSignup(welcome, values, place, '', signal)).toEqual({ clickid: 'visit-2' })
    await attemptSignup(welcome, { ...values, city: '' }, place, '')
    const own = { ...payload, email: 'marco@example.org', password: 'tre-gatti-blu' }
    const { city: _city, ...withoutCity } = own
    expect(sent).toEqual([
      ['/api/users/register', { kid: 'key-1', opened: { ...own, fingerprint: 'signal-1' } }],
      ['/api/users/register', { kid: 'key-1', opened: withoutCity }],
    ])
  })

  it('sends nothing of a form with mistakes, and keeps all but the password', async () => {
    expect(await attemptSignup(unreachable, { ...values, age: '17', region: '' }, place, '')).toEqual(
      refusal(['eta', 'errore_citta'], { age: '17', region: '' }),
    )
  })

  it('from a country of another brand sends nothing but the country', async () => {
    const elsewhere = problem('1006', 409, { redirect: 'https://cercame.example/signup' })
    const abroad = { ...values, livesIn: 'ES', age: '' }
    expect(await attemptSignup(elsewhere, abroad, place, '?campid=7')).toEqual({
      elsewhere: 'https://cercame.example/signup?campid=7',
    })
    expect(sent).toEqual([['/api/users/register', { kid: 'key-1', opened: { country: 'ES' } }]])
  })

  it('shows the code of a refusal, and none of an error of our own', async () => {
    expect(await attemptSignup(problem('1000'), values, place, '')).toEqual(refusal(['1000']))
    expect(await attemptSignup(unreachable, values, place, '')).toEqual(refusal(['offline']))
    expect(await attemptSignup(async () => Response.json({ keys: [] }), values, place, '')).toEqual(refusal(['no_key']))
    const broken = () => Promise.reject(new Error('signal'))
    expect(await attemptSignup(answering({}), values, place, '', broken)).toEqual(refusal(['']))
  })
})

describe('an invited person', () => {
  const attempt = (send: Sender, changes: Partial<SignupValues> = {}, given?: typeof signal) =>
    attemptInvited(send, 'token-1', { ...values, email: '', ...changes }, place, '?campid=7', given)

  it('registers with the address of the invitation, with a password or without one', async () => {
    const welcome = answering({ clickid: 'visit-2' })
    expect(await attempt(welcome, {}, signal)).toEqual({ clickid: 'visit-2' })
    await attempt(welcome, { password: '' })
    expect(sent).toEqual([
      [
        '/api/users/extSign_register',
        { token: 'token-1', kid: 'key-1', opened: { ...payload, password: 'tre-gatti-blu', fingerprint: 'signal-1' } },
      ],
      ['/api/users/extSign_register', { token: 'token-1', kid: 'key-1', opened: payload }],
    ])
  })

  it('hears what is wrong, but never about an address', async () => {
    const empty = { email: '', password: 'short', age: '', region: '', ownGender: '', seeks: '' }
    expect(await attempt(unreachable, { ...empty, terms: [false, true, true, true] })).toEqual(
      refusal(
        formCodes.filter((code) => code !== 'errore_email'),
        { email: '', age: '', region: '', ownGender: '', seeks: '', terms: [false, true, true, true] },
      ),
    )
  })

  it('hears that the invitation has ended, that another brand serves the country, or why not', async () => {
    expect(await attempt(problem('gone', 404))).toEqual({ ended: true })
    const elsewhere = problem('1006', 409, { redirect: 'https://cercame.example/signup' })
    expect(await attempt(elsewhere, { livesIn: 'ES' })).toEqual({
      elsewhere: 'https://cercame.example/signup?campid=7',
    })
    expect(sent[1]).toEqual([
      '/api/users/extSign_register',
      { token: 'token-1', kid: 'key-1', opened: { country: 'ES' } },
    ])
    expect(await attempt(problem('1007', 429))).toEqual(refusal(['1007'], { email: '' }))
  })
})

describe('a new member from Google', () => {
  const attempt = (send: Sender, changes: Partial<SignupValues> = {}, given?: typeof signal) =>
    attemptComplete(send, { ...values, ...changes }, 'Marco', place, given)
  const own = (codes: readonly string[], changes: object = {}) => ({
    ...refusal(codes, { email: '', ...changes }),
    username: 'Marco',
  })

  it('sends the rest of the form, without the address and a password', async () => {
    const done = answering({ next: '/find', clickid: 'visit-2' })
    expect(await attempt(done, {}, signal)).toEqual({ to: '/find', clickid: 'visit-2' })
    await attempt(done)
    const path = '/api/users/auth/google/complete'
    expect(sent).toEqual([
      [path, { ...payload, username: 'Marco', fingerprint: 'signal-1' }],
      [path, { ...payload, username: 'Marco' }],
    ])
  })

  it('hears what is wrong, or that it took too long, or that another brand serves the country', async () => {
    expect(await attempt(unreachable, { age: '99' })).toEqual(own(['eta'], { age: '99' }))
    expect(await attempt(problem('google_ended', 410))).toEqual({ ended: true })
    expect(await attempt(problem('1003'))).toEqual(own(['1003']))
    const elsewhere = problem('1006', 409, { redirect: 'https://cercame.example/signup' })
    expect(await attempt(elsewhere, { livesIn: 'ES' })).toEqual({ elsewhere: 'https://cercame.example/signup' })
    expect(sent.at(-1)).toEqual(['/api/users/auth/google/complete', { country: 'ES' }])
  })
})

describe('Google’s redirect', () => {
  it.each([
    ['?code=c&state=s', { code: 'c', state: 's', iss: undefined }],
    ['?code=c&state=s&iss=https://g.example', { code: 'c', state: 's', iss: 'https://g.example' }],
    ['?code=c', undefined],
    ['?state=s', undefined],
    ['?code=&state=s', undefined],
    ['', undefined],
    ['?error=access_denied&code=c&state=s', { error: 'access_denied' }],
    ['?error=temporarily_unavailable', { error: 'google_unreachable' }],
    ['?error=server_error', { error: 'google_unreachable' }],
    ['?error=invalid_scope', { error: 'google_refused' }],
    ['?error=', { error: 'google_refused' }],
  ])('%s', (search, answer) => expect(readGoogleAnswer(search)).toEqual(answer))

  it('signs in, links, or leads to the rest of the form', async () => {
    const answer = { code: 'c', state: 's', iss: undefined }
    const result = (send: Sender) => sendGoogleAnswer(send, answer, { campid: '42' })
    expect(await result(answering({ login: true, next: '/find', clickid: 'visit-2' }))).toEqual({
      to: '/find',
      clickid: 'visit-2',
    })
    expect(await result(answering({ linked: true, next: '/profile' }))).toEqual({ to: '/profile' })
    expect(await result(answering({ complete: true }))).toEqual({ to: '/loginWithGoogle/complete' })
    expect(await result(problem('google_taken'))).toEqual({ code: 'google_taken' })
    expect(await result(unreachable)).toEqual({ code: 'offline' })
    expect(sent[0]).toEqual(['/api/users/auth/google', { campid: '42', code: 'c', state: 's' }])
  })
})

describe('the token of a link', () => {
  it('signs in, with its address if it has one, and the entry is counted', async () => {
    const headers: unknown[] = []
    const send: Sender = (path, init) => {
      headers.push([path, init?.headers])
      return answering({ clickid: 'visit-2' })(path, init)
    }
    expect(await enterByLink(send, { token: 't', mail: 'a@b.example' } as never)).toEqual({ clickid: 'visit-2' })
    await enterByLink(send, { token: 't', mail: undefined } as never)
    expect(sent).toEqual([
      ['/api/users/autoLogin', { token: 't', email: 'a@b.example' }],
      ['/api/users/visit-2', {}],
      ['/api/users/autoLogin', { token: 't' }],
      ['/api/users/visit-2', {}],
    ])
    expect(headers[1]).toEqual([
      '/api/users/visit-2',
      { accept: 'application/json', 'autologin-type': 'email', 'autologin-event': 'login' },
    ])
  })

  it.each([
    ['token_expired', 401, 'ended'],
    ['utente_disabilitato', 403, 'disabled'],
    ['utente_disabilitato', 401, 'disabled'],
    ['deletion_pending', 403, 'leaving'],
    ['1007', 429, 'busy'],
    ['internal', 500, 'failed'],
  ])('that is refused with %s and %i: %s', async (code, status, refused) => {
    expect(await enterByLink(problem(code, status), { token: 't' } as never)).toEqual({ refused })
  })

  it('is used even if the entry could not be counted; a lost connection is no refusal', async () => {
    const once: Sender = (path, init) =>
      path === '/api/users/autoLogin' ? answering({ clickid: 'visit-2' })(path, init) : unreachable(path)
    expect(await enterByLink(once, { token: 't' } as never)).toEqual({ clickid: 'visit-2' })
    expect(await enterByLink(unreachable, { token: 't' } as never)).toEqual({ refused: 'failed' })
  })
})
