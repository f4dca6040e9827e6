import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { accepts } from './accepts.ts'
import { contentPolicy } from './content-policy.ts'

it('contains the embedded frames, one source of inline styles, and the requested host', () => {
  const part = (name: string, ...given: Parameters<typeof contentPolicy>) =>
    contentPolicy(...given)
      .split('; ')
      .find((one) => one.startsWith(`${name} `))
  const frames = ['https://pay.example', 'https://card.example']
  expect(part('frame-src', 'a.example', { frames })).toBe("frame-src 'self' https://pay.example https://card.example")
  expect(part('frame-src', 'a.example', {})).toBe("frame-src 'self'")
  expect(part('media-src', 'a.example', {})).toBe('media-src blob:')
  expect(part('style-src', 'a.example', { nonce: 'n', styleHash: "'sha256-h'" })).toBe("style-src 'self' 'sha256-h'")
  expect(part('style-src', 'a.example', { nonce: 'n' })).toBe("style-src 'self' 'nonce-n'")
  expect(part('script-src', 'a.example', { nonce: 'n', styleHash: "'sha256-h'" })).toBe("script-src 'self' 'nonce-n'")
  expect(part('script-src', 'a.example', {})).toBe("script-src 'self'")
  expect(part('connect-src', 'a.example:3000', {})).toBe("connect-src 'self' ws://a.example:3000 wss://a.example:3000")
  expect(part('connect-src', 'a.example; script-src *', {})).toBe("connect-src 'self' ")
})

it.each([
  ['gzip, br', true],
  ['br;q=1.0', true],
  ['br ; q=0.1', true],
  ['br;q=0', false],
  ['gzip, br;q=0.000', false],
  ['brotli', false],
  ['', false],
])('whether a client with %j takes Brotli: %s', (header, takes) =>
  expect(accepts({ headers: { 'accept-encoding': header } } as unknown as FastifyRequest, 'br')).toBe(takes),
)
