import type { Conversation } from '@incontro/contract/domain'
import { expect, it } from 'vitest'
import { likesApart } from './likes-apart.ts'

const rows = (
  [
    ['Ada', 'messaggio'],
    ['Bea', 'like'],
    ['Cleo', 'messaggio'],
    ['Adele', 'like'],
  ] as const
).map(([memberName, type]) => ({ memberName, type }) as Conversation)
const names = (words: string) => {
  const { likes, conversations } = likesApart(rows, words)
  return [likes, conversations].map((list) => list.map(({ memberName }) => memberName))
}

it.each([
  [
    '',
    [
      ['Bea', 'Adele'],
      ['Ada', 'Cleo'],
    ],
  ],
  [
    '  ',
    [
      ['Bea', 'Adele'],
      ['Ada', 'Cleo'],
    ],
  ],
  [' aD ', [['Adele'], ['Ada']]],
  ['bea', [['Bea'], []]],
  ['zoe', [[], []]],
])('likes are apart from conversations, both searched by name: %j', (words, shown) =>
  expect(names(words)).toEqual(shown),
)
