import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHandshakeGate, type HandshakeLimits } from './handshake-limits.ts'

const unlimited = { burst: 1000, perSecond: 1000 }
const limits = (changes: {
  waiting?: Partial<HandshakeLimits['waiting']>
  opened?: Partial<HandshakeLimits['opened']>
}): HandshakeLimits => ({
  waiting: { perAddress: 1000, perNetwork: 1000, inAll: 1000, ...changes.waiting },
  opened: { perAddress: unlimited, perNetwork: unlimited, ...changes.opened },
})
const admitted = (given: ReturnType<typeof createHandshakeGate>, addresses: readonly string[]) =>
  addresses.map((ip) => given.admit(ip) !== undefined)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

it('limits sockets without a session by address, by network and in total', () => {
  expect(
    admitted(createHandshakeGate(limits({ waiting: { perAddress: 2 } })), [
      '192.0.2.1',
      '192.0.2.1',
      '192.0.2.1',
      '192.0.2.2',
    ]),
  ).toEqual([true, true, false, true])
  expect(
    admitted(createHandshakeGate(limits({ waiting: { perNetwork: 2 } })), [
      '192.0.2.1',
      '192.0.2.2',
      '192.0.2.3',
      '192.0.3.1',
    ]),
  ).toEqual([true, true, false, true])
  expect(
    admitted(createHandshakeGate(limits({ waiting: { inAll: 2 } })), ['192.0.2.1', '198.51.100.1', '203.0.113.1']),
  ).toEqual([true, true, false])
})

it('counts a /64 as one address in any spelling, and an IPv4-mapped address by itself', () => {
  const newcomers = createHandshakeGate(limits({ waiting: { perAddress: 1 } }))
  expect(
    admitted(newcomers, [
      '2001:db8:0:1::1',
      '2001:0DB8::1:ffff:0:0:2',
      '2001:db8:0:2::1',
      '::ffff:192.0.2.1',
      '192.0.2.1',
      'fe80::1%eth0',
      'fe80::2',
    ]),
  ).toEqual([true, false, true, true, false, true, false])
  const networks = createHandshakeGate(limits({ waiting: { perNetwork: 1 } }))
  expect(admitted(networks, ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:1:1::1'])).toEqual([true, false, true])
})

it('frees the place of a socket that closes or is identified, once', () => {
  const newcomers = createHandshakeGate(limits({ waiting: { inAll: 1 } }))
  const first = newcomers.admit('192.0.2.1')
  expect(newcomers.admit('192.0.2.2')).toBeUndefined()
  first?.identified()
  const second = newcomers.admit('192.0.2.2')
  expect(second).toBeDefined()
  first?.closed()
  expect(newcomers.admit('192.0.2.3')).toBeUndefined()
  second?.closed()
  expect(newcomers.admit('192.0.2.3')).toBeDefined()
})

it('limits an address to a burst and then a rate; identified sockets do not count', () => {
  const newcomers = createHandshakeGate(limits({ opened: { perAddress: { burst: 2, perSecond: 1 } } }))
  const address = '192.0.2.1'
  const open = () => {
    const newcomer = newcomers.admit(address)
    newcomer?.closed()
    return newcomer !== undefined
  }
  expect([open(), open(), open()]).toEqual([true, true, false])
  vi.setSystemTime(Date.now() + 999)
  expect(open()).toBe(false)
  vi.setSystemTime(Date.now() + 1)
  expect([open(), open()]).toEqual([true, false])
  vi.setSystemTime(Date.now() + 60_000)
  for (let n = 0; n < 10; n += 1) newcomers.admit(address)?.identified()
  expect([open(), open(), open()]).toEqual([true, true, false])
})

it('limits a network over all its addresses', () => {
  const newcomers = createHandshakeGate(limits({ opened: { perNetwork: { burst: 2, perSecond: 1 } } }))
  expect(admitted(newcomers, ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.3.1'])).toEqual([true, true, false, true])
})
