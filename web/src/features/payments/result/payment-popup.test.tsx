import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import PaymentPopup from './payment-popup.tsx'

componentTests()

it('a payment that waits leads to the messages, to one’s orders and to another method, and not to paying again', async () => {
  const chosen: string[] = []
  const { user } = renderMemberPage(
    <PaymentPopup
      code="pending"
      paidBy={{ kind: 'card', label: 'Visa' }}
      onClose={() => undefined}
      another={{ label: 'Choose another method', onChoose: () => chosen.push('another') }}
    />,
  )
  expect((await screen.findByRole('link', { name: 'Go to messages' })).getAttribute('href')).toBe('/chats')
  expect(screen.getByRole('link', { name: 'See your orders' }).getAttribute('href')).toBe('/purchases')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Choose another method' }))
  expect(chosen).toEqual(['another'])
})
