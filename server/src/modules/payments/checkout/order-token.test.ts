import { routes } from '@incontro/contract'
import { expect, test } from 'vitest'
import { seal } from '#platform/secrets/seal.ts'
import { sealRequest } from '../attempts/sealed-request.ts'
import { eachWithCustomer } from '../testing/each-with-customer.ts'
import type { Customer, Shop } from '../testing/shop.ts'

const good = '4111111111111111'
const pack = 'messages-60'
const minute = 60_000

let shop: Shop
let ada: Customer
eachWithCustomer((opened, customer) => {
  shop = opened
  ada = customer
})

const tokenOf = async (member: Customer) => {
  const { body } = await shop.call(member, routes.createToken.path, { clickid: member.clickid })
  return body as unknown as { token: string; expiresAt: string }
}
const refused = { status: 400, body: { code: 'invalid_token', field: 'token' } }
const placed = async () => (await shop.stateOf(ada)).attempts.length

test('is valid for one order; the same order sent again has the same outcome', async () => {
  const { token } = await tokenOf(ada)
  const order = await shop.orderOf(ada, pack, good, { token })
  const first = await shop.charge(ada, order)
  expect(first).toMatchObject({ status: 200, body: { message: 'success' } })
  expect(await shop.charge(ada, order)).toMatchObject({ status: 200, body: { reference: first.body.reference } })
  expect(await shop.pay(ada, pack, good, { token })).toMatchObject(refused)
  // Base64url ignores the last bits: another spelling is the same token.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const respelt = [...letters]
    .map((letter) => token.slice(0, -1) + letter)
    .filter((one) => Buffer.from(one, 'base64url').equals(Buffer.from(token, 'base64url')))
  for (const one of respelt) expect(await shop.pay(ada, pack, good, { token: one })).toMatchObject(refused)
  expect(await placed()).toBe(1)
})

test('serves one of two orders that are sent together', async () => {
  const { token } = await tokenOf(ada)
  const both = await Promise.all([0, 1].map(() => shop.pay(ada, pack, good, { token })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await placed()).toBe(1)
})

test('is valid for ten minutes, and not used up by an order that was not taken', async () => {
  const [one, two] = [await tokenOf(ada), await tokenOf(ada)]
  expect(Date.parse(one.expiresAt) - Date.now()).toBeLessThanOrEqual(10 * minute)
  const { token } = one
  expect((await shop.pay(ada, pack, good, { token, prezzo_totale: '0.01' })).status).toBe(409)
  shop.clock.offsetMs = 10 * minute - 2_000
  expect((await shop.pay(ada, pack, good, { token })).status).toBe(200)
  shop.clock.offsetMs = 10 * minute + 2_000
  expect(await shop.pay(ada, pack, good, { token: two.token })).toMatchObject(refused)
  expect(await placed()).toBe(1)
})

test('of another member, of another brand, altered or made of something else is refused', async () => {
  const { token } = await tokenOf(await shop.customer())
  const own = (await tokenOf(ada)).token
  const { memberId } = ada
  const text = { kind: 'order token', id: 'x', memberId, brandId: 'battito', expiresAt: '2999-01-01T00:00:00.000Z' }
  const sealed = (change: object) => seal(shop.deps.sealKeys, JSON.stringify({ ...text, ...change }))
  const foreign = [
    token,
    own.slice(1),
    'A'.repeat(own.length),
    sealed({ brandId: 'local' }),
    sealed({ kind: undefined }),
    sealRequest(shop.deps.sealKeys, { request: {} as never, returnParams: null }),
  ]
  for (const one of foreign) expect(await shop.pay(ada, pack, good, { token: one })).toMatchObject(refused)
  expect(await placed()).toBe(0)
  expect((await shop.pay(ada, pack, good, { token: own })).status).toBe(200)
  expect((await shop.pay(ada, pack, good, { token: sealed({}) })).status).toBe(200)
})

test('is issued to a member, for themselves', async () => {
  const other = await shop.customer()
  expect((await shop.call(null, routes.createToken.path, { clickid: ada.clickid })).status).toBe(401)
  expect((await shop.call(ada, routes.createToken.path, { clickid: other.clickid })).status).toBe(404)
})
