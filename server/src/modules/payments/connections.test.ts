import { expect, test } from 'vitest'
import { canTake, createConnections, type Need } from './connections.ts'
import type { Capabilities, PaymentProvider } from './port.ts'

const capabilities: Capabilities = {
  methods: ['card', 'stored'],
  renewals: true,
  zeroAmountCheck: true,
  partialRefund: true,
  repeatableRefund: true,
  disputes: true,
  currencies: ['EUR', 'GBP'],
  countries: ['IT', 'FR'],
  returnParams: [],
  webhooks: 'signed',
  keyLifetimeMs: 1,
}
/** Only the list matters here; nothing is called. */
const provider = (name: string, changes: Partial<Capabilities> = {}, more: Partial<PaymentProvider> = {}) =>
  ({ name, capabilities: { ...capabilities, ...changes }, ...more }) as PaymentProvider

test("a brand has its own connection, or the shared one, and never another brand's", () => {
  const connections = createConnections([
    { brandId: null, provider: provider('one') },
    { brandId: 'battito', provider: provider('one') },
    { brandId: 'vicino', provider: provider('two') },
  ])
  expect(connections.all.map(({ id }) => id)).toEqual(['one', 'one:battito', 'two:vicino'])
  expect(connections.of('battito', 'one')?.id).toBe('one:battito')
  expect(connections.of('vicino', 'one')?.id).toBe('one')
  expect(connections.of('vicino', 'two')?.id).toBe('two:vicino')
  expect(connections.of('battito', 'two')).toBeUndefined()
  expect(connections.byId('one:battito')?.brandId).toBe('battito')
  expect(connections.byId('one:vicino')).toBeUndefined()
})

test('two connections of one brand and provider, and hints without a way to look up, are refused', () => {
  const one = { brandId: 'battito', provider: provider('one') }
  expect(() => createConnections([one, one])).toThrow('two payment connections one:battito')
  const hints = provider('two', { webhooks: 'hint' })
  expect(() => createConnections([{ brandId: null, provider: hints }])).toThrow(/two gives hints/)
  const asked = provider('two', { webhooks: 'hint' }, { fetchEvents: async () => [] })
  expect(createConnections([{ brandId: null, provider: asked }]).all).toHaveLength(1)
})

const need: Need = { method: 'card', currency: 'EUR', country: 'IT', renews: true, zeroAmount: false }
test.each<[string, Partial<Capabilities>, Partial<Need>, boolean]>([
  ['what it declares', {}, {}, true],
  ['another currency of its own', {}, { currency: 'GBP' }, true],
  ['a foreign currency', {}, { currency: 'USD' }, false],
  ['any currency', { currencies: 'any' }, { currency: 'USD' }, true],
  ['a country it does not serve', {}, { country: 'ES' }, false],
  ['any country', { countries: 'any' }, { country: 'ES' }, true],
  ['a method it lacks', {}, { method: 'wallet' }, false],
  ['a plan that renews where it cannot', { renewals: false }, {}, false],
  ['a plan that ends where it cannot renew', { renewals: false }, { renews: false }, true],
  ['an age check where it cannot check a card', { zeroAmountCheck: false }, { zeroAmount: true }, false],
  ['an age check', { zeroAmountCheck: true }, { zeroAmount: true }, true],
])('a provider that needs to support %s: %j %j', (_what, changes, asked, can) => {
  expect(canTake({ ...capabilities, ...changes }, { ...need, ...asked })).toBe(can)
})
