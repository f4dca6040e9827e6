import { expect, it } from 'vitest'
import { explainDatabaseError } from './database-check.ts'

const url = 'postgres://ada:secret@db.example/dating'
const explained = (error: unknown, at = url): string => {
  const answer = explainDatabaseError(error, at)
  return answer === error ? 'unchanged' : String(answer)
}
const failing = (code: string, message = 'words'): Error => Object.assign(new Error(message), { code })

it.each([
  ['28P01', 'DATABASE_URL: db.example:5432 refuses the password of the user "ada".'],
  ['28000', 'DATABASE_URL: db.example:5432 does not let the user "ada" in: words.'],
  ['3D000', 'DATABASE_URL: there is no database "dating" at db.example:5432; create it, or correct the name.'],
  ['42501', 'DATABASE_URL: the user "ada" lacks a right in the database "dating" at db.example:5432: words.'],
  ['57P03', 'DATABASE_URL: the database at db.example:5432 has been starting for a while: words.'],
  ['53300', 'DATABASE_URL: the database at db.example:5432 has no connection left: words.'],
  ['53100', 'The disk of the database at db.example:5432 is full.'],
  ...['ENOTFOUND', 'EAI_AGAIN'].map((code) => [code, 'DATABASE_URL: the host of db.example:5432 is not known.']),
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT'].map((code) => [
    code,
    'DATABASE_URL: nothing answers at db.example:5432.',
  ]),
  ['ETIMEDOUT', 'DATABASE_URL: db.example:5432 does not answer.'],
  ...['XX001', 'XX002', '58P01', '58030'].map((code) => [
    code,
    'The database "dating" at db.example:5432 is damaged: words. Restore a backup.',
  ]),
  ['ECONNRESET', 'DATABASE_URL: db.example:5432 closes the connection without an answer; is it PostgreSQL?'],
])('%s is a sentence for the operator', (code = '', sentence = '') => {
  expect(explained(failing(code))).toBe(`Error: ${sentence}`)
})

it('errors without a code are recognised by their words, and others are not changed', () => {
  expect(explained(new Error('Connection Timeout'))).toMatch(/accepts connections and does not answer\.$/)
  for (const words of ['Connection terminated unexpectedly', 'socket hang up'])
    expect(explained(new Error(words))).toMatch(/is it PostgreSQL\?$/)
  for (const other of [failing('42P01'), new TypeError('a fault of ours'), 'text'])
    expect(explained(other)).toBe('unchanged')
})

it.each([
  ['postgres://a%40b@db.example:6432/my%20data', '"a@b"', '"my data" at db.example:6432'],
  ['postgres://ada@db.example', '"ada"', '"ada" at db.example:5432'],
  ['postgres:///dating?host=/run', '""', '"dating" at its socket'],
])('of %s it names user, database and host', (at, user, place) => {
  expect(explained(failing('42501'), at)).toContain(`the user ${user} lacks a right in the database ${place}:`)
})
