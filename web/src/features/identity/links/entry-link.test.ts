import { encodeRed } from '@incontro/contract/red'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEntryLink } from './entry-link.ts'

const token = 'AbC_-0123456789012345678901234567890123456x'
const query = (values: Record<string, string>) => `?${new URLSearchParams(values).toString()}`

describe('the link of an email', () => {
  it('contains the member and the target', () => {
    expect(readEntryLink('autologin', query({ token, red: encodeRed('/profile'), clickid: 'a.b-c' }))).toEqual({
      token,
      target: '/profile',
      clickid: 'a.b-c',
      mail: undefined,
      faults: [],
    })
    expect(readEntryLink('autologin', `?token=${token}&mail=a+x%40b.it`)).toMatchObject({
      target: '/find',
      mail: 'a+x@b.it',
      faults: [],
    })
  })

  it.each([
    [query({}), ['no token']],
    [query({ token: 'short' }), ['malformed token']],
    [query({ token: `${token}x` }), ['malformed token']],
    [query({ token, red: 'not base64!' }), ['red: not base64']],
    [query({ token, red: encodeRed('//evil.example') }), ['red: not a path of this site']],
    [query({ token, red: 'A'.repeat(5000) }), ['red: too long']],
    [query({ red: '*' }), ['no token', 'red: not base64']],
  ])('%s is logged and leads to the search', (search, faults) => {
    expect(readEntryLink('autologin', search)).toMatchObject({ target: '/find', faults })
  })

  it('decodes the characters of an invitation', () => {
    const raw = `${'ab/+'.repeat(10)}abc`
    for (const written of [raw, raw.replaceAll('/', '~').replaceAll('+', '*'), `${raw}=`])
      expect(readEntryLink('invitation', query({ token: written })).token.replace('=', '')).toBe(raw)
    expect(readEntryLink('invitation', `?token=${raw}`).token).toBe(raw)
    // The token of a sign-in link has only one spelling.
    expect(readEntryLink('autologin', query({ token: raw })).token).toBe('')
  })

  it('never logs its values and never leads to another site', () => {
    const text = fc.string({ unit: 'binary', minLength: 6 })
    fc.assert(
      fc.property(text, text, text, text, (given, red, clickid, mail) => {
        for (const kind of ['autologin', 'invitation'] as const) {
          const link = readEntryLink(kind, query({ token: given, red, clickid, mail }))
          expect(new URL(link.target, 'https://site.example').origin).toBe('https://site.example')
          expect(link.token).toMatch(/^([A-Za-z0-9+/_-]{43}=?)?$/)
          for (const secret of [given, red, clickid, mail]) expect(link.faults.join()).not.toContain(secret)
        }
      }),
    )
  })
})
