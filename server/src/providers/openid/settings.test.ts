import { expect, it } from 'vitest'
import { readOpenIdSettings } from './settings.ts'

const google = {
  GOOGLE_ISSUER: 'https://accounts.google.com',
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'secret',
}

it('requires all settings of signing in with Google, or none', () => {
  expect(readOpenIdSettings({}, 'production')).toBeUndefined()
  expect(readOpenIdSettings(google, 'production')).toEqual({
    issuer: 'https://accounts.google.com',
    clientId: 'client',
    clientSecret: 'secret',
  })
  for (const name of Object.keys(google))
    expect(() => readOpenIdSettings({ ...google, [name]: '' }, 'production')).toThrow(
      new RegExp(`^${name}: is missing`),
    )
})

it.each([
  ['http://accounts.google.com', undefined],
  ['http://localhost.evil.example/google', undefined],
  ['ftp://accounts.google.com', undefined],
  ['accounts.google.com', undefined],
  ['http://localhost:3001/google', 'http://localhost:3001/google'],
  ['http://[::1]:3001/google', 'http://[::1]:3001/google'],
])('allows an issuer without TLS on the local machine only: %s', (issuer, taken) => {
  const read = () => readOpenIdSettings({ ...google, GOOGLE_ISSUER: issuer }, 'production')?.issuer
  if (taken === undefined) expect(read).toThrow(/^GOOGLE_ISSUER: /)
  else expect(read()).toBe(taken)
})

it('allows an issuer without TLS anywhere in a demo', () => {
  const issuer = 'http://demo.example/google'
  expect(readOpenIdSettings({ ...google, GOOGLE_ISSUER: issuer }, 'demo')?.issuer).toBe(issuer)
})

it('has no settings for a single brand', () => {
  expect(() => readOpenIdSettings({ ...google, GOOGLE_CLIENT_ID__BATTITO: 'own' }, 'production')).toThrow(
    'GOOGLE_…__BATTITO: the sign-in with Google is the same for every brand',
  )
})
