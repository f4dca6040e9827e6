import { safeTarget } from '@incontro/contract/red'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safePath } from './safe-path.ts'

describe('safePath', () => {
  it.each(['/find', '/chats/1?x=2#y', '/vip_plan/cred'])('keeps %s', (path) => expect(safePath(path)).toBe(path))
  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%2Fevil.example',
    '/%252Fevil.example',
    '/.//evil.example',
    '/%5Cevil',
    '/a%0d%0ab',
    '/%',
    'find',
    '',
    null,
    undefined,
  ])('refuses %s', (path) => expect(safePath(path, '/find')).toBe('/find'))

  it('follows the same rule as red, with a fallback', () => {
    const value = fc.oneof(
      fc.string(),
      fc.string().map((text) => `/${text}`),
      fc.webUrl(),
    )
    fc.assert(
      fc.property(value, (path) => {
        expect(safePath(path, '/find')).toBe(safeTarget(path) ?? '/find')
      }),
    )
  })
})
