import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import type { OwnProfile } from '../cards/profile-query.ts'
import { ProfileForm } from './profile-form.tsx'

componentTests()

const profile = {
  username: 'Robin',
  aboutMe: '',
  lookingFor: '',
  ownAge: 36,
  mayCorrectAge: false,
  ownGender: 'uomo',
  listedAll: ['uomo'],
  seeks: 'donna',
  seeksAll: ['donna'],
  genderWord: null,
  hidesGenderWord: false,
} as unknown as OwnProfile

/** The form, and all it saved of genders so far, as `[listedAll, seeksAll, genderWord, hidesGenderWord]`. */
const openForm = () => {
  const { user, sent } = renderMemberPage(<ProfileForm profile={profile} />, {
    answers: (what, body) =>
      what.startsWith('PUT') && body ? { result: 'OK', user: { clickid: 'tracker', age: 36 } } : [],
    member: { region: 'Lazio', city: '' },
  })
  const saved = () => sent.flatMap(([what, body]) => (what.startsWith('PUT') ? [body as Record<string, unknown>] : []))
  const stored = () => {
    const { listedAll, seeksAll, genderWord, hidesGenderWord }: Record<string, unknown> = Object.assign({}, ...saved())
    return [listedAll, seeksAll, genderWord, hidesGenderWord]
  }
  return { user, stored, count: () => saved().length }
}
const named = (name: string) => screen.getByRole('radiogroup', { name })
const option = (group: string, name: string) => {
  const found = [...named(group).querySelectorAll('label')].find((label) => label.textContent === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}
const both = ['uomo', 'donna']

it('a word is the member’s own until they show it, and changes no search', async () => {
  const { user, stored, count } = openForm()
  await user.click(option('I’m', 'More choices'))
  const word = await screen.findByLabelText('Gender')
  expect(screen.getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
  expect(count()).toBe(0)
  await user.selectOptions(word, 'agender')
  await waitFor(() => expect(stored()).toEqual([undefined, undefined, 'agender', true]), { timeout: 3000 })
  await user.click(screen.getByRole('checkbox'))
  await user.click(option('Show me to people looking for', 'Women and men'))
  await user.click(option('I’m looking for', 'Women and men'))
  await waitFor(() => expect(stored()).toEqual([both, ['donna', 'uomo'], 'agender', false]), { timeout: 3000 })

  await user.click(option('I’m', 'Woman'))
  await waitFor(() => expect(stored()).toEqual([['donna'], ['donna', 'uomo'], null, false]), { timeout: 3000 })
  expect(screen.queryByLabelText('Gender')).toBeNull()
})
