import type { Session } from '@incontro/contract/domain'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import { EmptyPlace } from './empty-place.tsx'
import { FewPeople } from './few-people.tsx'

componentTests()

const hooks = { cambia_regione: 1 } as Session['flow']['hooks']
const flow = { ageCheck: 0, messageInvites: 0, hooks, hookTexts: {} } as unknown as Session['flow']
const bound = { region: 'Lazio', flow }

/** A page whose place has few people or enough of them. */
const at = (page: React.ReactNode, place: { isEmpty: boolean; mayLeave: boolean }, member: Partial<Session> = {}) =>
  renderMemberPage(page, {
    member: { ...bound, ...member },
    answers: (what) =>
      what.includes('totalRegion')
        ? { total: null, fewerThan: 50, moreThan: null, ...place }
        : what.includes('PUT /dispenser/place')
          ? { searchRegion: '', searchCity: '' }
          : undefined,
  })

it.each([
  ['with few people', <FewPeople key="few" />, { isEmpty: false, mayLeave: true }],
  ['without anybody', <EmptyPlace key="empty" />, { isEmpty: true, mayLeave: true }],
])('a place %s leads to the whole country, without a plan', async (_, page, place) => {
  const { user, sent, path } = at(page, place)
  await user.click(await screen.findByRole('button', { name: 'Show all of Italy' }))
  await waitFor(() => expect(path()).toBe('/find'))
  expect(sent.at(-1)).toEqual(['PUT /dispenser/place', { trackerId: 'tracker', wholeCountry: true }])
})

it('a place with enough people does not, nor one that the member chose', async () => {
  const { sent } = at(<FewPeople />, { isEmpty: false, mayLeave: false })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.queryByRole('button')).toBeNull()
})

it.each<[string, Partial<Session>]>([
  ['has a plan', { premiumLevel: 1 }],
  ['looks elsewhere already', { searchRegion: 'Molise' }],
  ['may look anywhere in this flow', { flow: { ...flow, hooks: {} as Session['flow']['hooks'] } }],
])('nothing is said to a member who %s', (_, member) => {
  const { sent, container } = at(<FewPeople />, { isEmpty: false, mayLeave: true }, member)
  expect(container.textContent).toBe('')
  expect(sent).toEqual([])
})
