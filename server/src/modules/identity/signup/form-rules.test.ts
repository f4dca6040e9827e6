import type { SignupAnswers } from '@incontro/contract/domain'
import { expect, it } from 'vitest'
import { mustBeOpen } from '../sign-in/account-state.ts'
import { hereAt } from './elsewhere.ts'
import { regionOf, signupFailure } from './form-rules.ts'

const form = {
  email: 'a@b.example',
  password: 'tre parole a caso',
  age: 30,
  geo: 'Lazio',
  ownGender: 'uomo',
  seeks: 'donna',
  terms1: true,
  terms2: true,
  terms3: true,
  terms4: true,
} as unknown as SignupAnswers
const ofLength = (length: number) => `${'a'.repeat(length - 10)}@b.example`

it.each([
  [{}, undefined],
  [{ email: ofLength(254) }, undefined],
  [{ email: ofLength(255) }, 'errore_email'],
  [{ password: '8 signs.' }, undefined],
  [{ password: '7 signs' }, 'errore_password'],
  [{ password: 'x'.repeat(128) }, undefined],
  [{ password: 'x'.repeat(129) }, 'errore_password'],
  [{ password: 'PassWord1' }, 'errore_password'],
  [{ age: 17 }, 'eta'],
  [{ age: 18 }, undefined],
  [{ age: 98 }, undefined],
  [{ age: 99 }, 'eta'],
  [{ age: 30.5 }, 'eta'],
  [{ geo: ' ', region: ' ' }, 'errore_citta'],
  [{ geo: undefined, region: 'Lazio' }, undefined],
  [{ terms3: false }, 'errore_terms'],
])('a form with %j is answered with %s', (change, code) =>
  expect(signupFailure({ ...form, ...change })?.code).toBe(code),
)

it('`geo` overrides `region` where both are sent', () => {
  expect(regionOf({ ...form, geo: ' Lazio ', region: 'Umbria' })).toBe('Lazio')
  expect(regionOf({ ...form, geo: '', region: ' Umbria ' })).toBe('Umbria')
})

it('a demo redirects to the local host name of the other brand, on the same port', () => {
  expect(hereAt('http://localhost:4510', ['www.other.example', 'other.localhost'])).toBe('http://other.localhost:4510')
  expect(hereAt('http://other.localhost:4510', ['localhost'])).toBe('http://localhost:4510')
  expect(hereAt('https://a.example', ['www.other.example'])).toBe('https://a.example')
})

it('an account waiting for erasure reports that, also on its last day', () => {
  const codeOf = (state: string, due: Date | null) => {
    try {
      mustBeOpen({ state, deletion_due_at: due })
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  expect([
    codeOf('active', null),
    codeOf('deleting', new Date(Date.now() + 1000)),
    codeOf('deleting', new Date(0)),
    codeOf('suspended', null),
    codeOf('deactivated', null),
  ]).toEqual([undefined, 'deletion_pending', 'deletion_pending', 'utente_disabilitato', 'utente_disabilitato'])
})
