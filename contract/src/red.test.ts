import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeRed, encodeRed, safeTarget } from './red.ts'

const origin = 'https://battito.example'

/** What holds for every target that is let through, now and however often it is decoded on the way. */
function expectHarmless(target: string): void {
  let decoded = target
  for (let times = 0; times <= 4; times += 1) {
    expect(decoded).toMatch(/^\/(?![/\\])/)
    expect(new URL(decoded, origin).origin).toBe(origin)
    expect(new URL(decoded, origin).pathname).not.toMatch(/^\/\//)
    expect(decoded).not.toMatch(/[\\\u0000-\u001f\u007f]/)
    decoded = decodeURIComponent(decoded)
  }
  // As it stands it can be a header.
  expect(target).toMatch(/^[\u0021-\u007e]+$/)
}

const refused = [
  'https://evil.example',
  'http:evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/%2Fevil.example',
  '/%2fevil.example',
  '/%5Cevil',
  '/%252Fevil.example',
  '/%25252Fevil.example',
  '/%2525252525252Fevil.example',
  '/%09/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  '/a/%252e%252e//evil.example',
  '/a%2f..%2f%2fevil.example',
  '/a%0d%0aSet-Cookie:x=1',
  '/a\r\nLocation: https://evil.example',
  '/%',
  '/%zz',
  '/%ff',
  '/\u0000',
  '/\u0085x',
  'javascript:alert(1)',
  'data:text/html,x',
  'JaVaScRiPt:alert(1)',
  'find',
  '',
  '?x=1',
  '#x',
  '.',
  '/'.repeat(2),
  `/${'a'.repeat(2000)}`,
  '\uFEFF/find',
]

describe('a target', () => {
  it.each([
    ['/find', '/find'],
    ['/', '/'],
    ['/chats/1?x=2#y', '/chats/1?x=2#y'],
    ['/vip_plan/cred', '/vip_plan/cred'],
    ['/user/a@b', '/user/a@b'],
    ['/caffè', '/caff%C3%A8'],
    ['/a b', '/a%20b'],
    ['/chats/../find', '/find'],
    ['/find?from=https://else.example', '/find?from=https://else.example'],
  ])('may be %s', (path, target) => {
    expect(safeTarget(path)).toBe(target)
    expect(decodeRed(encodeRed(path))).toEqual({ target })
    expectHarmless(target)
  })

  it.each([...refused, null, undefined])('is never %j', (value) => expect(safeTarget(value)).toBeUndefined())
  it.each(refused)('is never %j in base64', (value) => expect('fault' in decodeRed(encodeRed(value))).toBe(true))

  it('of any making leads to the same site or nowhere', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      '//',
      '.',
      '..',
      '%2f',
      '%2F',
      '%5c',
      '%252f',
      '%25',
      '%2e',
      '%0d%0a',
      '%00',
      '\t',
      '\n',
      '\r',
      ' ',
      '@',
      ':',
      '?',
      '#',
      '&',
      '=',
      'https:',
      'javascript:',
      'data:',
      'evil.example',
      'find',
      'é',
      '％',
      '／',
      '。',
      '\u2028',
      '\uFEFF',
      '\ud800',
      '[',
      ']',
      '%c0%af',
      '%u002f',
    )
    const hostile = fc
      .array(fc.oneof(parts, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 12 })
      .map((pieces) => pieces.join(''))
    const anything = fc.oneof(
      hostile,
      hostile.map((text) => `/${text}`),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string({ unit: 'binary' }),
    )
    let letThrough = 0
    fc.assert(
      fc.property(anything, (value) => {
        const target = safeTarget(value)
        if (target === undefined) return
        letThrough += 1
        expectHarmless(target)
        expect(safeTarget(target)).toBe(target)
      }),
      { numRuns: 5000 },
    )
    expect(letThrough).toBeGreaterThan(50)
  })

  it('of any path of a site is let through', () => {
    const path = fc
      .webPath()
      .map((one) => (one.startsWith('/') ? one : `/${one}`))
      .filter((one) => !one.includes('//') && !one.includes('%'))
    fc.assert(
      fc.property(path, (value) => {
        expect(safeTarget(value)).toBe(new URL(value, origin).pathname)
      }),
    )
  })
})

describe('red', () => {
  it.each(['Zmlu*A', 'not base64!', 'L', '====', 'L2Zpbg===', ''])('%j is not base64', (red) =>
    expect(decodeRed(red)).toEqual({ fault: 'not base64' }),
  )
  it('takes both alphabets, with padding and without, and a plus that became a space', () => {
    for (const path of ['/find', '/find?a', '/find?aa', '/find?x=~~~>>>', '/a?b=ÿþ']) {
      const padded = Buffer.from(path).toString('base64')
      const target = safeTarget(path)
      for (const red of [
        padded,
        padded.replace(/=+$/, ''),
        padded.replaceAll('+', ' '),
        Buffer.from(path).toString('base64url'),
        encodeRed(path),
      ]) {
        expect(decodeRed(red)).toEqual({ target })
      }
    }
  })
  it('is no text that is not UTF-8, and nothing overlong', () => {
    expect(decodeRed(Buffer.from([0x2f, 0xff, 0xfe]).toString('base64'))).toEqual({ fault: 'not base64' })
    expect(decodeRed('A'.repeat(100_000))).toEqual({ fault: 'too long' })
  })
  it('of any bytes leads to the same site or nowhere', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
          fc.base64String(),
        ),
        (red) => {
          const read = decodeRed(red)
          if ('target' in read) expectHarmless(read.target)
        },
      ),
      { numRuns: 3000 },
    )
  })
})
