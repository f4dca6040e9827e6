import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const env = { DATABASE_URL: 'postgres://localhost/x', SECRET_KEY: 's'.repeat(32), SMTP_URL: 'smtp://localhost' }
const google = {
  GOOGLE_ISSUER: 'https://accounts.google.com',
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'secret',
}

it('has all settings of the sign-in with Google or none', () => {
  expect(readConfig(env).google).toBeUndefined()
  expect(readConfig({ ...env, ...google }).google).toEqual({
    issuer: 'https://accounts.google.com',
    clientId: 'client',
    clientSecret: 'secret',
  })
  for (const name of Object.keys(google))
    expect(() => readConfig({ ...env, ...google, [name]: '' })).toThrow(new RegExp(`^${name}: is missing`))
})

it.each([
  ['http://accounts.google.com', undefined],
  ['http://localhost.evil.example/google', undefined],
  ['ftp://accounts.google.com', undefined],
  ['accounts.google.com', undefined],
  ['http://localhost:3001/google', 'http://localhost:3001/google'],
  ['http://[::1]:3001/google', 'http://[::1]:3001/google'],
])('takes an issuer without encryption on the own machine only: %s', (issuer, taken) => {
  const read = () => readConfig({ ...env, ...google, GOOGLE_ISSUER: issuer }).google?.issuer
  if (taken === undefined) expect(read).toThrow(/^GOOGLE_ISSUER: /)
  else expect(read()).toBe(taken)
})
