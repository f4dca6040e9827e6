import { expect, it } from 'vitest'
import { messageCost, photoCost } from './message-cost.ts'

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

it('takes as much for a photo as for some messages, and nothing where those cost nothing', () => {
  const flow = { photoMessages: 2 }
  expect(photoCost({ ...purse, flow })).toEqual({ cost: 2, messages: 2, left: 3 })
  expect(photoCost({ ...paying, flow })).toEqual({ cost: 20, messages: 2, left: 20 })
  expect(photoCost({ ...paying, flow: { photoMessages: 0 } })).toMatchObject({ cost: 0 })
  expect(photoCost({ ...purse, premiumLevel: 2, flow })).toMatchObject({ cost: 0, messages: 0 })
})
