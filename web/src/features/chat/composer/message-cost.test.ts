import { expect, it } from 'vitest'
import { messageCost } from './message-cost.ts'

const purse = { premiumLevel: 0, icebreakerCredits: 5, totalCredits: 3, messageCost: 1 } as const

it('takes an icebreaker for a free member’s first message, a credit after it', () => {
  expect(messageCost(purse, true)).toEqual({ cost: 1, have: 5, withIcebreakers: true })
  expect(messageCost(purse, false)).toEqual({ cost: 1, have: 3, withIcebreakers: false })
  expect(messageCost({ ...purse, icebreakerCredits: 0 }, true)).toEqual({ cost: 1, have: 0, withIcebreakers: true })
})

it('takes the member’s own price at level 1 and nothing from whoever writes free', () => {
  expect(messageCost({ ...purse, premiumLevel: 1, messageCost: 10, totalCredits: 200 }, true)).toEqual({
    cost: 10,
    have: 200,
    withIcebreakers: false,
  })
  expect(messageCost({ ...purse, premiumLevel: 2 }, false).cost).toBe(0)
  expect(messageCost({ ...purse, messageCost: 0 }, true).cost).toBe(0)
})
