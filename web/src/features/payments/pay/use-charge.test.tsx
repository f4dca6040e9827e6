import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import type { OfferedPlan } from '#features/credits/index.ts'
import { type Payer, useCharge } from './use-charge.ts'

componentTests()
beforeEach(() => sessionStorage.clear())

const pack = { planId: 'messages-60', totalPrice: '11.90', currency: 'EUR', change: null } as unknown as OfferedPlan
const payerBy = (kind: 'card' | 'kept') =>
  ({ method: { kind, marks: [] }, card: null, wallet: null, firstName: 'Ada', lastName: 'Rossi' }) as unknown as Payer

function PayPage({ plan, by = 'kept' }: { plan: OfferedPlan; by?: 'card' | 'kept' }) {
  const { charge, busy, declined, trouble } = useCharge(plan)
  return (
    <>
      <button disabled={busy} onClick={() => void charge(async () => payerBy(by))}>
        Pay
      </button>
      <p role="status">{declined?.code ?? trouble ?? ''}</p>
    </>
  )
}

const order = 'POST /pay/orders/tryCharge'
const declined = {
  status: 'ko',
  message: 'insufficient_funds',
  threeDS: false,
  redirect: null,
  paidBy: { kind: 'card', label: '' },
}
const lost = () => {
  throw new TypeError('Failed to fetch')
}

/** Opens the page and pays. @returns the key of the order, once the page shows what came of it */
async function pay(answer: () => unknown, plan = pack, by: 'card' | 'kept' = 'kept'): Promise<string> {
  const page = renderMemberPage(<PayPage plan={plan} by={by} />, {
    address: '/purchase/pay',
    answers: (what) => (what === order ? answer() : undefined),
  })
  await page.user.click(await screen.findByRole('button', { name: 'Pay' }))
  await screen.findByText(/./, { selector: '[role=status]' })
  const [, body] = page.sent.findLast(([what]) => what === order) ?? expect.fail('nothing was ordered')
  page.unmount()
  return (body as { orderKey: string }).orderKey
}

it('an order whose reply was lost is the same order after a reload, until its outcome came', async () => {
  const first = await pay(lost)
  expect(await pay(lost)).toBe(first)
  expect(await pay(() => declined)).toBe(first)
  expect(await pay(() => declined)).not.toBe(first)
})

it('another plan or way of paying is another order', async () => {
  const first = await pay(lost)
  expect(await pay(lost, { ...pack, planId: 'messages-20' })).not.toBe(first)
  const second = await pay(lost)
  expect(await pay(lost, pack, 'card')).not.toBe(second)
})
