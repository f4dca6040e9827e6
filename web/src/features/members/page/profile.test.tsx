import { screen } from '@testing-library/react'
import { it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import Profile from './profile.tsx'

componentTests()

it('has the card of the member’s life as soon as it has the others, before the file of that has loaded', async () => {
  renderMemberPage(<Profile />)
  await screen.findByText('We can’t load the profile')
  screen.getByRole('heading', { name: 'About your life' })
})
