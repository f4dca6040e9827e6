import { routes } from '@incontro/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrandFileError, loadBrands } from '#modules/brands/index.ts'
import { checkedInBrands, checkedInFlows, copyOfBrands } from '#test/support/brands-folder.ts'
import { loadFlows, plansFor } from '#modules/flows/index.ts'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'

const good = '4111111111111111'
let shop: Shop
beforeAll(async () => {
  shop = await openShop({ currencies: { GB: 'GBP' } })
})
afterAll(() => shop.close())

async function customerIn(country: string): Promise<Customer> {
  const member = await shop.customer({ country })
  await shop.db.updateTable('members').set({ country, region_id: null }).where('id', '=', member.memberId).execute()
  return member
}
const priceOf = async (member: Customer, plan: string) => {
  const { body } = await shop.call(member, routes.payRules.path, { clickid: member.clickid })
  const { rateplan } = body as unknown as {
    rateplan: { product_id: string; prezzo_totale: string; currency: string }[]
  }
  const found = rateplan.find(({ product_id: id }) => id === plan)
  return [found?.prezzo_totale, found?.currency]
}

test('members in Britain see, pay and renew at the price list in pounds, others at the brand’s', async () => {
  const [mary, ada, aoife] = [await customerIn('GB'), await customerIn('IT'), await customerIn('IE')]
  expect(await priceOf(mary, 'plan-1m')).toEqual(['22.41', 'GBP'])
  expect(await priceOf(ada, 'plan-1m')).toEqual(['24.90', 'EUR'])
  expect(await priceOf(aoife, 'plan-1m')).toEqual(['24.90', 'EUR'])

  const { reference } = (await shop.pay(mary, 'plan-1m', good, { prezzo_totale: '22.41', currency: 'GBP' })).body
  expect(shop.charged(reference)).toMatchObject([{ amount: { value: 2241, currency: 'GBP' }, captured: 2241 }])
  const state = await shop.stateOf(mary)
  expect(state.attempts).toMatchObject([{ amount_minor: 2241, currency: 'GBP' }])
  expect(state.terms).toMatchObject([{ plan: { totalMinor: 2241, currency: 'GBP' } }])
  expect(state.emails).toMatchObject([{ kind: 'receipt', props: { total: '22.41', vat: '3.74', currency: 'GBP' } }])
})

test('the price of another country’s currency is refused, and nothing is charged', async () => {
  const [mary, ada] = [await customerIn('GB'), await customerIn('IT')]
  for (const [member, changes] of [
    [mary, { prezzo_totale: '24.90', currency: 'EUR' }],
    [mary, { prezzo_totale: '22.41', currency: 'EUR' }],
    [ada, { prezzo_totale: '22.41', currency: 'GBP' }],
  ] as const) {
    expect(await shop.pay(member, 'plan-1m', good, changes)).toMatchObject({
      status: 409,
      body: { code: 'price_changed' },
    })
    expect((await shop.stateOf(member)).attempts).toEqual([])
  }
})

test('Heartline sells in pounds in Britain, each price a list’s and none converted', () => {
  const brand = checkedInBrands().byKey('heartline')!
  expect(brand.currencies).toEqual({ GB: 'GBP' })
  for (const flow of checkedInFlows().all('heartline')) {
    const buyer = { level: 0, cardOnFile: true, ageChecked: true } as const
    const pounds = plansFor(flow, { ...buyer, currency: 'GBP' })
    const euros = plansFor(flow, buyer)
    expect(pounds.map(({ id }) => id)).toEqual(euros.map(({ id }) => id))
    for (const [index, { totalMinor, currency }] of pounds.entries()) {
      expect(currency).toBe('GBP')
      expect(euros[index]?.currency).toBe('EUR')
      expect(totalMinor).toBeGreaterThan(0)
    }
  }
})

test('a brand that sells in a currency needs each plan’s price in it', () => {
  const { dir, edit, remove } = copyOfBrands()
  edit('heartline/brand.json', (brand) => {
    brand.currencies = { GB: 'GBP', IE: 'USD' }
  })
  const load = () => loadFlows(dir, loadBrands(dir))
  expect(load).toThrow(BrandFileError)
  expect(load).toThrow('has no price in USD')
  remove()
})
