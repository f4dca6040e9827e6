import { routes } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Customer, type Shop } from '../testing/shop.ts'
import { hasStoredCard } from './stored-cards.ts'

const good = '4111111111111111'

let shop: Shop
let ada: Customer
const provider = { isDown: false }
beforeAll(async () => {
  shop = await openShop({
    provider: (real) => ({
      ...real,
      ping: () => (provider.isDown ? Promise.reject(new Error('no answer')) : real.ping()),
    }),
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  ada = await shop.customer()
})

const cards = async (member = ada) => (await shop.look(member, routes.cards.path)).body.cards
const remove = (id: string, member = ada) =>
  shop.app.inject({ method: 'DELETE', url: `/pay/cards/${id}`, headers: { 'x-member': member.memberId } })
const atProvider = () =>
  shop.sandbox.sandbox.state.tokens
    .all()
    .filter((card) => card.shopperReference === ada.memberId && card.removedAt === undefined)

test('a stored card is listed, removed by its owner, and deleted at the provider', async () => {
  expect(await cards()).toEqual([])
  await shop.pay(ada, 'messages-60', good, { newCard: true, actonfile: true })
  const [card, ...others] = await cards()
  expect(others).toEqual([])
  expect(card).toMatchObject({ brand: 'visa', last4: '1111', paysRenewals: false })
  expect(atProvider()).toHaveLength(1)

  const eva = await shop.customer()
  expect(await cards(eva)).toEqual([])
  expect((await remove(card.id, eva)).statusCode).toBe(404)
  expect((await remove(randomUUID())).statusCode).toBe(404)
  expect((await remove('no-id')).statusCode).toBe(400)
  expect((await shop.app.inject({ method: 'DELETE', url: `/pay/cards/${card.id}` })).statusCode).toBe(401)
  expect(await cards()).toHaveLength(1)
  const stored = async () => [await hasStoredCard(shop.db, ada.memberId), await hasStoredCard(shop.db, eva.memberId)]
  expect(await stored()).toEqual([true, false])

  expect((await remove(card.id)).json()).toEqual({ status: 'ok' })
  expect(await cards()).toEqual([])
  expect(await stored()).toEqual([false, false])
  expect((await remove(card.id)).statusCode).toBe(404)
  const rules = await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })
  expect(rules.body).toMatchObject({ cardOnFile: null })
  expect(await shop.pay(ada, 'messages-60', null, { actonfile: true })).toMatchObject({
    body: { code: 'no_card_on_file' },
  })
  await shop.withWorker(() => expect.poll(atProvider, { timeout: 5000 }).toEqual([]))
})

test('the card on file is the newest of the brand’s own connections, and renews only a plan that renews', async () => {
  await shop.pay(ada, 'plan-3m', good)
  const [mine] = await cards()
  await shop.db.updateTable('subscriptions').set({ renews: false }).where('member_id', '=', ada.memberId).execute()
  expect((await cards())[0]).toMatchObject({ id: mine.id, paysRenewals: false })
  const card = (id: string, connection: string, last4: string, days: number) => ({
    member_id: ada.memberId,
    id,
    connection,
    token: id,
    card_brand: 'visa',
    last4,
    created_at: new Date(Date.now() + days * 86_400_000),
  })
  await shop.db
    .insertInto('card_tokens')
    .values([
      card(randomUUID(), 'adyen', '2222', 1),
      card(randomUUID(), 'adyen', '3333', -1),
      card(randomUUID(), 'adyen:other', '4444', 2),
    ])
    .execute()
  const rules = await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })
  expect(rules.body).toMatchObject({ cardOnFile: { last4: '2222' } })
})

test('cards are listed from the newest, those of one moment by their ids', async () => {
  const [one = '', two = '', three = ''] = Array.from({ length: 3 }, () => randomUUID()).toSorted()
  const card = (id: string, seconds: number) => ({
    member_id: ada.memberId,
    id,
    connection: 'adyen',
    token: id,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)),
  })
  await shop.db
    .insertInto('card_tokens')
    .values([card(two, 0), card(three, 0), card(one, 1)])
    .execute()
  expect((await cards()).map(({ id }: { readonly id: string }) => id)).toEqual([one, three, two])
})

test('the card on file is not offered while its provider is down, and offered again afterwards', async () => {
  const offered = async () => {
    shop.clock.offsetMs += 60_000
    const { body } = await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })
    return (body as unknown as { cardOnFile: { last4: string } | null }).cardOnFile?.last4 ?? null
  }
  await shop.pay(ada, 'messages-60', good, { newCard: true, actonfile: true })
  expect(await offered()).toBe('1111')
  provider.isDown = true
  expect(await offered()).toBeNull()
  provider.isDown = false
  expect(await offered()).toBe('1111')
})

test('the card on file is the one that paid last, even if stored earlier, and the receipt names it', async () => {
  const onFile = async () => {
    const { body } = await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })
    return (body as unknown as { cardOnFile: { last4: string } }).cardOnFile.last4
  }
  const keep = { newCard: true, actonfile: true }
  const seen: string[] = []
  for (const [n, number] of [good, '4100000000201203', good].entries()) {
    shop.clock.offsetMs = n * 1000
    await shop.pay(ada, 'messages-60', number, keep)
    seen.push(await onFile())
    await shop.pay(ada, 'messages-60', null, { actonfile: true })
  }
  expect(seen).toEqual(['1111', '1203', '1111'])
  const receipts = (await shop.stateOf(ada)).emails.map(({ props }) => (props as { last4: string }).last4)
  expect(receipts).toEqual(seen.flatMap((last4) => [last4, last4]))
  expect((await cards()).map(({ last4 }: { last4: string }) => last4)).toEqual(['1111', '1203'])
})

test('a card that renews a plan is marked; after its removal the renewal waits for the member', async () => {
  await shop.pay(ada, 'plan-3m', good)
  const [card] = await cards()
  expect(card).toMatchObject({ paysRenewals: true })
  const [term] = (await shop.stateOf(ada)).terms
  shop.clock.offsetMs = term!.notice_due_at!.getTime() + 60_000 - Date.now()
  await shop.renew()
  await shop.mailOut()
  await remove(card.id)
  shop.clock.offsetMs = term!.period_end.getTime() + 60_000 - Date.now()
  await shop.renew()
  const state = await shop.stateOf(ada)
  // While the renewal is unpaid, the card pays it; an ended or cancelled plan is not renewed.
  await shop.db.updateTable('card_tokens').set({ removed_at: null }).where('id', '=', card.id).execute()
  const paysIn = async (as: string) => {
    await shop.db.updateTable('subscriptions').set({ state: as }).where('id', '=', term!.id).execute()
    return (await cards())[0].paysRenewals
  }
  expect([await paysIn('past_due'), await paysIn('cancelled'), await paysIn('ended'), await paysIn('active')]).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(state.attempts).toHaveLength(1)
  expect(state).toMatchObject({ terms: [{ state: 'past_due' }] })
  expect(state.emails.at(-1)).toMatchObject({ kind: 'renewal-failed', props: { authentication: true } })
})
