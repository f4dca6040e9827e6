import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { createTraffic } from './traffic.ts'

function asker(factor = 1) {
  let now = 0
  const headers: Record<string, unknown> = {}
  const reply = { header: (name: string, value: unknown) => (headers[name] = value) } as unknown as FastifyReply
  const count = createTraffic({ burst: 4, perSecond: 2 }, factor, () => now)
  /** How many of `times` requests are allowed. */
  const through = (times: number, ip: (n: number) => string, member?: string): number =>
    Array.from({ length: times }, (_, n) => n).filter((n) => {
      try {
        count({ ip: ip(n) } as FastifyRequest, reply, member)
        return true
      } catch (error) {
        expect(error).toMatchObject({ status: 429 })
        return false
      }
    }).length
  return { through, headers, pass: (ms: number) => (now += ms) }
}

it('allows an address a burst, then a steady rate, and reports the time to wait', () => {
  const { through, headers, pass } = asker()
  expect(through(10, () => '203.0.113.9')).toBe(4)
  expect(headers['retry-after']).toBe(1)
  expect(through(1, () => '203.0.113.10')).toBe(1)
  pass(1000)
  expect(through(10, () => '203.0.113.9')).toBe(2)
  pass(3_600_000)
  expect(through(10, () => '203.0.113.9:52001')).toBe(4)
})

it('allows all addresses of a network together four times as much', () => {
  expect(asker().through(100, (n) => `203.0.113.${n}`)).toBe(16)
  expect(asker().through(100, (n) => `2001:db8:1:${n}::1`)).toBe(16)
  expect(asker().through(100, (n) => `2001:db8:1:7::${n}`)).toBe(4)
  expect(asker().through(100, (n) => `2001:db8:${n}::1`)).toBe(100)
})

it('counts a member separately from the visitors of their network, at any address', () => {
  const { through } = asker(2)
  expect(through(20, (n) => `203.0.113.${n}`, 'one')).toBe(8)
  expect(through(20, () => '203.0.113.1', 'two')).toBe(8)
  expect(through(20, () => '203.0.113.1')).toBe(8)
})

it('an undone count is available again, to the address and its network or to the member', () => {
  const count = createTraffic({ burst: 1, perSecond: 1 }, 1, () => 0)
  const reply = { header: () => undefined } as unknown as FastifyReply
  const take = (ip: string, member?: string) => count({ ip } as FastifyRequest, reply, member)
  for (const [ip, member] of [
    ['203.0.113.9', undefined],
    ['203.0.113.9', 'one'],
  ] as const) {
    const back = take(ip, member)
    expect(() => take(ip, member)).toThrow()
    back()
    take(ip, member)
    expect(() => take(ip, member)).toThrow()
  }
  // One of the network's four was undone: three are left.
  for (const n of [1, 2, 3]) take(`203.0.113.${n}`)
  expect(() => take('203.0.113.4')).toThrow()
})
