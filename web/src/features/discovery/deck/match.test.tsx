import type { Member, Session } from '@incontro/contract/domain'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import { emptyDeck } from './deck-state.ts'
import Match from './match.tsx'

componentTests()

const card = (memberName: string): Member =>
  ({ id: memberName.toLowerCase(), memberName, age: 30, city: 'Roma', region: 'Lazio', photo: null }) as Member
const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Elsa', 'Fina']
const recorded = { ok: true, likeCredits: 2, mutual: false }

/** The deck with six members. */
const openMatch = (answers: (what: string, data: unknown) => unknown = () => recorded, member: Partial<Session> = {}) =>
  renderMemberPage(<Match />, {
    member,
    loaded: { ...emptyDeck, cards: names.map(card) },
    answers: (what, data) => (what.includes('/') ? undefined : answers(what, data)),
  })

const deck = (name: string) => screen.getByRole('group', { name: `${name}, 30` })
const press = (name: string) => screen.getByRole('button', { name })
const events = (sent: readonly [string, unknown][]) => sent.filter(([what]) => !what.includes('/'))

it('the buttons answer the top card and take the last answer back', async () => {
  const { user, sent } = openMatch()
  deck('Ada')
  expect(press('Undo the last choice').getAttribute('aria-disabled')).toBe('true')
  await user.click(press('No thanks'))
  deck('Bea')
  screen.getByText('You can undo the no to Ada.')
  await user.click(press('Undo the last choice'))
  deck('Ada')
  await user.click(press('Like'))
  deck('Bea')
  screen.getByText('You can undo the like for Ada.')
  await waitFor(() =>
    expect(events(sent)).toEqual([
      ['match', { trackerId: 'tracker', memberId: 'ada', type: 'dislike' }],
      ['unmatch', { trackerId: 'tracker', memberId: 'ada' }],
      ['match', { trackerId: 'tracker', memberId: 'ada', type: 'like' }],
    ]),
  )
})

it('the keys do the same while the deck itself has the focus', async () => {
  const { user } = openMatch()
  deck('Ada').focus()
  await user.keyboard('{ArrowLeft}')
  deck('Bea')
  await user.keyboard('z')
  deck('Ada')
  await user.keyboard('{ArrowRight}')
  deck('Bea')
  // A link on the card keeps its keys.
  within(deck('Bea')).getByRole('link', { name: 'Open Bea’s profile' }).focus()
  await user.keyboard('{ArrowRight}')
  deck('Bea')
})

it('C writes to the member on top, and the space bar opens their profile', async () => {
  const { user, path } = openMatch()
  deck('Ada').focus()
  await user.keyboard('c')
  await waitFor(() => expect(path()).toBe('/chats/ada'))
  await user.keyboard(' ')
  await waitFor(() => expect(path()).toBe('/user/ada'))
})

it('an answer that the server does not take brings the card back, and says why', async () => {
  const { user } = openMatch(() => ({ ok: false, code: 'offline', message: '' }))
  await user.click(press('Like'))
  await screen.findByText('You’re offline: we couldn’t send your choice.')
  deck('Ada')
  expect(press('Undo the last choice').getAttribute('aria-disabled')).toBe('true')
})

it('a member who has left is not offered again', async () => {
  const { user } = openMatch(() => ({ ok: false, code: 'not_found', message: '' }))
  await user.click(press('Like'))
  await screen.findByText('Ada’s profile is no longer available.')
  deck('Bea')
})

it('without likes left, the hook explains it, and “not now” leads back to the card', async () => {
  const { user } = openMatch(() => ({ ok: false, code: 'file_like', message: '' }))
  await user.click(press('Like'))
  const hook = await screen.findByRole('dialog', { name: 'You’re out of likes' })
  await user.click(within(hook).getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  deck('Ada')
  // Within a minute it is a toast.
  await user.click(press('Like'))
  await screen.findByRole('button', { name: 'See all plans' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a screen reader hears which card is on top after an answer, and nothing before', async () => {
  const { user } = openMatch()
  const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(spoken()).not.toContain('Ada, 30, Roma')
  await user.click(press('No thanks'))
  expect(spoken()).toContain('Bea, 30, Roma')
})

it('in a flow with an age check, the hook is the page of the plans', async () => {
  const flow = { ageCheck: 1, messageInvites: 0, hooks: {}, hookTexts: {} } as unknown as Session['flow']
  const { user, path } = openMatch(() => ({ ok: false, code: 'file_like', message: '' }), { flow })
  await user.click(press('Like'))
  await waitFor(() => expect(path()).toBe('/vip_plan/file_like'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
