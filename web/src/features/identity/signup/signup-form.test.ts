import { formCodes } from '@incontro/contract'
import { describe, expect, it } from 'vitest'
import {
  fieldOf,
  inFormOrder,
  isMail,
  livesElsewhere,
  mailOf,
  readAutoSignup,
  readSignup,
  signupFailures,
  signupPayloadOf,
  type SignupValues,
} from './signup-form.ts'

const good: SignupValues = {
  email: 'marco@example.org',
  password: 'tre-gatti-blu',
  age: '32',
  region: 'Lazio',
  city: '',
  livesIn: '',
  ownGender: 'uomo',
  genderWord: '',
  showsGender: false,
  listed: 'both',
  seeks: 'donna',
  terms: [true, true, true, true],
  promotion: false,
  thirdParty: false,
}

describe('signupFailures', () => {
  it('reports every mistake in the order of the specification', () => {
    const empty = {
      ...good,
      email: '',
      password: '',
      age: '',
      region: '',
      ownGender: '',
      seeks: '',
      terms: [false, false, false, false] as const,
    }
    expect(signupFailures(empty)).toEqual([...formCodes])
  })

  it('accepts a complete form', () => expect(signupFailures(good)).toEqual([]))

  it.each([
    ['a@b', 'errore_email'],
    ['a b@c.d', 'errore_email'],
    ['@c.d', 'errore_email'],
  ])('refuses the email %s', (email, code) => expect(signupFailures({ ...good, email })).toEqual([code]))

  it.each([
    [{ password: '1234567' }, ['errore_password']],
    [{ password: '12345678' }, []],
    [{ age: '18' }, []],
    [{ age: '98' }, []],
    [{ ownGender: 'donna', seeks: 'uomo' }, []],
    [{ ownGender: 'altro' }, ['errore_sono']],
    [{ ownGender: 'more' }, ['errore_sono']],
    [{ ownGender: 'more', genderWord: 'agender', listed: '' }, ['errore_sono']],
    [{ ownGender: 'more', genderWord: 'agender', listed: 'donna' }, []],
    [{ ownGender: 'more', genderWord: 'agender' }, []],
    [{ seeks: 'both' }, []],
    [{ seeks: 'altro' }, ['errore_cerco']],
  ])('%j: %j', (changes, codes) => expect(signupFailures({ ...good, ...changes })).toEqual(codes))

  it.each(['17', '99', '', 'x'])('refuses the age %s', (age) =>
    expect(signupFailures({ ...good, age })).toEqual(['eta']),
  )

  it.each([0, 1, 2, 3])('needs consent %i', (missing) => {
    const terms = good.terms.map((given, index) => given && index !== missing) as unknown as SignupValues['terms']
    expect(signupFailures({ ...good, terms })).toEqual(['errore_terms'])
  })

  it('requires no optional consent, and does not assume one', () => {
    const payload = signupPayloadOf(good, { source: 'direct', country: 'IT', locale: 'it', host: 'localhost', ua: '' })
    expect(payload.consents).toEqual({ promotion: false, thirdParty: false })
  })
})

describe('the genders on the wire', () => {
  const place = { source: 'direct', country: 'IT', locale: 'it', host: 'localhost', ua: '' } as const
  const sent = (changes: Partial<SignupValues>) => {
    const { ownGender, seeks, listedAll, seeksAll, genderWord, hidesGenderWord } = signupPayloadOf(
      { ...good, ...changes },
      place,
    )
    return [ownGender, seeks, listedAll, seeksAll, genderWord, hidesGenderWord]
  }
  it.each<[string, Partial<SignupValues>, unknown[]]>([
    ['a man who seeks women: the two of before alone', {}, ['uomo', 'donna']],
    ['answers below another choice do not count', { genderWord: 'agender', showsGender: true }, ['uomo', 'donna']],
    ['who seeks both', { seeks: 'both' }, ['uomo', 'donna', undefined, ['donna', 'uomo']]],
    [
      'a word that only the member reads, listed in both',
      { ownGender: 'more', genderWord: 'nonbinary' },
      ['donna', 'donna', ['donna', 'uomo'], undefined, 'nonbinary', true],
    ],
    [
      'a word that others read, listed in one',
      { ownGender: 'more', genderWord: 'trans_man', listed: 'uomo', showsGender: true },
      ['uomo', 'donna', undefined, undefined, 'trans_man', false],
    ],
  ])('%s', (_, changes, wire) =>
    expect(sent(changes)).toEqual([...wire, ...Array.from({ length: 6 - wire.length }, () => undefined)]),
  )
})

describe('readSignup', () => {
  it('removes spaces from the email, but not from the password', () => {
    const form = new FormData()
    form.set('email', ' mar co@example.org ')
    form.set('password', ' due parole ')
    expect(readSignup(form)).toMatchObject({
      email: 'marco@example.org',
      password: ' due parole ',
      terms: [false, false, false, false],
    })
  })
})

describe('the fields of a form', () => {
  it('are each read from their own, without spaces around them', () => {
    const form = new FormData()
    for (const name of ['email', 'age', 'region', 'city', 'livesIn', 'sono', 'genderWord', 'listed', 'cerco'])
      form.set(name, ` ${name} `)
    const read = readSignup(form)
    expect(read).toEqual({
      email: 'email',
      password: '',
      age: 'age',
      region: 'region',
      city: 'city',
      livesIn: 'livesIn',
      ownGender: 'sono',
      genderWord: 'genderWord',
      showsGender: false,
      listed: 'listed',
      seeks: 'cerco',
      terms: [false, false, false, false],
      promotion: false,
      thirdParty: false,
    })
  })

  it.each(['terms1', 'terms2', 'terms3', 'terms4', 'promotion', 'thirdParty'])('%s is ticked by itself', (name) => {
    const form = new FormData()
    form.set(name, 'on')
    const { terms, promotion, thirdParty } = readSignup(form)
    const ticked = { terms1: terms[0], terms2: terms[1], terms3: terms[2], terms4: terms[3], promotion, thirdParty }
    expect(Object.entries(ticked).flatMap(([one, on]) => (on ? [one] : []))).toEqual([name])
    const { consents, ...payload } = signupPayloadOf(readSignup(form), {
      source: 'direct',
      country: 'IT',
      locale: 'it',
      host: 'localhost',
      ua: '',
    })
    const agreed = Object.entries({ ...payload, ...consents }).flatMap(([one, on]) => (on === true ? [one] : []))
    expect(agreed).toEqual([name])
  })
})

it('every failure has a field, and the form shows them from the top', () => {
  expect(inFormOrder(formCodes).map((code) => fieldOf[code as (typeof formCodes)[number]])).toEqual([
    'sono',
    'cerco',
    'age',
    'region',
    'email',
    'password',
    'terms1',
  ])
})

it('an address in the link has at most 254 characters', () => {
  expect([254, 255].map((length) => mailOf(`?mail=${'m'.repeat(length)}`).length)).toEqual([254, 254])
})

describe('livesElsewhere', () => {
  it.each([
    ['ES', true],
    ['IT', false],
    ['', false],
    ['es', false],
    ['ESP', false],
  ])('chosen %j on a brand of IT: %s', (livesIn, elsewhere) =>
    expect(livesElsewhere({ livesIn }, { country: 'IT' })).toBe(elsewhere),
  )
})

describe('auto-signup', () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    email: 'other@example.org',
    password: 'given',
    age: '32',
    region: 'Lazio',
    sono: 'uomo',
    cerco: 'donna',
    terms1: 'on',
    terms2: 'on',
    terms3: 'on',
    terms4: 'on',
  }))
    form.set(name, value)

  it('uses the link’s address and generates a strong, unique password', () => {
    const [one, two] = [
      readAutoSignup(form, '?mail=mar%20co%40example.org'),
      readAutoSignup(form, '?mail=marco@example.org'),
    ]
    expect(one.email).toBe('marco@example.org')
    expect(signupFailures(one)).toEqual([])
    expect(one.password).toMatch(/^[A-Za-z0-9+/]{32}$/)
    expect(one.password).not.toBe(two.password)
  })

  it('keeps a plus in the address, encoded or not', () =>
    expect([mailOf('?tid=a+b&mail=marco+it@example.org'), mailOf('?mail=marco%2Bit%40example.org')]).toEqual([
      'marco+it@example.org',
      'marco+it@example.org',
    ]))

  it.each(['', '?mail=', '?mail=marco', '?mail=%40', '?Mail=a@b.c'])('has no address in %s', (search) =>
    expect(isMail(mailOf(search))).toBe(false),
  )
})

it('lists failures in the order of the fields, and those without a field last', () => {
  expect(inFormOrder(['1007', 'errore_terms', 'errore_email', 'eta', 'errore_sono'])).toEqual([
    'errore_sono',
    'eta',
    'errore_email',
    'errore_terms',
    '1007',
  ])
})
