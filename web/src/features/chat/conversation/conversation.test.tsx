import type { Message, Session } from '@incontro/contract/domain'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import Conversation from './conversation.tsx'

componentTests()

const id = '0190a5b2-0000-7000-8000-000000000001'
const ada = { id, memberName: 'Ada', age: 30, photo: null, online: false, presence: null, writable: true }

/** Opens the conversation with Ada. Its messages arrive when the test says so. */
const openConversation = async (loaded: unknown = null, member: Partial<Session> = {}) => {
  let arrive: (messages: readonly Message[]) => void = () => undefined
  const messages = new Promise<readonly Message[]>((resolve) => {
    arrive = resolve
  })
  const page = renderMemberPage(<Conversation />, {
    answers: (what) => {
      if (what === `GET /api/get/messages/tracker/${id}`) return messages
      if (what.startsWith(`GET /dispenser/${id}`)) return [ada]
      if (what.startsWith('GET /api/get/messages/')) return { messages: [] }
      if (what.startsWith('GET /api/get/starters/')) return { starters: ['What do you sing?'] }
      return undefined
    },
    loaded,
    member,
    route: 'chats/:id',
    address: `/chats/${id}`,
  })
  await screen.findByRole('heading', { name: 'Conversation with Ada' })
  await waitFor(() => expect(page.sent.map(([what]) => what)).toContain(`GET /api/get/messages/tracker/${id}`))
  return { ...page, arrive }
}

it('offers first words once it is known that none were written, and not while the messages load', async () => {
  const first = await openConversation()
  first.arrive([])
  await screen.findByRole('button', { name: 'What do you sing?' })
  first.unmount()
  // Their file is there now: they would be shown, and asked for, at once.
  const { sent } = await openConversation()
  expect(screen.queryByRole('group', { name: 'Ideas' })).toBeNull()
  expect(sent.filter(([what]) => what.includes('/starters/'))).toEqual([])
})

it('shows the messages of its document at once, but not those of a document before a plan began', async () => {
  const covered = {
    id: 'm1',
    seq: 1,
    type: 'messaggio',
    msg: '',
    blurredMessage: 'lorem',
    time: '2026-11-28T20:00:00Z',
  }
  const loaded = { member: ada, messages: { messages: [covered], earlier: false }, hasPlan: false }
  const { unmount } = await openConversation(loaded)
  await screen.findByText('Ada sent you a message')
  unmount()
  const { arrive } = await openConversation(loaded, { premiumLevel: 2 })
  expect(screen.queryByText('Ada sent you a message')).toBeNull()
  arrive([{ ...covered, msg: 'Do you sing?', blurredMessage: null } as Message])
  await screen.findByText('Do you sing?')
})
