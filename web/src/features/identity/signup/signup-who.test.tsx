import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import { readSignup } from './signup-form.ts'
import type { SignupProblems } from './signup-problems.ts'
import { SignupWho } from './signup-who.tsx'

componentTests()

const openForm = (tried?: { ownGender: string; genderWord: string }) => {
  const values = tried as SignupProblems['values']
  const problems = { values, error: () => undefined } as unknown as SignupProblems
  const { user, container } = renderMemberPage(
    <form>
      <SignupWho regions={['Lazio']} country="IT" problems={problems} />
    </form>,
  )
  const option = (value: string) => container.querySelector<HTMLInputElement>(`[name="sono"][value="${value}"]`)!
  return { user, option, sent: () => readSignup(new FormData(container.querySelector('form')!)) }
}
const word = () => screen.queryByLabelText('Gender')

it('asks for a word, and where it shows the member, only of those who want more choices', async () => {
  const { user, option, sent } = openForm()
  expect(word()).toBeNull()
  await user.click(option('more'))
  await user.selectOptions(word()!, 'trans_man')
  expect(sent()).toMatchObject({ ownGender: 'more', genderWord: 'trans_man', showsGender: false, listed: 'both' })
  await user.click(screen.getByRole('checkbox'))
  expect(sent()).toMatchObject({ showsGender: true })
  await user.click(option('donna'))
  expect(word()).toBeNull()
  expect(sent()).toMatchObject({ ownGender: 'donna', genderWord: '', listed: '' })
})

it('shows again what was sent without script', () => {
  openForm({ ownGender: 'more', genderWord: 'agender' })
  expect(word()).toMatchObject({ value: 'agender' })
})
