import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { sites } from './site-of.ts'

const brands = checkedInBrands()
interface Asked {
  readonly protocol?: string
  /** The Host header; defaults to the host, which a proxy may override. */
  readonly header?: string
  readonly localPort?: number | undefined
}
const ofRequest = (host: string, { protocol = 'https', header = host, ...socket }: Asked = {}, local = true) =>
  sites(brands, { servesLocalhost: local }).ofRequest({
    host,
    protocol,
    headers: { host: header },
    socket: { localPort: 3000, ...socket },
  } as unknown as FastifyRequest)

it('returns the brand of the host, with the requested origin', () => {
  expect(ofRequest('Battito.Example')).toEqual({
    brandId: 'battito',
    poolId: brands.byKey('battito')?.pool,
    host: 'battito.example',
    origin: 'https://battito.example',
  })
  expect(ofRequest('battito.localhost:4150', { protocol: 'http' })).toMatchObject({
    host: 'battito.localhost',
    origin: 'http://battito.localhost:4150',
  })
  expect(ofRequest('vicino.example', { protocol: 'javascript' })).toMatchObject({ origin: 'http://vicino.example' })
  expect(ofRequest('elsewhere.example')).toBeUndefined()
})

it.each<[string, Asked, boolean]>([
  ['battito.example:3000', {}, true],
  ['battito.example:1', {}, false],
  ['battito.example:', {}, false],
  // A trusted proxy forwards the visitors' port; an in-process call has no connection.
  ['battito.example:8443', { header: 'inside:3000' }, true],
  ['battito.example:1', { localPort: undefined }, true],
  ['battito.localhost:1', {}, true],
])('at %s, with %j, there is a site: %s', (host, asked, is) => expect(ofRequest(host, asked) !== undefined).toBe(is))

it('answers local names only in an installation for this machine, also for sockets', () => {
  const names = ['localhost', 'localhost:3000', 'battito.localhost', '127.0.0.1:3000']
  for (const name of names) {
    expect([name, ofRequest(name, {}, false)]).toEqual([name, undefined])
    expect([name, ofRequest(name) !== undefined]).toEqual([name, true])
  }
  const ofUpgrade = (host: string | undefined, servesLocalhost: boolean) =>
    sites(brands, { servesLocalhost }).ofUpgrade({ headers: { host } } as IncomingMessage)
  expect(ofUpgrade('localhost:3000', true)).toMatchObject({ brandId: 'local', origin: 'http://localhost:3000' })
  expect([ofUpgrade('localhost:3000', false), ofUpgrade(undefined, true)]).toEqual([undefined, undefined])
  expect(ofUpgrade('battito.example', false)).toMatchObject({ brandId: 'battito' })
})
