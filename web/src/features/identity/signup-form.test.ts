import { formCodes } from '@incontro/contract'
import { describe, expect, it } from 'vitest'
import { readSignup, signupFailures, signupPayloadOf, type SignupValues, visitOf } from './signup-form.ts'

const good: SignupValues = {
  email: 'marco@example.org', password: 'tre-gatti-blu', age: '32', region: 'Lazio', city: '', sono: 'uomo', cerco: 'donna',
  terms: [true, true, true, true], promotion: false, thirdParty: false,
}

describe('signupFailures', () => {
  it('reports everything that is wrong in the order of the spec', () => {
    const empty = { ...good, email: '', password: '', age: '', region: '', sono: '', cerco: '', terms: [false, false, false, false] as const }
    expect(signupFailures(empty)).toEqual([...formCodes])
  })

  it('lets a complete form go', () => expect(signupFailures(good)).toEqual([]))

  it.each([
    ['a@b', 'errore_email'], ['a b@c.d', 'errore_email'], ['@c.d', 'errore_email'],
  ])('refuses the email %s', (email, code) => expect(signupFailures({ ...good, email })).toEqual([code]))

  it.each(['17', '99', '', 'x'])('refuses the age %s', (age) => expect(signupFailures({ ...good, age })).toEqual(['eta']))

  it.each([0, 1, 2, 3])('needs consent %i', (missing) => {
    const terms = good.terms.map((given, index) => given && index !== missing) as unknown as SignupValues['terms']
    expect(signupFailures({ ...good, terms })).toEqual(['errore_terms'])
  })

  it('does not need the optional consents, and does not give them', () => {
    const payload = signupPayloadOf(good, { search: '', country: 'IT', locale: 'it', host: 'localhost', ua: '' })
    expect(payload.consents).toEqual({ promotion: false, thirdParty: false })
  })
})

describe('readSignup', () => {
  it('takes spaces out of the email and leaves them in the password', () => {
    const form = new FormData()
    form.set('email', ' mar co@example.org ')
    form.set('password', ' due parole ')
    expect(readSignup(form)).toMatchObject({ email: 'marco@example.org', password: ' due parole ', terms: [false, false, false, false] })
  })
})

describe('visitOf', () => {
  it('reads what an advertisement wrote', () =>
    expect(visitOf('?tid=abc-1&campid=42&src=radio&fluxid=7')).toEqual({ source: 'radio', campid: '42', clickid: 'abc-1', fluxId: '7' }))
  it('is direct without it, and drops what is not well formed', () =>
    expect(visitOf('?tid=a%20b&fluxId=%2F')).toEqual({ source: 'direct', campid: undefined, clickid: undefined, fluxId: undefined }))
})
