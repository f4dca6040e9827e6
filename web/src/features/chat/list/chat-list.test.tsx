import type { Conversation } from '@incontro/contract/domain'
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Outgoing, outgoingOf } from '#app/outbox/outgoing.ts'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import { conversationsQuery } from '../messages/chat-queries.ts'
import { ChatList } from './chat-list.tsx'

componentTests()

const conversation = (memberId: string, preview: string) =>
  ({
    memberId,
    memberName: memberId,
    age: 30,
    preview,
    type: 'messaggio',
    time: '2026-11-28T20:00:00.000Z',
    unread: 0,
  }) as Conversation
const outgoing = (memberId: string, text: string, state: Outgoing['state']) =>
  ({ clientMessageId: text, memberId, text, state }) as Outgoing

it('shows the last message that has not been sent yet in its conversation, and in no other', async () => {
  const { client } = renderMemberPage(<ChatList current={undefined} rendered={undefined} />)
  const pages = [[conversation('ada', 'Hello'), conversation('bea', 'Good evening'), conversation('cleo', 'Hi')]]
  act(() => void client.setQueryData(conversationsQuery('tracker').queryKey, { pages, pageParams: [undefined] }))
  await screen.findByText('Hello')
  act(() =>
    outgoingOf(client).write(() => [
      outgoing('ada', 'First', 'waiting'),
      outgoing('bea', 'Refused', 'failed'),
      outgoing('ada', 'Second', 'waiting'),
      // On its way: it is there in a moment.
      outgoing('cleo', 'Third', 'sending'),
    ]),
  )
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    expect.stringContaining('Not sent yet: Second'),
    expect.stringContaining('Not sent yet: Refused'),
    expect.stringContaining('Hi'),
  ])
  act(() => outgoingOf(client).write(() => []))
  await screen.findByText('Hello')
  expect(screen.queryByText(/Not sent yet/)).toBeNull()
})
