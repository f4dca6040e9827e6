import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { openShop, type Customer, type Shop } from './shop.ts'

/**
 * A shop per test file and a new customer per test, with the clock reset and working mail. After each test the ledger
 * must be consistent, and every sale must belong to a granted order.
 */
export function eachWithCustomer(begin: (shop: Shop, customer: Customer) => void): void {
  let shop: Shop
  let customer: Customer
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    shop.clock.offsetMs = 0
    shop.mail.fail = false
    customer = await shop.customer()
    begin(shop, customer)
  })
  afterEach(async () => {
    const { differences, sales, attempts } = await shop.stateOf(customer)
    expect(differences).toEqual([])
    // An order is granted at most once, and every sale belongs to one.
    expect(sales.length).toBeLessThanOrEqual(attempts.filter((attempt) => attempt.granted_at !== null).length)
  })
}

/** Waits for the provider's webhook events of a payment. */
export async function webhooksOf(shop: Shop, reference: string, howMany: number) {
  await vi.waitFor(() => expect(shop.hooksOf(reference).length).toBeGreaterThanOrEqual(howMany), 4000)
  return shop.hooksOf(reference)
}
