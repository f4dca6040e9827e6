import type { Message } from '@incontro/contract/domain'
import { expect, it } from 'vitest'
import { inviteState } from './invite-state.ts'

const message = (type: Message['type'], invite: Message['invite'] = null) => ({ type, invite }) as Message

it.each([
  [[], null],
  [[message('personal')], null],
  [[message('personal', 'pending')], 'waiting'],
  [[message('personal', 'accepted')], 'accepted'],
  [[message('personal', 'accepted'), message('personal')], null],
  [[message('messaggio', 'pending')], 'received'],
  [[message('messaggio', 'declined')], 'declined'],
  [[message('messaggio', 'accepted')], null],
  // The one that was withdrawn before is none any more.
  [[message('personal'), message('personal', 'pending')], 'waiting'],
  // Known before the server's answer: who writes back has accepted.
  [[message('personal', 'pending'), message('messaggio')], null],
  [[message('messaggio', 'pending'), message('personal')], null],
] as const)('%#: %j', (messages, state) => {
  expect(inviteState(messages)).toBe(state)
})
