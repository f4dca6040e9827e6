import { expect, it } from 'vitest'
import { createPasswords, isAcceptablePassword, passwordCost } from './passwords.ts'

it.each([
  ['7 characters', 'h7Jq-x2', false],
  ['8 characters', 'h7Jq-x2z', true],
  ['128 characters', 'h7Jq-x2z'.repeat(16), true],
  ['129 characters', `${'h7Jq-x2z'.repeat(16)}!`, false],
  ['four accented letters of two characters each', 'àèìò'.normalize('NFD'), false],
  ['four emoji', '🌊🌻🍋🐚', false],
  ['four emoji of several parts', '👩‍👩‍👧👨🏽‍🚀🇮🇹👍🏾', false],
  ['eight emoji', '🌊🌻🍋🐚🎻🚲🧵🪁', true],
  ['128 accented letters of two characters each', 'àèìò'.normalize('NFD').repeat(32), true],
  ['one that everybody takes, in full-width letters', 'ｐａｓｓｗｏｒｄ', false],
  ['one that everybody takes', 'password', false],
  ['one that everybody takes, in capitals', 'PassWord', false],
])('a password of %s', (_, password, accepted) => {
  expect(isAcceptablePassword(password)).toBe(accepted)
})

it('matches the hash made from it, and no other', async () => {
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
  const stored = await passwords.hash('quattro parole messe insieme')
  const answers = [
    passwords.fits(stored, 'quattro parole messe insieme'),
    passwords.fits(stored, 'quattro parole messe insieme '),
    passwords.fits(null, 'nobody has this password'),
    passwords.fits(undefined, 'nobody has this password'),
  ]
  expect(await Promise.all(answers)).toEqual([true, false, false, false])
})

it('is hashed by Argon2id with OWASP’s parameters', async () => {
  expect(await createPasswords().hash('quattro parole')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(passwordCost).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
})
