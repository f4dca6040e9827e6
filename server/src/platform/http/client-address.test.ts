import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

it.each<[trusted: string[], from: string | undefined, forwarded: string | undefined, address: string]>([
  [[], '203.0.113.9', undefined, '203.0.113.9'],
  [[], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  [['10.0.0.0/8'], '10.1.2.3', undefined, '10.1.2.3'],
  // What stands before the last stranger is what that stranger claims.
  [['10.0.0.0/8'], '10.1.2.3', '198.51.100.1, 192.0.2.7, 10.9.9.9', '192.0.2.7'],
  [['10.0.0.0/8'], '11.1.2.3', '198.51.100.1', '11.1.2.3'],
])('behind the proxies %j a request from %s, forwarded for %s, is from %s', (trusted, from, forwarded, address) => {
  const request = {
    socket: { remoteAddress: from },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }
  expect(clientAddress(trusted)(request as unknown as IncomingMessage)).toBe(address)
})
