import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
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
  accountClosed: false,
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

it.each<[string, RegExp, RegExp]>([
  ['when the account was closed', /when your account was closed/, /came in on top/],
  ['beside another order', /came in on top/, /account was closed/],
])('an order that was paid %s says so, and may be kept', (what, said, unsaid) => {
  const accountClosed = what === 'when the account was closed'
  const kept: Partial<Order> = { state: 'pending', keepUntil: '2026-11-30T20:00:00.000Z', accountClosed }
  renderMemberPage(<OrderList orders={[{ ...order, ...kept }]} />)
  screen.getByText(said)
  expect(screen.queryByText(unsaid)).toBeNull()
  screen.getByRole('button', { name: 'Keep the purchase' })
})
