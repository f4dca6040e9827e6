import { expect, it } from 'vitest'
import { messageCost, mediaCost } from './message-cost.ts'

const purse = { premiumLevel: 0, icebreakerCredits: 5, totalCredits: 3, messageCost: 1 } as const
const paying = { ...purse, premiumLevel: 1, messageCost: 10, totalCredits: 205 } as const

it('takes an icebreaker for a free member’s first message, a credit after it', () => {
  expect(messageCost(purse, true)).toEqual({ cost: 1, have: 5, withIcebreakers: true, messages: 3 })
  expect(messageCost(purse, false)).toEqual({ cost: 1, have: 3, withIcebreakers: false, messages: 3 })
  expect(messageCost({ ...purse, icebreakerCredits: 0 }, true)).toMatchObject({ have: 0, withIcebreakers: true })
})

it('takes what icebreakers a paying member still has first, then their own price', () => {
  expect(messageCost(paying, true)).toEqual({ cost: 1, have: 5, withIcebreakers: true, messages: 20 })
  expect(messageCost(paying, false)).toEqual({ cost: 10, have: 205, withIcebreakers: false, messages: 20 })
  expect(messageCost({ ...paying, icebreakerCredits: 0 }, true)).toMatchObject({ cost: 10, withIcebreakers: false })
})

it('takes nothing at level 2 and from members who write free', () => {
  expect(messageCost({ ...purse, premiumLevel: 2 }, true)).toMatchObject({ cost: 0, withIcebreakers: false })
  expect(messageCost({ ...purse, messageCost: 0 }, true)).toMatchObject({ cost: 0, withIcebreakers: false })
})

it('takes as much for a photo or a voice message as for some messages, and nothing where those cost nothing', () => {
  const flow = { photoMessages: 2, voiceMessages: 3 }
  expect(mediaCost({ ...purse, flow }, 'photo')).toEqual({ cost: 2, messages: 2, left: 3 })
  expect(mediaCost({ ...purse, flow }, 'voice')).toEqual({ cost: 3, messages: 3, left: 3 })
  expect(mediaCost({ ...paying, flow }, 'photo')).toEqual({ cost: 20, messages: 2, left: 20 })
  expect(mediaCost({ ...paying, flow: { ...flow, photoMessages: 0 } }, 'photo')).toMatchObject({ cost: 0 })
  expect(mediaCost({ ...purse, premiumLevel: 2, flow }, 'photo')).toMatchObject({ cost: 0, messages: 0 })
})
