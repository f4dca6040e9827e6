import { describe, expect, it } from 'vitest'
import { safePath } from './safe-path.ts'

describe('safePath', () => {
  it.each(['/find', '/chats/1?x=2#y', '/vip_plan/cred'])('keeps %s', (path) => expect(safePath(path)).toBe(path))
  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/%2Fevil.example', '/%5Cevil', '/a%0d%0ab', '/%', 'find', '', null, undefined])(
    'refuses %s', (path) => expect(safePath(path, '/find')).toBe('/find'))
})
