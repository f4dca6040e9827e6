import { screen } from '@testing-library/react'
import { it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import { OrderList } from './order-list.tsx'
import type { Order } from './orders-query.ts'

componentTests()

const order = {
  reference: 'a',
  number: 'JMNN-TR24',
  planName: '60 messages',
  time: '2026-11-28T20:00:00.000Z',
  total: '11.90',
  refunded: '0.00',
  currency: 'EUR',
  state: 'paid',
  renewal: false,
  withdrawn: false,
  keepUntil: null,
  invoices: [],
} as unknown as Order

it.each<[string, Partial<Order>]>([
  ['Paid', {}],
  ['Refund on its way', { withdrawn: true }],
  ['Refunded', { withdrawn: true, state: 'refunded', refunded: '11.90' }],
])('an order is %s', (state, change) => {
  renderMemberPage(<OrderList orders={[{ ...order, ...change }]} />)
  screen.getByText(state)
})
