import { describe, expect, it } from 'vitest'
import { type Flow } from '#modules/flows/index.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { fillerFor } from './blur.ts'
import { isBlurred, isSystemConversation, mediaPriceFor, priceFor } from './policy.ts'
import { preview } from './view.ts'

const flow = checkedInFlows().of('local', '7')
const womenFree: Flow = { ...flow, freeWritingFor: ['woman'] }

describe('the price of a message', () => {
  const free = { firstAccount: 'messages', firstCost: 0, nextCost: 0 }
  it.each([
    [flow, 0, 'man', { firstAccount: 'icebreakers', firstCost: 1, nextCost: 1 }],
    [flow, 1, 'man', { firstAccount: 'icebreakers_else_messages', firstCost: 10, nextCost: 10 }],
    [flow, 2, 'man', free],
    [womenFree, 0, 'woman', free],
    [womenFree, 1, 'woman', free],
    [womenFree, 0, 'man', { firstAccount: 'icebreakers', firstCost: 1, nextCost: 1 }],
  ] as const)('%#', (by, level, gender, price) => {
    expect(priceFor(by, { level, gender, listedInBoth: false })).toEqual(price)
  })
})

it.each([
  ['only women write free', ['woman'], 1],
  ['both do', ['woman', 'man'], 0],
] as const)('who is listed in both searches pays where %s: %j', (_, freeWritingFor, cost) => {
  const by: Flow = { ...flow, freeWritingFor }
  for (const gender of ['woman', 'man'] as const)
    expect(priceFor(by, { level: 0, gender, listedInBoth: true }).nextCost).toBe(cost)
})

it('a photo and a voice message cost as many messages as the flow says, and never a free first one', () => {
  const by: Flow = { ...womenFree, mediaMessages: { photo: 2, voice: 3 } }
  const cost = (level: 0 | 1 | 2, gender: 'man' | 'woman') =>
    (['photo', 'voice'] as const).map((kind) => mediaPriceFor(by, { level, gender, listedInBoth: false }, kind))
  const price = (amount: number) => ({ firstAccount: 'messages', firstCost: amount, nextCost: amount })
  expect(cost(0, 'man')).toEqual([price(2), price(3)])
  expect(cost(1, 'man')).toEqual([price(20), price(30)])
  for (const prices of [cost(2, 'man'), cost(0, 'woman'), cost(1, 'woman')])
    expect(prices).toEqual([price(0), price(0)])
})

describe('blur for the reader', () => {
  it.each([
    [0, 0, false, 1, true],
    [0, 0, true, 1, false],
    [1, 0, false, 1, false],
    [2, 0, false, 1, false],
    [0, 1, false, 1, false],
    [0, 2, false, 1, false],
    [0, 0, false, 0, false],
  ] as const)(
    'reader of level %i, sender of level %i, own %s, hook %i: %s',
    (level, senderLevel, own, hook, blurred) => {
      const by: Flow = { ...flow, hooks: { ...flow.hooks, blurred: hook === 1 } }
      expect(isBlurred(by, { level }, { sentByReader: own, senderLevel })).toBe(blurred)
    },
  )

  it.each([
    [1, 5],
    [39, 5],
    [40, 12],
    [159, 12],
    [160, 19],
    [2000, 19],
  ])('a text of %i characters has %i words of filler, none of them its own', (length, words) => {
    const filler = fillerFor('z'.repeat(length))
    expect(filler.split(' ')).toHaveLength(words)
    expect(filler).not.toContain('z')
  })
})

it('recognises the system conversations', () => {
  expect(['000000', '111111', 'admin'].map(isSystemConversation)).toEqual([true, true, true])
  expect(isSystemConversation('01990000-0000-7000-8000-000000000000')).toBe(false)
})

it.each([
  ['x'.repeat(25), 'x'.repeat(25)],
  ['x'.repeat(26), `${'x'.repeat(25)}…`],
  ['  uno\n\n due ', 'uno due'],
  ['👩‍🔬'.repeat(26), `${'👩‍🔬'.repeat(25)}…`],
])('a preview is one line of at most 25 characters (%#)', (body, short) => {
  expect(preview(body)).toBe(short)
})

it('cuts a longer preview before the punctuation', () => {
  expect(preview(`${'a'.repeat(118)}?! e poi`, 120)).toBe(`${'a'.repeat(118)}…`)
})
