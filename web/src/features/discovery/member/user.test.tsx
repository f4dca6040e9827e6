import type { MemberPage } from '@incontro/contract/domain'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { memberPageKey } from '#app/api/member-query.ts'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import User from './user.tsx'

componentTests()

const id = '0190a5b2-0000-7000-8000-000000000001'
const ada = {
  id,
  memberName: 'Ada',
  age: 30,
  city: 'Roma',
  region: 'Lazio',
  gallery: [],
  prompts: [],
  interests: [],
  intent: null,
  languages: [],
  common: [],
  presence: null,
} as unknown as MemberPage

it('stays when it cannot be fetched again, and says so where it never arrived', async () => {
  const answers = () => Response.json({ code: 'unknown' }, { status: 403 })
  const options = { route: 'user/:id', address: `/user/${id}`, answers }
  const { client, unmount } = renderMemberPage(<User />, { ...options, loaded: { member: ada, texts: null } })
  await screen.findByRole('heading', { name: /^Ada/ })
  await act(() => client.invalidateQueries({ queryKey: memberPageKey }))
  expect(client.getQueryState([...memberPageKey, id])?.status).toBe('error')
  expect(screen.queryByText('We can’t load the profile')).toBeNull()
  screen.getByRole('heading', { name: /^Ada/ })
  unmount()
  renderMemberPage(<User />, options)
  await screen.findByText('We can’t load the profile')
})
