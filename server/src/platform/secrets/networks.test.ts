import { expect, it } from 'vitest'
import { networksOf, siteOf, subscriberOf } from './networks.ts'

it.each([
  ['192.0.2.7', ['192.0.2'], '192.0.2.7', '192.0.2'],
  ['192.0.2.7:55000', ['192.0.2'], '192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.7', ['192.0.2'], '192.0.2.7', '192.0.2'],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2', '2001:db8:1/48'], '2001:db8:1:2', '2001:db8:1'],
  ['2001:0DB8:1:2::6', ['2001:db8:1:2', '2001:db8:1/48'], '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8::6', ['2001:db8:0:0', '2001:db8:0/48'], '2001:db8:0:0', '2001:db8:0'],
  ['::1', ['0:0:0:0', '0:0:0/48'], '0:0:0:0', '0:0:0'],
  ['fe80::1%eth0', ['fe80:0:0:0', 'fe80:0:0/48'], 'fe80:0:0:0', 'fe80:0:0'],
])('the networks of %s are %j', (ip, networks, subscriber, site) => {
  expect(networksOf(ip).map(({ key }) => key)).toEqual(networks)
  expect(networksOf(ip).map(({ times }) => times)).toEqual(networks.length === 1 ? [1] : [1, 4])
  expect([subscriberOf(ip), siteOf(ip)]).toEqual([subscriber, site])
})
